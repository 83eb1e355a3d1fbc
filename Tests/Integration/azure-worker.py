#!/usr/bin/env python3
"""Runs several workers on one queue of the sample server and kills one of them every few seconds.

    swift build -c release --product azure-storage
    Tests/Integration/azure-worker.py .build/release/azure-storage [--messages N] [--workers N] [--kill-every SECONDS]

Each worker writes the text of a message before it deletes the message. The test passes if every text was written at least
once and the queue is empty. It counts the texts that were written more than once. Requires only python3.

With --scaling, it measures the messages per second of 1, 2, 4, and 8 workers, and the time until the messages of a killed
worker are visible again.
"""

import argparse
import collections
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--kill-every", type=float, default=3)
    parser.add_argument("--visibility", type=float, default=5)
    parser.add_argument("--concurrency", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time-limit", type=float, default=600)
    parser.add_argument("--scaling", action="store_true")
    options = parser.parse_args()
    if shutil.which(options.program) is None:
        parser.error(f"cannot run {options.program}: build it with swift build -c release --product azure-storage")
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [options.program, "serve"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            connection = ["--connection-string", server.stdout.readline().strip()]
            if options.scaling:
                status = measure(options, chance, connection)
            else:
                status = run(options, chance, folder, connection)
        finally:
            stop([server])
    sys.exit(status)


def run(options, chance, folder, connection):
    workers = []
    outputs = []
    try:
        texts = [f"message {number}" for number in range(options.messages)]
        start = time.monotonic()
        send(options, connection, "work", texts)
        print(f"sent {len(texts)} messages in {time.monotonic() - start:.1f} s")

        def start_worker():
            path = os.path.join(folder, f"{len(outputs)}.txt")
            outputs.append(path)
            with open(path, "wb") as file:
                return worker(options, connection, "work", options.concurrency, stdout=file)

        def lines():
            for path in outputs:
                with open(path, "rb") as file:
                    yield from file.read().decode().splitlines()

        workers = [start_worker() for _ in range(options.workers)]
        start = time.monotonic()
        killed = 0
        done = None
        next_kill = start + options.kill_every
        while time.monotonic() - start < options.time_limit:
            time.sleep(0.5)
            written = len(set(lines()))
            if written == len(texts) and done is None:
                done = time.monotonic() - start
            # A message that was written but not deleted becomes visible again.
            if done is not None and count(options.program, connection) == 0:
                break
            if time.monotonic() >= next_kill and done is None:
                victim = chance.randrange(len(workers))
                workers[victim].kill()
                workers[victim].wait()
                workers[victim] = start_worker()
                killed += 1
                next_kill = time.monotonic() + options.kill_every
        counts = collections.Counter(lines())
        missing = [text for text in texts if text not in counts]
        unexpected = [text for text in counts if not text.startswith("message ")]
        repeated = sum(number - 1 for number in counts.values())
        remaining = count(options.program, connection)
        print(f"handled {len(counts)} of {len(texts)} messages, {repeated} duplicates, {killed} workers killed")
        print(f"handled all messages in {done:.1f} s" if done else "timed out before all messages were handled")
        print(f"{len(missing)} messages missing, {len(unexpected)} unexpected lines, {remaining} messages in the queue")
        if killed == 0:
            print("no worker was killed: send more with --messages")
        return 0 if not missing and not unexpected and remaining == 0 and killed > 0 else 1
    finally:
        stop(workers)


def measure(options, chance, connection):
    send(options, connection, "work", [f"message {number}" for number in range(options.messages)])
    for name, command, concurrency, seconds in [
        ("50 ms", ["sleep", "0.05"], 1, 2), ("5 ms", ["sleep", "0.005"], 1, 2), ("tiny", [], options.concurrency, 1)
    ]:
        for number in [1, 2, 4, 8]:
            workers = [worker(options, connection, "work", concurrency, command) for _ in range(number)]
            try:
                time.sleep(0.5)
                start, before = time.monotonic(), count(options.program, connection)
                time.sleep(seconds)
                end, after = time.monotonic(), count(options.program, connection)
            finally:
                stop(workers)
            # The count includes the messages of the workers.
            if after < 1000:
                print("too few messages: send more with --messages")
                return 1
            print(f"{name}: {number} workers handle {(before - after) / (end - start):.0f} messages/s")

    send(options, connection, "leases", [f"message {number}" for number in range(options.concurrency)])
    victim = worker(options, connection, "leases", options.concurrency, ["sleep", "20"])
    try:
        time.sleep(chance.uniform(1, 1 + options.visibility))
    finally:
        stop([victim])
    start, delays = time.monotonic(), []
    while len(delays) < options.concurrency and time.monotonic() - start < 2 * options.visibility:
        visible = len(output(options.program, connection, "queue", "peek", "leases", "--count", "32").splitlines())
        delays += [time.monotonic() - start] * (visible - len(delays))
        time.sleep(0.05)
    if len(delays) < options.concurrency:
        print("the messages of a killed worker did not become visible in time")
        return 1
    print(f"{len(delays)} messages of a killed worker were visible after {min(delays):.1f} to {max(delays):.1f} s")
    return 0


def send(options, connection, queue, texts):
    subprocess.run(
        [options.program, *connection, "queue", "send", "--create", "--concurrency", "64", queue, "-"],
        input="\n".join(texts), text=True, check=True)


def worker(options, connection, queue, concurrency, command=(), stdout=subprocess.DEVNULL):
    return subprocess.Popen(
        [options.program, *connection, "worker", queue, "--visibility", str(options.visibility),
         "--concurrency", str(concurrency), *(["--", *command] if command else [])],
        stdout=stdout, stderr=subprocess.DEVNULL)


def stop(processes):
    for process in processes:
        process.kill()
        process.wait()


def count(program, connection):
    """Returns the number of messages in the queue, including invisible messages."""
    return int(output(program, connection, "queue", "count", "work"))


def output(program, connection, *arguments):
    """Returns the standard output of a command."""
    return subprocess.run([program, *connection, *arguments], capture_output=True, text=True, check=True).stdout


main()
