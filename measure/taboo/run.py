"""Plays the same games of Taboo on our server and on Node + Express + Socket.IO, and compares.

First it is seen how many rooms of twelve fit on each server when every room plays four cards a
second. Then both play with as many as fit on Node, at that pace and as fast as they can, ours with as
many as fit on it, and both once more with few. The servers take turns, each round on a fresh one; of
every figure the middle one of all rounds counts. Ours stores every action on disk before it tells
anybody; Node's keeps everything in memory.

What the kernel does for a message that is sent is the server's, and on one machine so is waking the
player and receiving it there.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import tempfile

parser = argparse.ArgumentParser(prog="./bench taboo")
parser.add_argument("--short", action="store_true", help="one round, with no more than 40 rooms")
parser.add_argument("--rooms", type=int, help="rooms of twelve on both (as many as fit on Node)")
parser.add_argument("--few", type=int, default=50, help="rooms when there are few (50)")
parser.add_argument("--rounds", type=int, help="how often each server plays (3)")
parser.add_argument("--seconds", type=float, help="of each load (4)")
given = parser.parse_args()
ROUNDS = given.rounds or (1 if given.short else 3)
SECONDS = given.seconds or (3 if given.short else 4)
CARDS_A_SECOND = 4  # of one room, which is more than people manage
PLAYERS = 12
FITS_MS = 250  # from the click to the last of the twelve, 99 times of 100
FIRST, GROWTH = 100, 1.25
NO_LIMITS = {"CREATES_PER_MINUTE": "0", "JOINS_PER_MINUTE": "0", "GUESSES_PER_MINUTE": "0",
             "EVENTS_PER_SECOND": "0", "MAX_PER_ADDRESS": "0", "MAX_CONNECTIONS": "100000",
             "LOG_LEVEL": "warn"}
GAME = {"TURN_DURATION_SECONDS": "5", "TURN_END_PAUSE_MS": "300", "DEFAULT_SCORE_LIMIT": "15"}
OURS, NODE = "ludoteca", "node"
OPEN_FILES = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
ROOMS_MAX = (OPEN_FILES - 200) // PLAYERS


def play_in(folder, name, rooms, seconds, more):
    commands = {OURS: ["build/ludoteca", "serve", "--host", "127.0.0.1", "--port", "0",
                       "--data", folder],
                NODE: ["node", "measure/taboo/node-server.mjs"]}
    server = subprocess.Popen(commands[name], stdout=subprocess.PIPE, text=True,
                              env={**os.environ, **GAME, **NO_LIMITS, "NODE_ENV": "production"})
    try:
        port = server.stdout.readline().strip().rsplit(":", 1)[1].split("/")[0].split()[0]
        done = subprocess.run(
            ["build/measure/taboo/taboo_play", "--label", name, "--port", port, "--pid",
             str(server.pid), "--rooms", str(rooms), "--rate", str(CARDS_A_SECOND * rooms),
             "--seconds", str(seconds), *more],
            stdout=subprocess.PIPE, text=True, check=True, timeout=300)
        return json.loads(done.stdout)
    finally:
        server.terminate()
        server.wait(20)


def play(name, rooms, seconds, *more):
    with tempfile.TemporaryDirectory(prefix="ludoteca-bench-") as folder:
        return play_in(folder, name, rooms, seconds, more)


def fits(name, rooms):
    """Of two tries: one may be spoilt by something else that the machine does."""
    for _ in range(2):
        paced = play(name, rooms, 3, "--briefly")["paced"]
        enough = paced["actionsPerSecond"] > 0.9 * CARDS_A_SECOND * rooms
        if enough and paced["p99"] < 1000 * FITS_MS:
            return True
    return False


def most_rooms(name, first):
    """The most rooms that were seen to fit, growing by a quarter; `first` if not even those."""
    most, rooms = first, first
    while rooms <= ROOMS_MAX and fits(name, rooms):
        most, rooms = rooms, int(rooms * GROWTH)
    print(f"  {name:<9} {most:>5}" + (" at most" if rooms == first else
                                      f"; perhaps more: {OPEN_FILES} files may be open here"
                                      if rooms > ROOMS_MAX else ""))
    return most


def middle(rows, load, key):
    return statistics.median(r[load][key] if load else r[key] for r in rows)


def compare(rooms):
    rows = {OURS: [], NODE: []}
    for _ in range(ROUNDS):
        for name in rows:
            rows[name].append(play(name, rooms, SECONDS))
    return rows


def table(rows, rooms):
    columns = (("actionsPerSecond", "actions/s"), ("cpuPerAction", "CPU µs/action"),
               ("userPerAction", "of it own"), ("systemPerAction", "kernel's"), ("p50", "p50 µs"), ("p99", "p99 µs"))
    print(f"\n{rooms} rooms of {PLAYERS} play whole games to 15 points; the middle of {ROUNDS} round(s). "
          "Latency is from the click to the last of the twelve.\n")
    print(f"{'load':<10} {'server':<9}" + "".join(f"{title:>15}" for _, title in columns))
    for load in ("paced", "saturated"):
        for name in (OURS, NODE):
            print(f"{load:<10} {name:<9}"
                  + "".join(f"{middle(rows[name], load, key):>15.0f}" for key, _ in columns))


def memory_table(rows):
    print("\nResident memory, growth in kB")
    for key, title in (("playerKb", "a player who is connected"),
                       ("roomKb", "a room of players who are"),
                       ("roomWithPlayersKb", "a room with its twelve players"),
                       ("playedKb", "the same after all the playing")):
        ours, node = (middle(rows[name], None, key) for name in (OURS, NODE))
        print(f"  {title:<32} {OURS} {ours:>7.1f}   {NODE} {node:>7.1f}   ratio {ours / node:.3f}")
    start = {name: middle(rows[name], None, "startKb") / 1024 for name in rows}
    print(f"  the server itself, in MB         {OURS} {start[OURS]:>7.1f}   {NODE} {start[NODE]:>7.1f}")


def ratio(rows, load, key):
    return middle(rows[OURS], load, key) / middle(rows[NODE], load, key)


def aim(what, value, limit):
    print(f"  {what}: {value:.3f}, aim under {limit:g}: {'met' if value < limit else 'MISSED'}")


def aims(rows, full):
    print("\nAims (ours against Node's)")
    pace = f"{CARDS_A_SECOND} cards a second"
    aim("CPU per action, as fast as they can", ratio(rows, "saturated", "cpuPerAction"), 0.25)
    aim(f"CPU per action, {pace}", ratio(rows, "paced", "cpuPerAction"), 0.25)
    if full:
        aim(f"CPU per action, {pace}, each with as many rooms as fit on it",
            ratio({OURS: full, NODE: rows[NODE]}, "paced", "cpuPerAction"), 0.25)
    aim("memory per player", ratio(rows, None, "playerKb"), 0.1)
    aim("memory per room with players", ratio(rows, None, "roomWithPlayersKb"), 0.1)


def how_many_fit():
    print(f"Rooms that fit: {CARDS_A_SECOND} cards a second in each, {FITS_MS} ms to the last of the "
          "twelve 99 times of 100; the players share the machine with the server.")
    node = most_rooms(NODE, FIRST)
    return node, most_rooms(OURS, node)


def whole():
    many, most = (given.rooms, None) if given.rooms else how_many_fit()
    rows = compare(many)
    table(rows, many)
    full = [play(OURS, most, SECONDS) for _ in range(ROUNDS)] if most else None
    if full:
        print(f"\n{OURS} with {most} rooms, {CARDS_A_SECOND} cards a second in each: "
              f"{middle(full, 'paced', 'cpuPerAction'):.0f} µs/action, "
              f"p99 {middle(full, 'paced', 'p99'):.0f} µs.")
    memory_table(rows)
    aims(rows, full)
    rows = compare(given.few)
    table(rows, given.few)
    print(f"\nWith few rooms: {ratio(rows, 'paced', 'cpuPerAction'):.2f} of Node's CPU paced, "
          f"{ratio(rows, 'saturated', 'cpuPerAction'):.2f} as fast as they can.")


def short():
    rooms = given.rooms or 40
    rows = compare(rooms)
    table(rows, rooms)
    memory_table(rows)
    aims(rows, None)


resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))
if given.short:
    short()
else:
    whole()
