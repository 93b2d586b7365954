/* Chance that nobody could choose: what is fixed when, and what it comes to. */
#include "core/token.h"
#include "world.h"

static void number_of(uint8_t out[PROOF_BYTES], uint16_t person)
{
    memset(out, 0x40 + person, PROOF_BYTES);
}

static enum refusal_code mix(struct world *w, struct live *live, uint16_t by)
{
    struct step step = STEP(MIX, .by = by);
    uint8_t number[PROOF_BYTES];
    number_of(number, by);
    sha256(step.mix.commit, number, sizeof number);
    return propose(w, live, step);
}

static struct step reveal_of(uint16_t by)
{
    struct step step = STEP(REVEAL, .by = by);
    number_of(step.reveal.random, by);
    return step;
}

static void known_digests(void **state)
{
    static const struct {
        const char *text, *hash;
    } known[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint8_t hash[PROOF_BYTES];
        char text[2 * PROOF_BYTES + 1];
        sha256(hash, known[i].text, strlen(known[i].text));
        hex_write(text, hash, sizeof hash);
        assert_string_equal(text, known[i].hash);
    }
}

/* The same input gives the key that was worked out by hand with sha256sum. */
static void key_is_what_the_page_says(void **state)
{
    struct room_proof *proof = calloc(1, sizeof *proof + 2 * sizeof proof->part[0]);
    uint8_t key[CHANCE_SEED_BYTES];
    char text[2 * PROOF_BYTES + 1];
    (void)state;
    memset(proof->seed, 0x11, PROOF_BYTES);
    memset(proof->terms, 0x22, PROOF_BYTES);
    proof->count = 2;
    proof->part[0] = (struct proof_part){.number = 1, .revealed = true};
    memset(proof->part[0].random, 0x33, PROOF_BYTES);
    proof->part[1] = (struct proof_part){.number = 258};
    memset(proof->part[1].random, 0x44, PROOF_BYTES); /* not revealed: counts for nothing */
    proof_key(proof, key);
    hex_write(text, key, sizeof key);
    assert_string_equal(text, "100355279d8f14b87ee6bc29d569bee05171971d2c67eae33b65553b85bf548e");
    free(proof);
}

/* Ana asks for the game; who answers what is up to the test. */
static void ask_start(struct world *w, struct live *live, struct kept *kept)
{
    struct step step = STEP(START, .by = ANA);
    *kept = (struct kept){0};
    hall_propose(live, &step, w->now, (struct hall_done){keep, kept});
    settle(w);
}

/* Three people whose phones all take part. */
static struct live *three(struct world *w)
{
    world_begin(w);
    struct live *live = gather(w, "hush", 3);
    assert_int_equal(mix(w, live, ANA), OK);
    assert_int_equal(mix(w, live, CLEO), OK);
    assert_int_equal(mix(w, live, BOB), OK);
    return live;
}

static void assert_dealt_from(const struct live *live, int revealed)
{
    const struct room_proof *proof = live->room->proof;
    uint8_t key[CHANCE_SEED_BYTES];
    int count = 0;
    assert_non_null(proof);
    assert_true(proof->spent);
    for (int i = 0; i < proof->count; i++)
        count += proof->part[i].revealed;
    assert_int_equal(count, revealed);
    proof_key(proof, key);
    assert_memory_equal(live->room->seed, key, sizeof key);
    assert_int_equal(live->room->phase, ROOM_PLAYING);
}

static void all_reveal_and_it_begins(void **state)
{
    struct world w;
    struct kept kept;
    (void)state;
    struct live *live = three(&w);
    char *seen = view(live->room, BOB);
    assert_non_null(strstr(seen, "\"fair\":{\"commitment\":\""));
    assert_non_null(strstr(seen, "\"phones\":[{\"id\":\"p1\"},{\"id\":\"p2\"},{\"id\":\"p3\"}]"));
    free(seen);
    ask_start(&w, live, &kept);
    assert_int_equal(kept.calls, 0); /* it waits for the phones */
    assert_true(proof_is_sealed(live->room));
    assert_int_equal(propose(&w, live, reveal_of(BOB)), OK);
    assert_int_equal(propose(&w, live, reveal_of(ANA)), OK);
    assert_int_equal(kept.calls, 0);
    assert_int_equal(propose(&w, live, reveal_of(CLEO)), OK);
    assert_int_equal(kept.calls, 1); /* and not a moment longer */
    assert_int_equal(kept.code, OK);
    assert_dealt_from(live, 3);
    struct live *again = reopen(&w, live);
    assert_dealt_from(again, 3);
    assert_int_equal(w.complaints, 0);
    world_end(&w);
}

