"""Checks Rill's WebSocket client and server against Python's `websockets` and `wsproto`. Run by websocket.sh.

    websocket.py rill-websocket-peer
"""

import asyncio
import http.client
import json
import pathlib
import socket
import subprocess
import sys
import urllib.parse

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    BytesMessage,
    CloseConnection,
    Message,
    Ping,
    Pong,
    Request,
    TextMessage,
)

import websocket_peers as peers

MIB = 1 << 20
COMPRESSIONS = ["off", "on", "reset", "9", "12"]
peer = sys.argv[1]
checks = 0


class Server:
    """A server in a process, which ends with this one."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        assert line, f"{command} did not start"
        self.port = int(line)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(20)


def python_server(kind, compression):
    file = pathlib.Path(__file__).with_name("websocket_peers.py")
    return Server(sys.executable, "-B", str(file), f"serve-{kind}", "--compression", compression)


def expect(name, actual, **expected):
    global checks
    checks += 1
    different = {key: actual.get(key) for key, value in expected.items() if actual.get(key) != value}
    assert not different, f"{name}: expected {expected}, got {different} in {actual}"


# Rill's client


def rill(server, path, *options):
    url = f"http://127.0.0.1:{server.port}{path}"
    command = [peer, "--url", url, "--seconds", "30", *map(str, options)]
    output = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
    return json.loads(output)


def check_client_messages(server, name, compression):
    options = ("--compression", compression)
    for size, count, window in ((0, 3, 1), (1, 3, 1), (125, 50, 4), (126, 50, 4), (65536, 20, 2), (MIB, 3, 1)):
        for kind in ((), ("--text",)):
            report = rill(server, "/echo", "--size", size, "--count", count, "--window", window, *kind, *options)
            expect(f"{name} {size} {kind}", report, received=count, bytes=size * count, differences=0, end="completed")


def check_client(server, name):
    expect(name, rill(server, "/echo", "--count", 1, "--protocol", "v1"), subprotocol="v1", end="completed")
    expect(name, rill(server, "/echo", "--count", 1, "--protocol", "v0"), subprotocol=None, received=1)
    expect(name, rill(server, "/ping"), received=1, end="completed")
    # The server answers the pings of a client that has nothing to send; the client would fail otherwise.
    slow = rill(server, "/echo", "--ping", 50, "--seconds", 1)
    expect(f"{name}: pings", slow, received=0, end="completed")
    for code, reason in ((1000, "bye"), (1001, "away"), (3000, ""), (4999, "é" * 61)):
        path = "/close?" + urllib.parse.urlencode({"code": code, "reason": reason})
        report = rill(server, path)
        expect(f"{name}: close", report, code=None if code == 1000 else code)
        assert reason in report["end"] or code == 1000, report
        closed = rill(server, "/echo", "--count", 1, "--code", code, *(["--reason", reason] if reason else []))
        # The server repeats the code, so that the client sees its own.
        expect(f"{name}: close by the client", closed, received=1, code=None if code == 1000 else code)
    # The server of wsproto resets the connection, which is a failure of the transport.
    aborted = rill(server, "/abort")
    assert aborted.get("code") == 1006 or "reset by peer" in aborted["end"], aborted
    report = rill(server, "/unauthorized")
    expect(f"{name}: 401", report, received=0, code=None)
    assert "401" in report["end"], report


def check_rill_client():
    for compression in COMPRESSIONS:
        for kind in ("websockets", "wsproto"):
            name = f"client with {kind}, compression {compression}"
            with python_server(kind, compression) as server:
                check_client_messages(server, name, compression)
                if kind == "websockets":
                    for path, size in ((f"/fragments?size={MIB}&part=1024", MIB), (f"/fragments?size={MIB}&part=65536", MIB)):
                        report = rill(server, path, "--compression", compression)
                        expect(name, report, received=1, bytes=size, end="completed")
                if compression in ("off", "on"):
                    check_client(server, name)
                    # Either side may decline the compression.
                    other = "off" if compression == "on" else "on"
                    expect(name, rill(server, "/echo", "--count", 5, "--compression", other), received=5, differences=0)
                if compression == "off" and kind == "websockets":
                    expect(name, rill(server, "/cut"), code=1006)
                    expect(name, rill(server, "/reserved"), code=1002)
                    report = rill(server, f"/fragments?size={MIB}", "--maximum-size", MIB - 1)
                    expect(name, report, received=0, code=1009)
            print(f"ok  {name}")


# Rill's server


def contents():
    return ["", b"", "a", "söme text " * 20, b"x" * 125, b"x" * 126, b"x" * 65536, "y" * MIB, bytes(range(256)) * 4096]


async def check_websockets_client(port, compression):
    base = f"ws://127.0.0.1:{port}"
    factory = peers.factories(ClientPerMessageDeflateFactory, compression)
    options = {"compression": None, "extensions": factory, "max_size": None, "proxy": None, "subprotocols": ["v1", "v3"]}
    echo = f"{base}/echo?compression={compression}"
    async with connect(echo, **options) as connection:
        assert connection.subprotocol == "v1"
        for content in contents():
            await connection.send(content)
            assert await connection.recv() == content, len(content)
            parts = list(peers.fragments(content, 1000)) or [content]
            await connection.send(parts)
            assert await connection.recv() == content, f"fragments of {len(content)}"
        await asyncio.wait_for(await connection.ping(b"payload"), 10)
        await connection.close(4000, "done")
        assert (connection.close_code, connection.close_reason) == (4000, ""), connection.close_code
    # The server sends pings, and fails if the client does not answer.
    async with connect(f"{base}/echo?ping=50", **options) as connection:
        await asyncio.sleep(0.5)
        await connection.send("still open")
        assert await connection.recv() == "still open"
    for code, reason in ((1000, "bye"), (1001, "away"), (3000, ""), (4999, "é" * 61)):
        query = urllib.parse.urlencode({"code": code, "reason": reason})
        async with connect(f"{base}/close?{query}", **options) as connection:
            await connection.wait_closed()
            assert (connection.close_code, connection.close_reason) == (code, reason)
    async with connect(f"{base}/abort", **options) as connection:
        await connection.wait_closed()
        assert connection.close_code == 1011, connection.close_code
    try:
        await connect(f"{base}/unauthorized", **options)
        raise AssertionError("accepted")
    except InvalidStatus as error:
        assert error.response.status_code == 401


def check_wsproto_client(port, compression):
    connection = WSConnection(ConnectionType.CLIENT)
    with socket.create_connection(("127.0.0.1", port), timeout=20) as peer_socket:
        request = Request(
            host=f"127.0.0.1:{port}", target=f"/echo?compression={compression}", subprotocols=["v2"],
            extensions=peers.extensions(compression),
        )
        peer_socket.sendall(connection.send(request))
        events = peers.wsproto_events(connection, peer_socket)
        accepted = next(events)
        assert isinstance(accepted, AcceptConnection) and accepted.subprotocol == "v2", accepted

        def received():
            parts = []
            for event in events:
                assert isinstance(event, Message), event
                parts.append(event.data)
                if event.message_finished:
                    return ("" if isinstance(event, TextMessage) else b"").join(parts)

        for content in contents():
            kind = TextMessage if isinstance(content, str) else BytesMessage
            peer_socket.sendall(connection.send(kind(data=content)))
            assert received() == content, len(content)
            parts = list(peers.fragments(content, 1000)) or [content]
            for index, part in enumerate(parts[:100]):
                last = index == len(parts[:100]) - 1
                peer_socket.sendall(connection.send(kind(data=part, message_finished=last)))
                if index == 0 and not last:
                    peer_socket.sendall(connection.send(Ping(payload=b"between")))
            if len(parts) > 1:
                pong = next(events)
                assert isinstance(pong, Pong) and bytes(pong.payload) == b"between", pong
            assert received() == content[: 100 * 1000], f"fragments of {len(content)}"
        peer_socket.sendall(connection.send(CloseConnection(code=4001)))
        close = next(events)
        assert isinstance(close, CloseConnection) and close.code == 4001, close
        assert peer_socket.recv(1) == b""


def check_rill_server():
    global checks
    with Server(peer) as server:
        for compression in COMPRESSIONS:
            asyncio.run(asyncio.wait_for(check_websockets_client(server.port, compression), 60))
            check_wsproto_client(server.port, compression)
            checks += 2
            print(f"ok  server, compression {compression}")
        # A request that is not a handshake.
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        connection.request("GET", "/echo")
        assert connection.getresponse().status == 400
        checks += 1


check_rill_client()
check_rill_server()
print(f"{checks} checks passed")
