"""Python's WebSocket servers and client, for websocket.py and websocket-measure.py.

    websocket_peers.py serve-websockets     a server with `websockets`
    websocket_peers.py serve-wsproto        a server with `wsproto`
    websocket_peers.py client OPTION ...    a client with `websockets`, which prints what rill-websocket-peer prints

The servers print their port, and end with standard input. Each path is a behavior, whose parameters are in the query.
"""

import argparse
import asyncio
import http
import json
import logging
import os
import resource
import socket
import struct
import sys
import threading
import time
import urllib.parse

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import (
    ClientPerMessageDeflateFactory,
    ServerPerMessageDeflateFactory,
)
from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    CloseConnection,
    Message,
    Ping,
    Pong,
    RejectConnection,
    Request,
    TextMessage,
)
from wsproto.extensions import PerMessageDeflate

PROTOCOLS = ["v2", "v1"]


def parameters(path):
    parts = urllib.parse.urlsplit(path)
    return parts.path, dict(urllib.parse.parse_qsl(parts.query))


def fragments(data, size):
    return (data[index : index + size] for index in range(0, len(data), size))


def payloads(is_text, size):
    """The same sixteen messages as those of rill-websocket-peer."""
    result = []
    for number in range(16):
        data = bytearray(size)
        for index in range(size):
            number = (number * 1103515245 + 12345) & 0x7FFFFFFF
            data[index] = 97 + (number >> 16 & 15) if is_text else number >> 16 & 255
        result.append(data.decode() if is_text else bytes(data))
    return result


# websockets


def factories(kind, option):
    if option == "off":
        return None
    settings = {}
    if option == "reset":
        settings = {"server_no_context_takeover": True, "client_no_context_takeover": True}
    elif option != "on":
        settings = {"server_max_window_bits": int(option), "client_max_window_bits": int(option)}
    return [kind(**settings)]