static void who_does_not_reveal_is_left_out(void **state)
{
    struct world w;
    struct kept kept;
    (void)state;
    struct live *live = three(&w);
    ask_start(&w, live, &kept);
    assert_int_equal(propose(&w, live, reveal_of(BOB)), OK);
    pass(&w, 1499);
    assert_int_equal(kept.calls, 0);
    pass(&w, 1);
    assert_int_equal(kept.code, OK);
    assert_int_equal(kept.calls, 1);
    assert_dealt_from(live, 1);
    assert_int_equal(propose(&w, live, reveal_of(ANA)), REFUSAL_CODE_STALE);
    world_end(&w);
}

static void who_is_not_connected_is_not_waited_for(void **state)
{
    struct world w;
    struct kept kept;
    (void)state;
    struct live *live = three(&w);
    hall_disconnected(live, CLEO, w.now);
    ask_start(&w, live, &kept);
    assert_int_equal(propose(&w, live, reveal_of(BOB)), OK);
    assert_int_equal(propose(&w, live, reveal_of(ANA)), OK);
    assert_int_equal(kept.calls, 1);
    assert_dealt_from(live, 2);
    world_end(&w);
}

static void without_phones_it_is_as_it_was(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = gather(&w, "hush", 2);
    begin_game(&w, live);
    assert_null(live->room->proof);
    char *seen = view(live->room, BOB);
    assert_null(strstr(seen, "\"fair\""));
    free(seen);
    world_end(&w);
}

static void a_wrong_number_is_refused(void **state)
{
    struct world w;
    struct kept kept;
    (void)state;
    struct live *live = three(&w);
    assert_int_equal(propose(&w, live, reveal_of(BOB)), REFUSAL_CODE_STALE); /* too early */
    ask_start(&w, live, &kept);
    struct step wrong = reveal_of(BOB);
    wrong.reveal.random[0] ^= 1;
    assert_int_equal(propose(&w, live, wrong), REFUSAL_CODE_BAD_REQUEST);
    wrong = reveal_of(ANA);
    wrong.by = BOB; /* somebody else's */
    assert_int_equal(propose(&w, live, wrong), REFUSAL_CODE_BAD_REQUEST);
    assert_int_equal(propose(&w, live, reveal_of(BOB)), OK);
    world_end(&w);
}

/* Whatever else is asked for between seal and start comes after it. */
static void others_wait_behind_the_start(void **state)
{
    struct world w;
    struct kept kept, renamed = {0}, late = {0};
    (void)state;
    struct live *live = three(&w);
    ask_start(&w, live, &kept);
    struct step rename = STEP(RENAME, .by = BOB, .rename = {.name = "Roberto"});
    hall_propose(live, &rename, w.now, (struct hall_done){keep, &renamed});
    struct step commit = STEP(MIX, .by = CLEO);
    hall_propose(live, &commit, w.now, (struct hall_done){keep, &late});
    settle(&w);
    assert_int_equal(renamed.calls, 0);
    for (uint16_t i = ANA; i <= CLEO; i++)
        assert_int_equal(propose(&w, live, reveal_of(i)), OK);
    assert_int_equal(kept.code, OK);
    assert_int_equal(renamed.calls, 1);
    assert_int_equal(renamed.code, OK);
    assert_int_equal(late.code, REFUSAL_CODE_GAME_ALREADY_STARTED);
    assert_dealt_from(live, 3);
    assert_int_equal(live->room->started, live->room->seq - 1);
    world_end(&w);
}

/* Nothing is sealed, so that nothing is revealed, for a game that cannot begin. */
static void a_start_that_is_refused_seals_nothing(void **state)
{
    struct world w;
    (void)state;
    world_begin(&w);
    struct live *live = gather(&w, "hush", 1);
    assert_int_equal(mix(&w, live, ANA), OK);
    assert_int_equal(propose(&w, live, STEP(START, .by = ANA)), REFUSAL_CODE_NEED_MORE_PLAYERS);
    assert_false(proof_is_sealed(live->room));
    world_end(&w);
}

/* The program ended between seal and start: the seal holds for the next step, and for no other. */
static void a_seal_holds_for_the_next_step_only(void **state)
{
    struct world w;
    struct kept kept;
    (void)state;
    for (int other = 0; other < 2; other++) {
        struct live *live = three(&w);
        ask_start(&w, live, &kept);
        assert_int_equal(propose(&w, live, reveal_of(BOB)), OK);
        live = reopen(&w, live);
        assert_int_equal(kept.code, REFUSAL_CODE_UNAVAILABLE);
        assert_true(proof_is_sealed(live->room));
        struct step rename = STEP(RENAME, .by = BOB, .rename = {.name = "Roberto"});
        if (other) assert_int_equal(propose(&w, live, rename), OK);
        assert_int_equal(live->room->proof != NULL, !other);
        begin_game(&w, live);
        assert_int_equal(live->room->proof != NULL, !other);
        if (!other) assert_dealt_from(live, 1);
        world_end(&w);
    }
}

