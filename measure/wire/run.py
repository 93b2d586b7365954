"""Drives our server, bare epoll and socket.io for Node in turns and prints what each costs.

Each case is measured several times, the servers taking turns, and the round in which the server
needed the least CPU counts: whatever else the machine was doing then disturbed it least.
"""
import json
import math
import subprocess
import sys
import time

BIN = "build/measure/wire/wire_"
SERVERS = {"epoll": [BIN + "bare"], "ludoteca": [BIN + "room"],
           "socket.io": ["node", "measure/wire/room.mjs"]}
ROOMS, RATES = (4, 10), (10000, 0)
repeat, seconds = (9, 2) if "full" in sys.argv[1:] else (3, 0.7)
rows = {}


def start(name, connections):
    server = subprocess.Popen(SERVERS[name], stdout=subprocess.PIPE, text=True)
    port = server.stdout.readline().split()[-1]
    events = "1,3" if name == "ludoteca" and connections == 1000 else "1"
    load = subprocess.Popen(
        [BIN + "load", "--label", name, "--port", port, "--pid", str(server.pid), "--step",
         "--connections", str(connections), "--rooms", ",".join(map(str, ROOMS)),
         "--rates", ",".join(map(str, RATES)), "--events", events, "--repeat", str(repeat),
         "--seconds", str(seconds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    return server, load


def measure(load):
    load.stdin.write("go\n")
    load.stdin.flush()
    row = json.loads(load.stdout.readline())
    key = (row["server"], row["connections"], row["room"], row["rate"], row["events"])
    if key not in rows or row["cpuPerDelivery"] < rows[key]["cpuPerDelivery"]:
        rows[key] = row


def drive(connections):
    running = {}
    try:
        for name in SERVERS:
            running[name] = start(name, connections)
            time.sleep(0.5)
        for _room in ROOMS:
            for events in (1, 3):
                for _ in range(len(RATES) * repeat):
                    for name, (_, load) in running.items():
                        if events == 1 or (name == "ludoteca" and connections == 1000):
                            measure(load)
    finally:
        for server, load in running.values():
            load.stdin.close()
            load.wait(20)
            server.kill()
            server.wait()


def load_name(rate):
    return "paced" if rate else "saturated"


def report():
    cases = [(c, room, rate) for c in (1000, 10000) for room in ROOMS for rate in RATES]
    print("Server CPU per delivered message and latency from action to delivery, in microseconds")
    print(f"{'connections':>11} {'room':>4} {'load':>9}  {'server':<10} {'deliver/s':>9} {'cpu':>7} "
          f"{'ratio':>6} {'p50':>8} {'p90':>8} {'p99':>8}")
    against_epoll, against_node, three = [], [], []
    for case in cases:
        base = rows[("epoll", *case, 1)]["cpuPerDelivery"]
        for name in SERVERS:
            r = rows[(name, *case, 1)]
            print(f"{case[0]:>11} {case[1]:>4} {load_name(case[2]):>9}  {name:<10} "
                  f"{r['deliveriesPerSecond']:>9.0f} {r['cpuPerDelivery']:>7.2f} "
                  f"{r['cpuPerDelivery'] / base:>6.2f} {r['p50']:>8} {r['p90']:>8} {r['p99']:>8}")
        ours = rows[("ludoteca", *case, 1)]["cpuPerDelivery"]
        against_epoll.append(ours / base)
        against_node.append(ours / rows[("socket.io", *case, 1)]["cpuPerDelivery"])
    print("\nResident memory per idle connection, in bytes")
    for name in SERVERS:
        sizes = [rows[(name, c, 4, 0, 1)]["idleBytes"] for c in (1000, 10000)]
        print(f"  {name:<10} {sizes[0]:>7.0f} (1000 connections) {sizes[1]:>7.0f} (10000)")
    print("\nOne action that causes three events to each member, against one event: CPU per action")
    for case in cases[:4]:
        ratio = (3 * rows[("ludoteca", *case, 3)]["cpuPerDelivery"]
                 / rows[("ludoteca", *case, 1)]["cpuPerDelivery"])
        three.append(ratio)
        print(f"  rooms of {case[1]:>2}, {load_name(case[2])}: {ratio:.2f}")
    mean = lambda ratios: math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"\nOn average over all cases: {mean(against_epoll):.2f} of bare epoll's CPU, "
          f"{mean(against_node):.2f} of socket.io's")
    print("Aims, worst case of each")
    for what, value, aim in (
            ("CPU against bare epoll", max(against_epoll), 1.15),
            ("CPU against socket.io", max(against_node), 0.5),
            ("bytes per idle connection, of 10000", rows[("ludoteca", 10000, 4, 0, 1)]["idleBytes"], 1024),
            ("three events against one", max(three), 1.5)):
        print(f"  {what}: {value:.2f}, aim at most {aim:g}: {'met' if value <= aim else 'MISSED'}")


for count in (1000, 10000):
    drive(count)
report()
