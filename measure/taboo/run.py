"""Plays the same games of Taboo on our server and on Node + Express + Socket.IO, and compares.

The servers take turns, each round on a fresh one; of every figure the best round of each server
counts, because whatever else the machine was doing then disturbed it least. Ours stores every
action on disk before it tells anybody; Node's keeps everything in memory.
"""
import argparse
import json
import os
import subprocess
import tempfile

parser = argparse.ArgumentParser(prog="./bench taboo")
parser.add_argument("--short", action="store_true", help="one round with few rooms")
parser.add_argument("--rooms", type=int, help="rooms of twelve (50)")
parser.add_argument("--quiet", type=int, help="rooms that only sit there, for memory (100)")
parser.add_argument("--rounds", type=int, help="how often each server plays (2)")
parser.add_argument("--seconds", type=float, help="of each load (5)")
parser.add_argument("--rate", type=int, help="actions a second of all rooms, paced (4 a room)")
given = parser.parse_args()
ROOMS = given.rooms or (20 if given.short else 50)
QUIET = given.quiet or (30 if given.short else 100)
ROUNDS = given.rounds or (1 if given.short else 2)
SECONDS = given.seconds or (3 if given.short else 5)
RATE = given.rate or 4 * ROOMS
NO_LIMITS = {"CREATES_PER_MINUTE": "0", "JOINS_PER_MINUTE": "0", "GUESSES_PER_MINUTE": "0",
             "EVENTS_PER_SECOND": "0", "MAX_PER_ADDRESS": "0", "LOG_LEVEL": "warn"}
GAME = {"TURN_DURATION_SECONDS": "5", "TURN_END_PAUSE_MS": "300", "DEFAULT_SCORE_LIMIT": "15"}
OURS, NODE = "ludoteca", "node"


def play(name, folder):
    commands = {OURS: ["build/ludoteca", "serve", "--host", "127.0.0.1", "--port", "0",
                       "--data", folder],
                NODE: ["node", "measure/taboo/node-server.mjs"]}
    server = subprocess.Popen(commands[name], stdout=subprocess.PIPE, text=True,
                              env={**os.environ, **GAME, **NO_LIMITS, "NODE_ENV": "production"})
    try:
        port = server.stdout.readline().strip().rsplit(":", 1)[1].split("/")[0].split()[0]
        done = subprocess.run(
            ["build/measure/taboo/taboo_play", "--label", name, "--port", port,
             "--pid", str(server.pid), "--rooms", str(ROOMS), "--rate", str(RATE),
             "--quiet", str(QUIET), "--seconds", str(SECONDS)], stdout=subprocess.PIPE, text=True, check=True, timeout=170)
        return json.loads(done.stdout)
    finally:
        server.terminate()
        server.wait(20)


def best(rows, load, key):
    figures = [r[load][key] if load else r[key] for r in rows]
    return (max if key == "actionsPerSecond" else min)(figures)


def table(rows):
    columns = (("actionsPerSecond", "actions/s"), ("cpuPerAction", "CPU µs/action"),
               ("userPerAction", "of it own"), ("systemPerAction", "kernel's"), ("p50", "p50 µs"), ("p99", "p99 µs"))
    print(f"{ROOMS} rooms of 12 play whole games to 15 points, {QUIET} more sit there; "
          f"{(ROOMS + QUIET) * 12} connections; best of {ROUNDS} round(s).\nLatency is from the click to the last of the twelve.\n")
    print(f"{'load':<10} {'server':<9}" + "".join(f"{title:>15}" for _, title in columns))
    for load in ("paced", "saturated"):
        for name in (OURS, NODE):
            print(f"{load:<10} {name:<9}"
                  + "".join(f"{best(rows[name], load, key):>15.0f}" for key, _ in columns))
    print("\nResident memory, growth in kB")
    for key, title in (("playerKb", "a player who is connected"),
                       ("roomKb", "a room of players who are"),
                       ("roomWithPlayersKb", "a room with its twelve players"),
                       ("playedKb", "the same after all the playing")):
        ours, node = (best(rows[name], None, key) for name in (OURS, NODE))
        print(f"  {title:<32} {OURS} {ours:>7.1f}   {NODE} {node:>7.1f}   ratio {ours / node:.3f}")
    start = {name: best(rows[name], None, "startKb") / 1024 for name in rows}
    print(f"  the server itself, in MB         {OURS} {start[OURS]:>7.1f}   {NODE} {start[NODE]:>7.1f}")


def aims(rows):
    def ratio(load, key):
        return best(rows[OURS], load, key) / best(rows[NODE], load, key)

    print("\nAims (ours against Node's)")
    for what, value, aim in (("CPU per action, saturated", ratio("saturated", "cpuPerAction"), 0.25),
                             ("CPU per action, paced", ratio("paced", "cpuPerAction"), 0.25),
                             ("of it without the kernel's, paced", ratio("paced", "userPerAction"), 0.25),
                             ("memory per player", ratio(None, "playerKb"), 0.1),
                             ("memory per room with players", ratio(None, "roomWithPlayersKb"), 0.1)):
        print(f"  {what}: {value:.3f}, aim under {aim:g}: {'met' if value < aim else 'MISSED'}")


rows = {OURS: [], NODE: []}
for _ in range(ROUNDS):
    for server in rows:
        with tempfile.TemporaryDirectory(prefix="ludoteca-bench-") as place:
            rows[server].append(play(server, place))
table(rows)
aims(rows)
