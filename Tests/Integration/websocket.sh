#!/usr/bin/env bash
# Verifies Rill's WebSocket client and server with Python's `websockets` and `wsproto`: installs them from PyPI in a scratch
# folder, runs the checks on the loopback interface, and deletes the folder.
#
#   Tests/Integration/websocket.sh [--folder FOLDER] [--measure] [argument of `swift build` ...]
#
#   Tests/Integration/websocket.sh
#   Tests/Integration/websocket.sh --folder /tmp/websocket --measure -c release
#
# Requires python3 with venv and access to PyPI. A folder given with --folder is kept with the installed packages, so that
# the next run starts faster. --measure prints figures of Rill's client and of the one of `websockets` instead. Set
# WEBSOCKETS_VERSION and WSPROTO_VERSION to select versions.
set -euo pipefail
cd "$(dirname "$0")/../.."

name=websocket
server_name="the servers"
source Tests/Integration/scratch.sh

program=websocket.py
if [ "${1:-}" = "--measure" ]; then
    program=websocket-measure.py
    shift
fi

step "Packages"
python="$folder/venv/bin/python"
if ! "$python" -c 'import websockets, wsproto' 2>/dev/null; then
    python3 -m venv "$folder/venv"
    "$python" -m pip install --quiet --disable-pip-version-check \
        "websockets${WEBSOCKETS_VERSION:+==$WEBSOCKETS_VERSION}" "wsproto${WSPROTO_VERSION:+==$WSPROTO_VERSION}"
fi
versions=$("$python" -c '
from importlib.metadata import version
print(*(f"{name} {version(name)}" for name in ("websockets", "wsproto")), sep=", ")')
echo "$versions, $("$python" --version), $(swift --version 2>/dev/null | head -n 1)"

step "Build"
swift build --product rill-websocket-peer "$@"
peer="$(swift build --show-bin-path "$@")/rill-websocket-peer"

step "Run"
# Connections to the loopback interface must not use a proxy.
NO_PROXY="127.0.0.1" no_proxy="127.0.0.1" "$python" -u -B "Tests/Integration/$program" "$peer"
