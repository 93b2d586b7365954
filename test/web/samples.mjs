// Views as a server would send them.
export function samplePlayers() {
  const person = (id, name, team, more = {}) => ({ id, name, team, seat: Number(id.slice(1)) - 1, isHost: false,
    online: true, gone: false, watching: false, bot: 0, evening: 0, ...more });
  return [
    person('p1', 'Ana', 'Equipo A', { isHost: true, evening: 2 }),
    person('p2', '<b>Luca</b> & co', 'Equipo B', { evening: 1 }),
    person('p3', 'Калина', 'Equipo A', { online: false }),
    person('p4', 'Señor de las Nueve Casas', 'Equipo B', { bot: 2 }),
    person('p5', '🦊🎲', null, { seat: null, watching: true }),
  ];
}

export function sampleView({ game = 'nothing', host = true, state = 'PLAYING', ...more } = {}) {
  const players = samplePlayers();
  const you = players[host ? 0 : 1];
  return {
    seq: 18, now: 0,
    room: { roomCode: 'XTBK92', game, state, seq: 18, paused: false, hostId: 'p1', gamesPlayed: 3,
      teams: ['Equipo A', 'Equipo B'], settings: {}, missing: null, players, winners: [], notice: null, ...more },
    you: { id: you.id, seat: you.seat, team: you.team, isHost: host, watching: false },
    table: {},
  };
}
