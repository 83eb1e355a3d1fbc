#!/usr/bin/env python3
"""Lets several processes work on one queue of the sample service, and kills one of them every few seconds.

    swift build -c release --product azure-storage
    Tests/Integration/azure-worker.py .build/release/azure-storage [--messages N] [--workers N] [--kill-every SECONDS]

Each worker writes the text of a message before it deletes the message. In the end every text has to have been written at
least once, and the queue has to be empty. Texts that were written more than once are counted. Needs python3 alone.
"""

import argparse
import collections
import os
import random
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
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(run(options, chance, folder))


def run(options, chance, folder):
    server = subprocess.Popen(
        [options.program, "serve"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    workers = []
    outputs = []
    try:
        connection = ["--connection-string", server.stdout.readline().strip()]
        texts = [f"message {number}" for number in range(options.messages)]
        start = time.monotonic()
        subprocess.run(
            [options.program, *connection, "queue", "send", "--create", "--concurrency", "64", "work", "-"],
            input="\n".join(texts), text=True, check=True)
        print(f"sent {len(texts)} messages in {time.monotonic() - start:.1f} s")

        def begin():
            path = os.path.join(folder, f"{len(outputs)}.txt")
            outputs.append(path)
            with open(path, "wb") as output:
                return subprocess.Popen(
                    [options.program, *connection, "worker", "work", "--visibility", str(options.visibility),
                     "--concurrency", str(options.concurrency)],
                    stdout=output, stderr=subprocess.DEVNULL)

        def lines():
            for path in outputs:
                with open(path, "rb") as file:
                    yield from file.read().decode().splitlines()

        workers = [begin() for _ in range(options.workers)]
        start = time.monotonic()
        killed = 0
        done = None
        next_kill = start + options.kill_every
        while time.monotonic() - start < options.time_limit:
            time.sleep(0.5)
            written = len(set(lines()))
            if written == len(texts) and done is None:
                done = time.monotonic() - start
            # What is written and not deleted comes back once more.
            if done is not None and count(options.program, connection) == 0:
                break
            if time.monotonic() >= next_kill and done is None:
                victim = chance.randrange(len(workers))
                workers[victim].kill()
                workers[victim].wait()
                workers[victim] = begin()
                killed += 1
                next_kill = time.monotonic() + options.kill_every
        counts = collections.Counter(lines())
        missing = [text for text in texts if text not in counts]
        strangers = [text for text in counts if not text.startswith("message ")]
        repeated = sum(number - 1 for number in counts.values())
        left = count(options.program, connection)
        print(f"{len(counts)} of {len(texts)} messages were handled, {repeated} of them again; {killed} workers were killed")
        print(f"all were handled after {done:.1f} s" if done else "not all were handled in time")
        print(f"{len(missing)} are missing, {len(strangers)} lines are no message, {left} are left in the queue")
        return 0 if not missing and not strangers and left == 0 and killed > 0 else 1
    finally:
        for process in [*workers, server]:
            process.kill()
            process.wait()


def count(program, connection):
    """How many messages are in the queue, be they seen or not."""
    shown = subprocess.run(
        [program, *connection, "queue", "count", "work"], capture_output=True, text=True, check=True)
    return int(shown.stdout)


main()
