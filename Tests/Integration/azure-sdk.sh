#!/usr/bin/env bash
# Verifies the sample server of Azure Storage with Microsoft's Python clients: installs the clients from PyPI in a scratch
# folder, starts the sample server on the loopback interface, runs the checks, and deletes the folder.
#
#   Tests/Integration/azure-sdk.sh [--folder FOLDER] [argument of `swift build` ...]
#
#   Tests/Integration/azure-sdk.sh
#   Tests/Integration/azure-sdk.sh --folder /tmp/azure-sdk --scratch-path .build
#
# Requires python3 with venv and access to PyPI. A folder given with --folder is kept with the installed packages, so that
# the next run starts faster. Set AZURE_BLOB_VERSION and AZURE_QUEUE_VERSION to select versions of the clients.
set -euo pipefail
cd "$(dirname "$0")/../.."

name=azure-sdk
server_name="the sample server"
source Tests/Integration/scratch.sh

step "Packages"
python="$folder/venv/bin/python"
if ! "$python" -c 'import azure.storage.blob, azure.storage.queue' 2>/dev/null; then
    python3 -m venv "$folder/venv"
    "$python" -m pip install --quiet --disable-pip-version-check \
        "azure-storage-blob${AZURE_BLOB_VERSION:+==$AZURE_BLOB_VERSION}" \
        "azure-storage-queue${AZURE_QUEUE_VERSION:+==$AZURE_QUEUE_VERSION}"
fi
versions=$("$python" -c '
from importlib.metadata import version
print(*(f"{name} {version(name)}" for name in ("azure-storage-blob", "azure-storage-queue", "azure-core")), sep=", ")')
echo "$versions, $("$python" --version), $(swift --version 2>/dev/null | head -n 1)"

step "Build"
swift build --product azure-storage "$@"
program="$(swift build --show-bin-path "$@")/azure-storage"

step "Sample server"
rm -rf "$state"
mkdir -p "$state"
"$program" serve > "$state/connection" 2> "$state/serve.log" &
server=$!
for _ in $(seq 100); do
    [ -s "$state/connection" ] && break
    kill -0 "$server" 2>/dev/null || { echo "the sample server exited before it was ready" >&2; exit 1; }
    sleep 0.1
done
[ -s "$state/connection" ] || { echo "the sample server is not ready after 10 s" >&2; exit 1; }
cat "$state/serve.log"

step "Checks"
# Requests to the loopback interface must not use a proxy.
AZURE_STORAGE_CONNECTION_STRING=$(cat "$state/connection") NO_PROXY="127.0.0.1" no_proxy="127.0.0.1" \
    "$python" -u -B Tests/Integration/azure-sdk.py 2>&1 | tee "$state/checks.log"

step "$versions"
kill "$server"
ended=0
wait "$server" || ended=$?
server=""
[ "$ended" -eq 143 ] || { echo "the sample server exited with status $ended, expected 143" >&2; exit 1; }
tail -n 1 "$state/checks.log"
