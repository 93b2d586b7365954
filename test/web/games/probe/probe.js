// A table for the tests of the frame: a list, a field, a button, a clock.
export function mount(frame) {
  const { h } = frame;
  return {
    render({ table }) {
      frame.render(frame.root, [
        h(
          'ul',
          { key: 'list' },
          table.cards.map((card) =>
            h(
              'li',
              { key: card },
              h(
                'button',
                { type: 'button', id: `card-${card}`, on: { click: () => frame.send('play', { card }) } },
                card,
              ),
            ),
          ),
        ),
        h('input', { key: 'clue', id: 'clue', 'aria-label': 'clue' }),
      ]);
      frame.show({
        deadline: table.deadline,
        total: 60000,
        turn: table.turn,
        scores: table.scores,
        teamScores: table.teamScores,
        marks: { p2: 'guesses' },
      });
    },
    announce(event, payload) {
      frame.say(`${event} ${payload.what}`, { id: `${payload.seq}.${payload.part}` });
    },
    help() {
      frame.slides([
        { title: 'One', text: 'first' },
        { title: 'Two', text: 'second' },
      ]);
    },
  };
}