/* A server that deals from something else: the same record is no proof any more. */
static void another_key_is_no_proof(void **state)
{
    struct party p;
    (void)state;
    for (int cheat = 0; cheat < 3; cheat++) {
        uint8_t number[PROOF_BYTES], terms[PROOF_BYTES];
        party_begin(&p, "hush");
        party_join(&p, "Bob");
        struct step step = STEP(MIX, .by = BOB, .mix = {.seed = {7}});
        number_of(number, BOB);
        sha256(step.mix.commit, number, sizeof number);
        assert_int_equal(party_do(&p, step), OK);
        struct room *tried = room_clone(p.room);
        struct step start =
            STEP(START, .by = ANA, .time = p.now, .start = {.version = p.room->game->version});
        struct refusal refusal = room_apply(&p.house, &tried, &start);
        assert_false(refused(&refusal));
        memcpy(terms, tried->last.terms, sizeof terms);
        room_free(tried);
        terms[0] ^= cheat == 1; /* something else was to be dealt */
        step = STEP(SEAL, .seal = {{0}});
        memcpy(step.seal.terms, terms, sizeof terms);
        assert_int_equal(party_do(&p, step), OK);
        assert_int_equal(party_do(&p, reveal_of(BOB)), OK);
        proof_key(p.room->proof, start.start.seed);
        start.start.seed[0] ^= cheat == 2;
        assert_int_equal(party_do(&p, start), OK);
        assert_int_equal(p.room->proof != NULL, cheat == 0);
        party_end(&p);
    }
}

/* A record that draws nothing moves no card, whenever it is written. */
static void steps_without_chance_change_none(void **state)
{
    struct world w;
    (void)state;
    for (int talk = 0; talk < 2; talk++) {
        struct kept kept;
        struct live *live = three(&w);
        ask_start(&w, live, &kept);
        for (uint16_t i = ANA; i <= CLEO; i++)
            propose(&w, live, reveal_of(i));
        assert_dealt_from(live, 3);
        assert_int_equal(live->room->proof->draws, 1);
        for (int i = 0; i < 5 * talk; i++) {
            assert_int_equal(propose(&w, live, STEP(PAUSE, .by = ANA)), OK);
            assert_int_equal(propose(&w, live, STEP(RESUME, .by = ANA)), OK);
        }
        assert_int_equal(live->room->proof->draws, 1);
        world_end(&w);
    }
}

/* After a game the phones begin anew, and nothing of the last one is used again. */
static void every_game_has_its_own(void **state)
{
    struct world w;
    struct kept kept;
    uint8_t seed[PROOF_BYTES];
    (void)state;
    struct live *live = three(&w);
    ask_start(&w, live, &kept);
    for (uint16_t i = ANA; i <= CLEO; i++)
        propose(&w, live, reveal_of(i));
    memcpy(seed, live->room->proof->seed, sizeof seed);
    assert_int_equal(mix(&w, live, BOB), REFUSAL_CODE_GAME_ALREADY_STARTED);
    assert_int_equal(propose(&w, live, STEP(STOP, .by = ANA)), OK);
    assert_int_equal(mix(&w, live, BOB), OK);
    assert_false(live->room->proof->spent);
    assert_int_equal(live->room->proof->count, 1);
    assert_memory_not_equal(live->room->proof->seed, seed, sizeof seed);
    assert_int_equal(propose(&w, live, STEP(LEAVE, .by = BOB)), OK);
    begin_game(&w, live); /* whose phone was the only one is gone */
    assert_null(live->room->proof);
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_digests),
        cmocka_unit_test(key_is_what_the_page_says),
        cmocka_unit_test(all_reveal_and_it_begins),
        cmocka_unit_test(who_does_not_reveal_is_left_out),
        cmocka_unit_test(who_is_not_connected_is_not_waited_for),
        cmocka_unit_test(without_phones_it_is_as_it_was),
        cmocka_unit_test(a_wrong_number_is_refused),
        cmocka_unit_test(others_wait_behind_the_start),
        cmocka_unit_test(a_start_that_is_refused_seals_nothing),
        cmocka_unit_test(a_seal_holds_for_the_next_step_only),
        cmocka_unit_test(another_key_is_no_proof),
        cmocka_unit_test(steps_without_chance_change_none),
        cmocka_unit_test(every_game_has_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