async def handle(connection):
    path, query = parameters(connection.request.path)
    count, size = int(query.get("count", 1)), int(query.get("size", 100))
    if path == "/echo":
        async for message in connection:
            await connection.send(message)
    elif path == "/fragments":
        # One chunk, sent repeatedly: a long message needs no memory here.
        part = int(query.get("part", 65536))
        chunk = bytes(part)

        async def parts():
            for _ in range(size // part):
                yield chunk

        for _ in range(count):
            await connection.send(parts())
        await connection.wait_closed() if "wait" in query else await connection.close()
    elif path == "/ping":
        # The client reads messages, and so answers.
        await asyncio.wait_for(await connection.ping(b"payload"), 10)
        await connection.send("pong")
        await connection.close()
    elif path == "/close":
        await connection.close(int(query.get("code", 1000)), query.get("reason", ""))
    elif path == "/abort":
        await connection.send("before")
        connection.transport.abort()
    elif path == "/cut":
        # A frame whose end is missing.
        connection.transport.write(b"\x82\x7e\x01\x00abc")
        connection.transport.close()
    elif path == "/reserved":
        connection.transport.write(b"\xf0\x00")
        await connection.wait_closed()


def reject(connection, request):
    if parameters(request.path)[0] == "/unauthorized":
        return connection.respond(http.HTTPStatus.UNAUTHORIZED, "sign in\n")
    return None


async def serve_websockets(compression):
    options = {"max_size": 1 << 31, "ping_interval": None, "close_timeout": 60, "process_request": reject}
    async with serve(
        handle, "127.0.0.1", 0, subprotocols=PROTOCOLS, select_subprotocol=select, compression=None,
        extensions=factories(ServerPerMessageDeflateFactory, compression), backlog=2000, **options
    ) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        os._exit(0)


def select(connection, offered):
    return next((name for name in PROTOCOLS if name in offered), None)


# wsproto, with a thread for each connection


def extensions(option):
    if option == "off":
        return []
    if option == "reset":
        return [PerMessageDeflate(client_no_context_takeover=True, server_no_context_takeover=True)]
    bits = {} if option == "on" else {"client_max_window_bits": int(option), "server_max_window_bits": int(option)}
    return [PerMessageDeflate(**bits)]


def wsproto_events(connection, peer):
    """Yields events until the connection ends, and sends the responses that the protocol requires."""
    while True:
        for event in connection.events():
            if isinstance(event, Ping) or (isinstance(event, CloseConnection) and connection.state.name != "CLOSED"):
                peer.sendall(connection.send(event.response()))
            yield event
            if isinstance(event, CloseConnection):
                return
        data = peer.recv(65536)
        connection.receive_data(data or None)
        if not data:
            yield CloseConnection(code=1006)
            return


def serve_wsproto_connection(peer, compression):
    connection = WSConnection(ConnectionType.SERVER)
    path, query = "", {}
    with peer:
        for event in wsproto_events(connection, peer):
            if isinstance(event, Request):
                path, query = parameters(event.target)
                if path == "/unauthorized":
                    peer.sendall(connection.send(RejectConnection(status_code=401)))
                    return
                name = next((name for name in PROTOCOLS if name in event.subprotocols), None)
                accept = AcceptConnection(subprotocol=name, extensions=extensions(compression))
                peer.sendall(connection.send(accept))
                if path == "/ping":
                    peer.sendall(connection.send(Ping(payload=b"payload")))
                elif path == "/close":
                    close = CloseConnection(code=int(query.get("code", 1000)), reason=query.get("reason"))
                    peer.sendall(connection.send(close))
                elif path == "/abort":
                    peer.sendall(connection.send(TextMessage(data="before")))
                    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    return
            elif isinstance(event, Message) and path == "/echo":
                # Each part is a frame.
                peer.sendall(connection.send(event))
            elif isinstance(event, Pong) and path == "/ping":
                if bytes(event.payload) == b"payload":
                    peer.sendall(connection.send(TextMessage(data="pong")))
                peer.sendall(connection.send(CloseConnection(code=1000)))


def serve_wsproto(compression):
    listener = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            peer, _ = listener.accept()
            peer.settimeout(30)
            threading.Thread(target=serve_wsproto_connection, args=(peer, compression), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    sys.stdin.read()


# The client


def memory(name):
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith(name))


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


async def measure(arguments):
    messages = payloads(arguments.text, arguments.size) if arguments.count else []
    factory = factories(ClientPerMessageDeflateFactory, arguments.compression)

    def opening():
        return connect(
            arguments.url, compression=None, extensions=factory, max_size=1 << 31, ping_interval=None, open_timeout=60,
            proxy=None
        )

    sockets = [await opening()]
    first = memory("VmRSS:")
    for index in range(1, arguments.connections, 50):
        sockets += await asyncio.gather(*(opening() for _ in range(min(50, arguments.connections - index))))
    opened, start, processor = memory("VmRSS:"), time.perf_counter(), processor_seconds()
    latencies = []
    totals = {"received": 0, "bytes": 0, "differences": 0}

    async def converse(connection):
        times = []
        sent = received = 0
        for sent in range(min(arguments.window, arguments.count)):
            times.append(time.perf_counter())
            await connection.send(messages[sent % 16])
        sent = min(arguments.window, arguments.count)
        try:
            async for message in connection:
                if arguments.count:
                    latencies.append(time.perf_counter() - times.pop(0))
                    totals["differences"] += message != messages[received % 16]
                received += 1
                totals["received"] += 1
                totals["bytes"] += len(message)
                if sent < arguments.count:
                    times.append(time.perf_counter())
                    await connection.send(messages[sent % 16])
                    sent += 1
                elif received == arguments.count:
                    await connection.close()
        except ConnectionClosed:
            pass

    await asyncio.gather(*(converse(connection) for connection in sockets))
    latencies.sort()
    rank = lambda percentage: latencies[max(0, -(-percentage * len(latencies) // 100) - 1)] if latencies else None
    return totals | {
        "seconds": time.perf_counter() - start,
        "cpu": processor_seconds() - processor,
        "first": first,
        "open": opened,
        "peak": memory("VmHWM:"),
        "p50": rank(50),
        "p99": rank(99),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("role", choices=["serve-websockets", "serve-wsproto", "client"])
    parser.add_argument("--compression", default="off")
    parser.add_argument("--url")
    parser.add_argument("--text", action="store_true")
    for name, value in (("size", 100), ("count", 0), ("window", 1), ("connections", 1)):
        parser.add_argument(f"--{name}", type=int, default=value)
    arguments = parser.parse_args()
    # Connections that end on purpose are not printed.
    logging.getLogger("websockets").setLevel(logging.CRITICAL)
    if arguments.role == "serve-websockets":
        asyncio.run(serve_websockets(arguments.compression))
    elif arguments.role == "serve-wsproto":
        serve_wsproto(arguments.compression)
    else:
        print(json.dumps(asyncio.run(measure(arguments))))


if __name__ == "__main__":
    main()
