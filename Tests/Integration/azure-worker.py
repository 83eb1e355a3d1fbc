#!/usr/bin/env python3
"""Runs several workers on one queue of the sample server and kills one of them every few seconds.

    swift build -c release --product azure-storage
    Tests/Integration/azure-worker.py .build/release/azure-storage [--messages N] [--workers N] [--kill-every SECONDS]

Each worker writes the text of a message before it deletes the message. The test passes if every text was written at least
once and the queue is empty. It counts the texts that were written more than once. Requires only python3.
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

        def start_worker():
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
        return 0 if not missing and not unexpected and remaining == 0 and killed > 0 else 1
    finally:
        for process in [*workers, server]:
            process.kill()
            process.wait()


def count(program, connection):
    """Returns the number of messages in the queue, including invisible messages."""
    shown = subprocess.run(
        [program, *connection, "queue", "count", "work"], capture_output=True, text=True, check=True)
    return int(shown.stdout)


main()
