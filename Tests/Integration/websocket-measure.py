"""Measures Rill's WebSocket client and the one of `websockets` against the same server. Run by websocket.sh --measure.

    websocket-measure.py rill-websocket-peer

The clients run alternately, five times each; the medians are printed, with their ratio.
"""

import json
import pathlib
import statistics
import subprocess
import sys

peers = str(pathlib.Path(__file__).with_name("websocket_peers.py"))
peer = sys.argv[1]
GIB = 1 << 30


def run(command):
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True, timeout=600).stdout)


def serve(compression):
    process = subprocess.Popen(
        [sys.executable, "-B", peers, "serve-websockets", "--compression", compression],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )
    return process, int(process.stdout.readline())


def rill(url, compression, options):
    return run([peer, "--url", "http:" + url, "--compression", compression, *options, "--maximum-size", str(2 * GIB)])


def python(url, compression, options):
    return run([sys.executable, "-B", peers, "client", "--url", "ws:" + url, "--compression", compression, *options])


def compare(name, path, options, compression="off", repetitions=5, check=True):
    """Prints the medians of Rill, those of Python, and the ratios."""
    server, port = serve(compression)
    reports = {rill: [], python: []}
    try:
        for _ in range(repetitions):
            for client, list_of_client in reports.items():
                report = client(f"//127.0.0.1:{port}{path}", compression, list(map(str, options)))
                assert not check or report["differences"] == 0 and report.get("end", "completed") == "completed", report
                list_of_client.append(report)
    finally:
        server.stdin.close()
        server.wait(20)

    def median(client, value):
        return statistics.median(value(report) for report in reports[client])

    connections = int(options[options.index("--connections") + 1]) if "--connections" in options else 1
    received = reports[rill][0]["received"]
    assert all(report["received"] == received for report in reports[python]), name
    for title, value, unit in (
        ("time for each message", lambda report: report["seconds"] / received * 1e6, "us"),
        ("CPU for each message", lambda report: report["cpu"] / received * 1e6, "us"),
        ("p50", lambda report: (report.get("p50") or 0) * 1e6, "us"),
        ("p99", lambda report: (report.get("p99") or 0) * 1e6, "us"),
        # libcurl and OpenSSL, which are loaded with the first connection, are not counted.
        ("memory for each connection", lambda report: (report["open"] - report["first"]) / connections / 1e3, "kB"),
        ("peak above start", lambda report: (report["peak"] - report["first"]) / 1e6, "MB"),
    ):
        if connections == 1 and title.startswith("memory"):
            continue
        own, other = median(rill, value), median(python, value)
        if other > 0:
            print(f"{name:34} {title:28} {own:12.1f} {unit}  {other:12.1f} {unit}  {own / other:6.2f}", flush=True)


for kind in ("off", "on"):
    compare(f"text 100 B, {kind}", "/echo", ["--text", "--size", 100, "--count", 10_000, "--window", 64], kind)
    compare(f"binary 100 B, {kind}", "/echo", ["--size", 100, "--count", 10_000, "--window", 64], kind)
    compare(f"text 10 kB, {kind}", "/echo", ["--text", "--size", 10_000, "--count", 10_000, "--window", 16], kind, 3)
    compare(f"binary 10 kB, {kind}", "/echo", ["--size", 10_000, "--count", 10_000, "--window", 16], kind, 3)
    compare(f"echo latency, {kind}", "/echo", ["--size", 100, "--count", 5_000, "--window", 1], kind)
compare("binary 1 MiB", "/echo", ["--size", 1 << 20, "--count", 100, "--window", 1])
compare("1 MiB in fragments", f"/fragments?size={1 << 20}&count=200", [])
compare("1 GiB in fragments", f"/fragments?size={GIB}&part=1048576", [], repetitions=3)
many = ["--size", 100, "--count", 20, "--window", 1, "--connections", 1_000]
compare("1,000 connections", "/echo", many, repetitions=3)
compare("1,000 connections, on", "/echo", many, "on", repetitions=3)

# A slow reader: the server would send 6.4 GB.
server, port = serve("off")
slow = {}
for seconds in (2, 20):
    options = ["--delay", "5", "--seconds", str(seconds)]
    slow[seconds] = rill(f"//127.0.0.1:{port}/fragments?size=65536&count=100000", "off", options)
server.stdin.close()
server.wait(20)
for seconds, report in slow.items():
    print(f"slow reader, {seconds} s: {report['received']} messages, {(report['peak'] - report['first']) / 1e6:.1f} MB above start")
