/* Which addresses and hosts we would ask on somebody's behalf. */
#include "net/fetch.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static bool is_public(const char *text)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return fetch_address_is_public((const struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return fetch_address_is_public((const struct sockaddr *)&six);
}

static void our_own_network_is_closed(void **unused)
{
    static const char *const closed[] = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.0.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.1.2.3",
        "::127.0.0.1",
        "64:ff9b::a00:1",
        "64:ff9b:1::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "ff02::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::1",
        "2002:c0a8:1::1",
        "3fff::1",
        "100::1",
        "5f00::1",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        if (is_public(closed[i])) fail_msg("%s may be reached", closed[i]);
    struct sockaddr other = {.sa_family = AF_UNIX};
    assert_false(fetch_address_is_public(&other));
}

static void the_rest_is_open(void **unused)
{
    static const char *const open[] = {
        "1.1.1.1",        "8.8.8.8",           "9.255.255.255",   "11.0.0.1",
        "100.63.255.255", "100.128.0.1",       "126.255.255.255", "128.0.0.1",
        "169.253.0.1",    "172.15.255.255",    "172.32.0.1",      "192.167.1.1",
        "192.169.0.1",    "198.17.0.1",        "198.20.0.1",      "223.255.255.255",
        "2606:4700::1",   "2a00:1450:4001::1", "2001:4860::8888", "2002:808:808::1",
        "::ffff:8.8.8.8", "64:ff9b::808:808",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (!is_public(open[i])) fail_msg("%s may not be reached", open[i]);
}

static void hosts_are_compared_whole(void **unused)
{
    (void)unused;
    const char *list = "decks.example, .cards.example,OTHER.example";
    assert_true(fetch_host_is_allowed(list, "decks.example"));
    assert_true(fetch_host_is_allowed(list, "Decks.Example"));
    assert_true(fetch_host_is_allowed(list, "a.cards.example"));
    assert_true(fetch_host_is_allowed(list, "other.example"));
    assert_false(fetch_host_is_allowed(list, "cards.example"));
    assert_false(fetch_host_is_allowed(list, "notdecks.example"));
    assert_false(fetch_host_is_allowed(list, "decks.example.evil"));
    assert_false(fetch_host_is_allowed(list, ""));
    assert_false(fetch_host_is_allowed("", "decks.example"));
    assert_true(fetch_host_is_allowed("any", "decks.example"));
    assert_false(fetch_host_is_allowed("any", ""));
}

static const char *refusal_of(const char *url, const char *hosts)
{
    static struct refusal refusal;
    struct fetch_rules rules = {.hosts = hosts, .bytes_max = 100, .timeout_ms = 2000};
    struct buffer out = {0};
    refusal = fetch_text(url, &rules, &out);
    assert_true(refused(&refusal));
    assert_int_equal(out.len, 0);
    buffer_free(&out);
    return refusal.detail;
}

/* Nothing of this reaches a network: it ends before, or at our own machine. */
static void addresses_are_looked_at_before_they_are_asked(void **unused)
{
    (void)unused;
    const char *closed = "That address is not one of the open internet.";
    assert_string_equal(refusal_of("http://127.0.0.1:9/x", "any"), closed);
    assert_string_equal(refusal_of("http://[::1]:9/", "any"), closed);
    assert_string_equal(refusal_of("http://localhost:9/", "any"), closed);
    assert_string_equal(refusal_of("http://2130706433/", "any"), closed);
    assert_string_equal(refusal_of("http://0x7f.1/", "any"), closed);
    assert_string_equal(refusal_of("http://[::ffff:169.254.169.254]/", "any"), closed);
    const char *bad = "That is no address of http or https.";
    assert_string_equal(refusal_of("file:///etc/passwd", "any"), bad);
    assert_string_equal(refusal_of("ftp://decks.example/", "any"), bad);
    assert_string_equal(refusal_of("gopher://decks.example/", "any"), bad);
    assert_string_equal(refusal_of("http://ana:secret@decks.example/", "any"), bad);
    assert_string_equal(refusal_of("decks.example", "any"), bad);
    assert_string_equal(refusal_of("", "any"), bad);
    const char *elsewhere = "This server does not fetch from there.";
    assert_string_equal(refusal_of("http://other.example/", "decks.example"), elsewhere);
    assert_string_equal(refusal_of("http://other.example/", ""), elsewhere);
}

/* ---- a server and a name of our own ---- */

/* What the name «rebind.example» is, look-up by look-up; the last one stays. */
static const char *const *answers;

/* Stands before the C library's, for libcurl too. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                struct addrinfo **found)
{
    int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
        (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(
            RTLD_NEXT, "getaddrinfo");
    if (node && strcmp(node, "rebind.example") == 0) {
        node = answers[0];
        if (answers[1]) answers++;
    }
    return real(node, service, hints, found);
}

/* Answers every request with a redirection to `to`, after a while. */
struct sender {
    int fd, port, wait_ms;
    char to[200];
    pthread_t thread;
};

static void *send_on(void *arg)
{
    struct sender *s = arg;
    char text[1000], answer[400];
    for (int fd; (fd = accept(s->fd, NULL, NULL)) >= 0; close(fd)) {
        if (read(fd, text, sizeof text) <= 0) continue;
        usleep((useconds_t)s->wait_ms * 1000);
        int len = snprintf(answer, sizeof answer,
                           "HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\n"
                           "Connection: close\r\n\r\n",
                           s->to);
        if (write(fd, answer, (size_t)len) != len) continue;
    }
    return NULL;
}

static void sender_open(struct sender *s, int wait_ms)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof here;
    *s = (struct sender){.fd = socket(AF_INET, SOCK_STREAM, 0), .wait_ms = wait_ms};
    assert_int_equal(bind(s->fd, (struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(listen(s->fd, 8), 0);
    assert_int_equal(getsockname(s->fd, (struct sockaddr *)&here, &len), 0);
    s->port = ntohs(here.sin_port);
    assert_int_equal(pthread_create(&s->thread, NULL, send_on, s), 0);
}

static void sender_close(struct sender *s)
{
    shutdown(s->fd, SHUT_RDWR); /* wakes its accept */
    pthread_join(s->thread, NULL);
    close(s->fd);
}

/* Who is at 127.0.0.1 may be asked, as in tests of the whole program. */
static const char *refusal_beside(struct sender *s, const char *host, long timeout_ms)
{
    static struct refusal refusal;
    struct fetch_rules rules = {
        .hosts = "any", .bytes_max = 100, .timeout_ms = timeout_ms, .also_loopback = true};
    struct buffer out = {0};
    char url[100];
    snprintf(url, sizeof url, "http://%s:%d/", host, s->port);
    refusal = fetch_text(url, &rules, &out);
    assert_true(refused(&refusal));
    assert_int_equal(out.len, 0);
    buffer_free(&out);
    return refusal.detail;
}

static void a_redirection_leads_nowhere_else(void **unused)
{
    static const char *const inside[] = {
        "http://0.0.0.0:%d/",
        "http://0/",
        "http://[::]:%d/",
        "http://[::1]:%d/",
        "http://[::ffff:7f00:1]:%d",
        "http://[::127.0.0.1]:%d/",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[fe80::1]:%d/",
        "http://[fe80::1%%25lo]:%d/",
        "http://[64:ff9b::a00:1]/",
        "http://0300.0250.1.1/",
        "//192.168.1.1/",
        "https://172.16.0.1/",
    };
    struct sender s;
    (void)unused;
    sender_open(&s, 0);
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        snprintf(s.to, sizeof s.to, inside[i], s.port);
        assert_string_equal(refusal_beside(&s, "127.0.0.1", 20000),
                            "That address is not one of the open internet.");
    }
    static const char *const no_web[] = {"file:///etc/passwd", "gopher://127.0.0.1/",
                                         "ftp://127.0.0.1/", "dict://127.0.0.1:1/",
                                         "http://ana:secret@127.0.0.1/"};
    for (size_t i = 0; i < sizeof no_web / sizeof *no_web; i++) {
        snprintf(s.to, sizeof s.to, "%s", no_web[i]);
        assert_string_equal(refusal_beside(&s, "127.0.0.1", 20000),
                            "That is no address of http or https.");
    }
    sender_close(&s);
}

/* A name of the enemy's: what it is now is looked at, not what it was a moment ago. */
static void a_name_that_changes_its_mind_finds_nothing(void **unused)
{
    static const char *const turns[][3] = {{"127.0.0.1", "10.0.0.1", NULL},
                                           {"127.0.0.1", "::1", NULL},
                                           {"127.0.0.1", "::ffff:10.0.0.1", NULL},
                                           {"127.0.0.1", "0.0.0.0", NULL}};
    struct sender s;
    (void)unused;
    sender_open(&s, 0);
    snprintf(s.to, sizeof s.to, "http://rebind.example:%d/again", s.port);
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        answers = turns[i];
        assert_string_equal(refusal_beside(&s, "rebind.example", 20000),
                            "That address is not one of the open internet.");
        assert_ptr_equal(answers, &turns[i][1]); /* it was looked up twice */
    }
    sender_close(&s);
}

/* Each redirection just in time: together they are not. */
static void the_time_is_of_all_together(void **unused)
{
    struct sender s;
    (void)unused;
    sender_open(&s, 700);
    snprintf(s.to, sizeof s.to, "http://127.0.0.1:%d/again", s.port);
    assert_string_equal(refusal_beside(&s, "127.0.0.1", 1000),
                        "That address did not answer in time.");
    sender_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_own_network_is_closed),
        cmocka_unit_test(the_rest_is_open),
        cmocka_unit_test(hosts_are_compared_whole),
        cmocka_unit_test(addresses_are_looked_at_before_they_are_asked),
        cmocka_unit_test(a_redirection_leads_nowhere_else),
        cmocka_unit_test(a_name_that_changes_its_mind_finds_nothing),
        cmocka_unit_test(the_time_is_of_all_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
