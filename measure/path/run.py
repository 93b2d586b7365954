"""The way of a move through the real server: validated, appended and synced, delivered to the room.

Drives build/measure/path/ludoteca_path, which is the server with a game that only repeats, with the
load generator of `./bench wire`. CPU is of all threads of the server, that of the store too.
"""
import http.client
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

repeat, seconds = (5, 2) if "full" in sys.argv[1:] else (3, 0.7)
CASES = [(1000, 4), (1000, 10), (10000, 4), (10000, 10)]
RATES = (10000, 0)
SAY = '42["say",{"t":%t,"n":%e,"p":"%p"}]'
JOIN = '420["join_room",{"roomCode":"%c","playerName":"x"}]'


def start(folder):
    server = subprocess.Popen(
        ["build/measure/path/ludoteca_path", "serve", "--host", "127.0.0.1", "--port", "0", "--data",
         folder, "--creates-per-minute", "0", "--joins-per-minute", "0", "--guesses-per-minute", "0",
         "--events-per-second", "0", "--max-per-address", "0", "--log-level", "error"],
        stdout=subprocess.PIPE, text=True)
    return server, int(server.stdout.readline().rsplit(":", 1)[1])


def make_rooms(port, count):
    """Codes of that many rooms in which the game has begun; their makers stay away."""
    client = http.client.HTTPConnection("127.0.0.1", port)
    headers = {"Content-Type": "application/json"}

    def post(path, body):
        client.request("POST", path, json.dumps(body), headers)
        return json.loads(client.getresponse().read())
    codes = []
    for _ in range(count):
        room = post("/rooms", {"game": "echo", "playerName": "maker"})
        post(f"/rooms/{room['roomCode']}/start", {"hostToken": room["hostToken"]})
        codes.append(room["roomCode"])
    return codes


def measure(connections, size):
    folder = tempfile.mkdtemp(prefix="path-", dir="build")
    server, port = start(folder)
    try:
        codes = Path(folder) / "codes"
        codes.write_text("\n".join(make_rooms(port, connections // size)) + "\n")
        load = subprocess.run(
            ["build/measure/wire/wire_load", "--label", "path", "--port", str(port), "--pid",
             str(server.pid), "--connections", str(connections), "--rooms", str(size), "--rates",
             ",".join(map(str, RATES)), "--repeat", str(repeat), "--seconds", str(seconds), "--codes",
             str(codes), "--join", JOIN, "--say", SAY], stdout=subprocess.PIPE, text=True, check=True)
        return [json.loads(line) for line in load.stdout.splitlines()]
    finally:
        server.kill()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


print("The room path in the real server: validate, append with full sync, deliver")
print("CPU of all its threads in microseconds, latency from action to delivery in microseconds")
print(f"{'connections':>11} {'room':>4} {'load':>9} {'deliver/s':>9} {'actions/s':>9} {'cpu/deliv.':>10} "
      f"{'cpu/action':>10} {'p50':>8} {'p90':>8} {'p99':>8}")
for connections, size in CASES:
    rows = measure(connections, size)
    for rate in RATES:
        best = min((r for r in rows if r["rate"] == rate), key=lambda r: r["cpuPerDelivery"])
        print(f"{connections:>11} {size:>4} {'paced' if rate else 'saturated':>9} "
              f"{best['deliveriesPerSecond']:>9.0f} {best['deliveriesPerSecond'] / size:>9.0f} "
              f"{best['cpuPerDelivery']:>10.2f} {best['cpuPerDelivery'] * size:>10.2f} "
              f"{best['p50']:>8} {best['p90']:>8} {best['p99']:>8}", flush=True)
