/* Santase's table: the opponent above, stock and trick in the middle, the own hand below. The server
 * says which cards may be played and why others may not; here they are only shown, and sent. */

/** @typedef {import('../../web/js/frame.js').Frame} Frame */
/** @typedef {import('../../web/js/parts.js').View} View */

const COLOURS = 'santase_four_colours';
const DRAG_TO_PLAY = 70; // pixels upwards

/** @type {Record<string, string>} */
const LETTER = { hearts: 'H', diamonds: 'D', clubs: 'C', spades: 'S' };

/** @param {import('../../web/js/lang.js').Lang} lang */
export const slides = (lang) =>
  [1, 2, 3, 4, 5].map((n) => ({ title: lang.t(`santase.help.${n}`), text: lang.t(`santase.helpText.${n}`) }));

/** @param {Frame} frame */
export async function mount(frame) {
  await frame.css(new URL('./santase.css', import.meta.url));
  const { h, lang, icon } = frame;
  const art = new URL('./art/cards.svg', import.meta.url).href;
  let fourColours = window.localStorage.getItem(COLOURS) === 'true';
  /** @type {View} */
  let view;
  let saidSeq = 0;
  let dragged = false;
  /** @type {boolean | undefined} */
  let led; // a card lies on the table: the next one answers it
  /** @type {string[]} */
  let news = []; // exchanged, closed: until the trick is played, so that nobody misses it

  // ---- words ----
  /** @param {string} card */
  const cardName = (card) =>
    lang.t('santase.card', {
      rank: lang.t(`santase.rank.${card.slice(0, -1)}`),
      suit: lang.t(`santase.suit.${card.slice(-1)}`),
    });
  /** @param {string} suit */
  const suitName = (suit) => lang.t(`santase.suit.${LETTER[suit]}`);
  const either = new Intl.ListFormat(lang.code, { type: 'disjunction' });
  /** @param {string[]} cards */
  const listed = (cards) => either.format(cards.map(cardName));
  /** @param {number} seat */
  const name = (seat) => view.table.players[seat].name;
  /** Says «You …» or «Ana …». @param {string} key @param {number} seat @param {object} [values] */
  const who = (key, seat, values) =>
    seat === view.you?.seat
      ? lang.t(`santase.you.${key}`, { ...values })
      : lang.t(`santase.other.${key}`, { name: name(seat), ...values });

  // ---- pieces ----
  /** @param {string} symbol */
  const picture = (symbol) =>
    h(
      'svg',
      { class: 'face', viewBox: '0 0 250 350', 'aria-hidden': 'true' },
      h('use', { href: `${art}#${symbol}` }),
    );
  /** @param {string} suit */
  const pip = (suit) =>
    h('span', { class: `pip ${suit}`, 'aria-hidden': 'true' }, picture(`suit-${LETTER[suit]}`));
  /** @param {string} card @param {string} [extra] */
  const shown = (card, extra = '') =>
    h(
      'span',
      { class: `playing-card ${extra}`, key: card, role: 'img', 'aria-label': cardName(card) },
      picture(`card-${card}`),
    );
  /** @param {number} count @param {string} label */
  const backs = (count, label) =>
    h(
      'span',
      { class: 'backs', role: 'img', 'aria-label': label },
      Array.from({ length: count }, (_, i) =>
        h('span', { class: 'playing-card', key: `back${i}` }, picture('card-back')),
      ),
    );

  // ---- what a player does ----
  /** @param {any} one a card of the hand */
  function play(one) {
    if (one.legal) return frame.send('play_card', { card: one.card });
    const reason = whyNot(one) ?? lang.t('error.NOT_YOUR_TURN');
    frame.toast(reason);
    return frame.say(reason, { urgent: true });
  }
  /** @param {any} one */
  const whyNot = (one) =>
    one.why ? lang.t(`santase.why.${one.why}`, { cards: listed(legalCards()) }) : null;
  const legalCards = () =>
    view.table.hand.filter((/** @type {any} */ one) => one.legal).map((/** @type {any} */ one) => one.card);

  /** A card follows the finger; let go far enough up, it is played. @param {PointerEvent} event @param {any} one */
  function drag(event, one) {
    const card = /** @type {HTMLElement} */ (event.currentTarget);
    const { clientX: x, clientY: y } = event;
    dragged = false;
    if (!one.legal || event.button > 0) return;
    card.setPointerCapture(event.pointerId);
    /** @param {PointerEvent} move */
    const follow = (move) => {
      if (Math.hypot(move.clientX - x, move.clientY - y) > 8) dragged = true;
      if (dragged) card.style.transform = `translate(${move.clientX - x}px, ${move.clientY - y}px)`;
    };
    /** @param {PointerEvent} end */
    const drop = (end) => {
      card.removeEventListener('pointermove', follow);
      card.style.transform = '';
      if (dragged && end.type === 'pointerup' && y - end.clientY > DRAG_TO_PLAY) play(one);
      window.setTimeout(() => {
        dragged = false;
      }); // after the click that may follow
    };
    card.addEventListener('pointermove', follow);
    card.addEventListener('pointerup', drop, { once: true });
    card.addEventListener('pointercancel', drop, { once: true });
  }
  /** @param {KeyboardEvent} event */
  function arrows(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const cards = /** @type {HTMLElement[]} */ ([
      .../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll('button'),
    ]);
    const at = cards.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (step && at >= 0) cards[(at + step + cards.length) % cards.length].focus();
  }
  /** @param {string} verb @param {string} title @param {string} yes */
  async function sure(verb, title, yes) {
    if (await frame.confirmDialog({ title, yes, no: lang.t('site.cancel') })) frame.send(verb);
  }

  // ---- the parts of the table ----
  /** @param {number} seat */
  function opponent(seat) {
    const player = view.table.players[seat];
    const hidden = player.cards - player.shown.length;
    return h(
      'section',
      { class: 'side other', key: 'other', 'aria-label': player.name },
      h(
        'div',
        { class: 'hand small' },
        backs(hidden, lang.t('santase.cardsLeft', { name: player.name, count: player.cards })),
        player.shown.map((/** @type {string} */ card) => shown(card, 'raised')),
      ),
      tricks(seat),
    );
  }
  /** @param {number} seat */
  function tricks(seat) {
    const player = view.table.players[seat];
    const married = view.table.marriages.filter((/** @type {any} */ one) => one.seat === seat);
    return h(
      'p',
      { class: 'won' },
      seat !== view.table.you && h('bdi', { class: 'who', key: 'who' }, player.name),
      h('span', { class: 'tag', key: 'tricks' }, lang.n('santase.tricks', player.tricks)),
      married.map((/** @type {any} */ one) =>
        h(
          'span',
          { class: 'tag', key: one.suit },
          pip(one.suit),
          h('span', { class: 'hidden-text' }, `${lang.t('santase.marriage')}: ${suitName(one.suit)} `),
          String(one.points),
        ),
      ),
      seat === view.table.you &&
        h(
          'span',
          { class: 'tag points', key: 'points' },
          lang.t('santase.points', { points: view.table.points }),
        ),
    );
  }
  function stock() {
    const { trump, stock: pile } = view.table;
    const state = pile.closed
      ? lang.t('santase.closed', { name: name(pile.closedBy) })
      : pile.count
        ? lang.n('santase.stock', pile.count)
        : lang.t('santase.stockOut');
    return h(
      'div',
      { class: pile.closed ? 'stock closed' : 'stock', key: 'stock' },
      h(
        'div',
        { class: 'pile' },
        trump.card && shown(trump.card, pile.closed ? 'trump covered' : 'trump'),
        pile.count > 1 &&
          h('span', { class: 'playing-card', key: 'back', 'aria-hidden': 'true' }, picture('card-back')),
        !trump.card && pip(trump.suit),
      ),
      h(
        'p',
        { class: 'caption' },
        h('strong', {}, pip(trump.suit), lang.t('santase.trump', { suit: suitName(trump.suit) })),
        ' ',
        state,
      ),
    );
  }
  /** @param {number} seat */
  const nameTag = (seat) =>
    h('figcaption', {}, seat === view.you?.seat ? lang.t('lobby.you') : h('bdi', {}, name(seat)));
  /** A card with the name of who played it. @param {any} one @param {string} extra @param {number | null} winner */
  const laid = (one, extra, winner) =>
    h(
      'figure',
      { key: one.card, class: `laid ${extra}${winner === one.seat ? ' took' : ''}` },
      shown(one.card, winner !== null && winner !== one.seat ? 'beaten' : ''),
      nameTag(one.seat),
    );
  /** What lies on the table: the other one's card higher, one's own lower, each with its name, and a
   * place for the one that is awaited. The last trick stays until somebody leads. */
  function trick() {
    const { table, lastTrick, turn } = view.table;
    const own = view.you?.seat ?? 0;
    const done = !table.length && lastTrick;
    const placed = done ? lastTrick.cards : table;
    /** @param {number} seat @param {string} [extra] */
    const side = (seat, extra = '') => `${seat === own ? 'mine' : 'theirs'}${extra}`;
    return h(
      'div',
      { class: done ? 'trick done' : 'trick', key: 'trick' },
      h(
        'div',
        { class: 'placed' },
        placed.map((/** @type {any} */ one) => laid(one, side(one.seat), done ? lastTrick.winner : null)),
        !done &&
          h(
            'figure',
            { key: 'place', class: side(turn, ' place'), 'aria-hidden': 'true' },
            h('span', { class: 'outline' }),
            nameTag(turn),
          ),
      ),
      h('p', { class: 'caption' }, trickText(done)),
    );
  }
  /** @param {boolean} done */
  function trickText(done) {
    const { lastTrick, declared, leader, trump } = view.table;
    if (declared)
      return who('declares', leader, { suit: suitName(declared), points: declared === trump.suit ? 40 : 20 });
    if (news.length) return news.join(' ');
    return done ? who('won', lastTrick.winner, { points: lastTrick.points }) : ' ';
  }
  function hand() {
    const turn = view.table.turn === view.table.you;
    return h(
      'div',
      {
        class: turn ? 'hand own' : 'hand own waiting',
        key: 'hand',
        role: 'group',
        'aria-label': lang.t('santase.yourHand'),
        on: { keydown: arrows },
      },
      view.table.hand.map((/** @type {any} */ one) =>
        h(
          'button',
          {
            type: 'button',
            key: one.card,
            class: `playing-card${one.legal ? ' legal' : ''}${one.card === view.table.drawn ? ' drawn' : ''}`,
            'aria-disabled': one.legal ? null : 'true',
            'aria-label': cardName(one.card),
            title: whyNot(one),
            on: {
              click: () => {
                if (!dragged) play(one);
              },
              pointerdown: (/** @type {PointerEvent} */ event) => drag(event, one),
            },
          },
          picture(`card-${one.card}`),
        ),
      ),
    );
  }
  function actions() {
    const { can, you, players } = view.table;
    const other = players[1 - you];
    return h(
      'div',
      { class: 'actions choices', key: 'choices' },
      other.away &&
        h(
          'button',
          {
            type: 'button',
            key: 'bot',
            on: { click: () => frame.send('seat_bot', { id: other.id, level: 2 }) },
          },
          icon('bot'),
          lang.t('table.seatBot'),
        ),
      can.marriages.map((/** @type {string} */ suit) =>
        h(
          'button',
          { type: 'button', key: `m-${suit}`, on: { click: () => frame.send('declare_marriage', { suit }) } },
          pip(suit),
          lang.t('santase.declare', { points: suit === view.table.trump.suit ? 40 : 20 }),
          h('span', { class: 'hidden-text' }, suitName(suit)),
        ),
      ),
      can.exchange &&
        h(
          'button',
          { type: 'button', key: 'exchange', on: { click: () => frame.send('exchange_nine') } },
          icon('again'),
          lang.t('santase.exchange'),
        ),
      can.close &&
        h(
          'button',
          {
            type: 'button',
            key: 'close',
            on: { click: () => sure('close_stock', lang.t('santase.closeSure'), lang.t('santase.close')) },
          },
          icon('stop'),
          lang.t('santase.close'),
        ),
      can.claim &&
        h(
          'button',
          {
            type: 'button',
            class: view.table.points >= 66 ? 'primary' : '',
            key: 'claim',
            on: {
              click: () =>
                sure(
                  'claim',
                  lang.t('santase.claimSure', { points: view.table.points }),
                  lang.t('santase.claim'),
                ),
            },
          },
          lang.t('santase.claim'),
        ),
    );
  }
  /** What holds the hand back, the strictest first. */
  const duty = () =>
    ['marriage', 'beat', 'follow', 'trump'].find((why) =>
      view.table.hand.some((/** @type {any} */ one) => one.why === why),
    );
  function prompt() {
    const { turn, you, table, players } = view.table;
    if (turn !== you || you === null)
      return lang.t(players[turn].away ? 'santase.away' : 'santase.waits', { name: name(turn) });
    const why = duty();
    if (why) return lang.t(`santase.must.${why}`);
    return table.length ? lang.t('santase.answer') : lang.t('santase.lead');
  }
  /** The same for whoever does not see which cards are dark. */
  const spoken = () =>
    duty() ? `${prompt()}. ${lang.t('santase.mayPlay', { cards: listed(legalCards()) })}` : prompt();

  // ---- after a deal ----
  /** @param {any} review */
  function reviewText(review) {
    if (review.winner === null) return lang.t('santase.end.drawn');
    return `${lang.t(`santase.end.${review.reason}`, { name: name(review.winner), other: name(1 - review.winner) })} ${who('scores', review.winner, { points: review.points })}`;
  }
  function review() {
    const { review: end, can, phase, players } = view.table;
    const own = view.you?.seat ?? 0;
    return h(
      'section',
      { class: 'card review', key: 'review' },
      h(
        'div',
        { class: 'outcome', key: 'outcome' },
        h('h2', {}, end.winner === null ? lang.t('santase.dealDrawn') : who('dealWon', end.winner)),
        h('p', {}, reviewText(end)),
        h(
          'dl',
          { class: 'totals', 'aria-label': lang.t('santase.counted') },
          [own, 1 - own].map((seat) =>
            h(
              'div',
              { key: seat, class: seat === end.winner ? 'best' : '' },
              h('dt', {}, name(seat)),
              h('dd', {}, String(end.totals[seat])),
            ),
          ),
        ),
        can.confirm &&
          h(
            'p',
            { class: 'actions', key: 'next' },
            h(
              'button',
              { type: 'button', class: 'primary', on: { click: () => frame.send('next_deal') } },
              lang.t('santase.nextDeal'),
            ),
          ),
        phase === 'review' &&
          view.you &&
          !can.confirm &&
          players.some((/** @type {any} */ one) => !one.ready) &&
          h('p', { class: 'hint', key: 'waits' }, lang.t('santase.waits', { name: name(1 - own) })),
        sheet(),
      ),
      tricksOf(end, own),
    );
  }
  /** All cards of the deal: trick by trick, then what was not played. @param {any} end @param {number} own */
  function tricksOf(end, own) {
    /** @param {string} title @param {string[]} cards */
    const rest = (title, cards) =>
      cards.length > 0 &&
      h(
        'div',
        { key: title, class: 'rest' },
        h('h4', {}, title),
        h(
          'p',
          { class: 'row' },
          cards.map((card) => shown(card)),
        ),
      );
    return h(
      'div',
      { class: 'deal-cards', key: 'cards' },
      h('h3', {}, lang.t('santase.allTricks')),
      h(
        'ol',
        { class: 'trick-list' },
        end.tricks.map((/** @type {any} */ one, /** @type {number} */ i) =>
          h(
            'li',
            { key: i },
            one.cards.map((/** @type {any} */ put) =>
              shown(put.card, put.seat === one.winner ? '' : 'beaten'),
            ),
            h('span', {}, name(one.winner), ' ', h('b', {}, String(one.points))),
          ),
        ),
      ),
      rest(lang.t('santase.handOf', { name: name(own) }), end.hands[own]),
      rest(lang.t('santase.handOf', { name: name(1 - own) }), end.hands[1 - own]),
      rest(lang.t('santase.stockLeft'), end.stock),
    );
  }
  /** The score as it is kept on paper: a column each, points added up deal by deal. */
  function sheet() {
    const own = view.you?.seat ?? 0;
    const sums = [0, 0];
    return h(
      'div',
      { class: 'paper', key: 'paper' },
      h(
        'table',
        {},
        h('caption', {}, lang.t('santase.firstTo', { points: view.table.settings.matchTo })),
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            [own, 1 - own].map((seat) => h('th', { key: seat, scope: 'col' }, name(seat))),
          ),
        ),
        h(
          'tbody',
          {},
          view.table.paper.map((/** @type {any} */ deal, /** @type {number} */ i) => {
            if (deal.winner !== null) sums[deal.winner] += deal.points;
            return h(
              'tr',
              { key: i },
              [own, 1 - own].map((seat) =>
                h('td', { key: seat }, deal.winner === seat ? String(sums[seat]) : '–'),
              ),
            );
          }),
        ),
      ),
    );
  }
  function paper() {
    const dialog = frame.openDialog({ title: lang.t('santase.paper'), closeLabel: lang.t('site.close') });
    frame.render(dialog.body, h('div', { class: 'santase-cards' }, sheet()));
  }
  function lastTrick() {
    const last = view.table.lastTrick;
    const dialog = frame.openDialog({ title: lang.t('santase.lastTrick'), closeLabel: lang.t('site.close') });
    frame.render(
      dialog.body,
      h(
        'div',
        { class: `santase-cards trick-list${fourColours ? ' four-colours' : ''}` },
        last.cards.map((/** @type {any} */ one) => laid(one, '', last.winner)),
        h('p', {}, who('won', last.winner, { points: last.points })),
      ),
    );
  }
  function tools() {
    const { lastTrick: last, phase, paper: deals } = view.table;
    return h(
      'div',
      { class: 'tools', key: 'tools' },
      last &&
        phase === 'play' &&
        h(
          'button',
          { type: 'button', class: 'quiet', key: 'last', on: { click: lastTrick } },
          lang.t('santase.lastTrick'),
        ),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          key: 'colours',
          'aria-pressed': String(fourColours),
          on: {
            click: () => {
              fourColours = !fourColours;
              window.localStorage.setItem(COLOURS, String(fourColours));
              draw();
            },
          },
        },
        lang.t('santase.fourColours'),
      ),
      phase === 'play' &&
        deals.length > 0 &&
        h(
          'button',
          { type: 'button', class: 'quiet', key: 'paper', on: { click: paper } },
          lang.t('santase.paper'),
        ),
    );
  }

  function draw() {
    const { table } = view;
    const own = view.you?.seat ?? 0;
    const playing = table.phase === 'play';
    const mine = playing && table.you !== null;
    const turn = mine && table.turn === table.you;
    frame.root.className = `table-root santase-cards${fourColours ? ' four-colours' : ''}${frame.tv ? ' on-tv' : ''}`;
    frame.render(frame.root, [
      !playing && review(),
      playing && opponent(1 - own),
      playing &&
        h('section', { class: 'felt', key: 'felt', 'aria-label': lang.t('santase.table') }, stock(), trick()),
      playing &&
        h(
          'section',
          { class: 'side self', key: 'self', 'aria-label': mine ? lang.t('santase.yourSide') : name(own) },
          h('p', { class: turn ? 'prompt turn' : 'prompt', key: 'prompt' }, prompt()),
          mine && actions(),
          mine
            ? hand()
            : h(
                'div',
                { class: 'hand small', key: 'closed-hand' },
                backs(
                  table.players[own].cards,
                  lang.t('santase.cardsLeft', { name: name(own), count: table.players[own].cards }),
                ),
              ),
          tricks(own),
        ),
      !frame.tv && tools(),
    ]);
    frame.show({
      deadline: table.deadline,
      total: playing ? table.settings.turnSeconds * 1000 : 30000,
      turn: table.turn === null ? [] : [table.players[table.turn].id],
      scores: Object.fromEntries(table.players.map((/** @type {any} */ one) => [one.id, one.score])),
    });
    // The events of a step are said first; then, once, what is asked of the player.
    if (turn && view.seq !== saidSeq) {
      saidSeq = view.seq;
      frame.say(spoken(), { id: `turn${view.seq}` });
      frame.sound('turn');
    }
  }

  /** @type {Record<string, (payload: any) => string>} */
  const sentences = {
    deal_started: ({ trump }) => lang.t('santase.said.deal', { card: cardName(trump) }),
    card_played: ({ seat, card }) => who(led ? 'plays' : 'leads', seat, { card: cardName(card) }),
    marriage_declared: ({ seat, suit, points }) => who('declares', seat, { suit: suitName(suit), points }),
    nine_exchanged: ({ seat, card }) => who('exchanges', seat, { card: cardName(card) }),
    stock_closed: ({ seat }) => who('closes', seat),
    trick_won: ({ seat, points }) => who('won', seat, { points }),
    cards_drawn: ({ card }) => (card ? lang.t('santase.said.draw', { card: cardName(card) }) : ''),
    claimed: ({ seat, right }) => who(right ? 'claims' : 'claimsWrongly', seat),
    time_up: ({ seat }) => who('late', seat),
    player_left: ({ seat }) => who('left', seat),
  };
  /** @type {Record<string, 'card' | 'good' | 'bad' | 'start'>} */
  const sounds = { card_played: 'card', deal_started: 'start' };

  return {
    /** @param {View} next */
    render(next) {
      view = next;
      led ??= view.table?.table.length > 0;
      draw();
    },
    /** @param {string} event @param {any} payload */
    announce(event, payload) {
      if (!view?.table) return;
      const text = sentences[event]?.(payload);
      if (text) frame.say(text, { id: `${payload.seq}.${payload.part}` });
      if (event === 'card_played') led = !led;
      if (event === 'deal_started') led = false;
      if (event === 'trick_won' || event === 'deal_started') news = [];
      if (event === 'nine_exchanged' || event === 'stock_closed') news.push(text);
      if (sounds[event]) frame.sound(sounds[event]);
      if (event === 'trick_won' && view.you) frame.sound(payload.seat === view.you.seat ? 'good' : 'card');
    },
  };
}
