#!/usr/bin/env bash
# Works with the sample of Azure Storage through Microsoft's own clients for Python: installs these from PyPI in a scratch
# folder, starts the sample on the loopback interface, and takes all of it away again.
#
#   Tests/Integration/azure-sdk.sh [--folder FOLDER] [argument of `swift build` ...]
#
#   Tests/Integration/azure-sdk.sh
#   Tests/Integration/azure-sdk.sh --folder /tmp/azure-sdk --scratch-path .build
#
# Needs python3 with venv, and a way to PyPI. A folder that is named stays, with the packages in it, so that the next run
# begins at once. AZURE_BLOB_VERSION and AZURE_QUEUE_VERSION choose versions of the clients.
set -euo pipefail
cd "$(dirname "$0")/../.."

name=azure-sdk
whose="the sample's"
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

step "Program"
swift build --product azure-storage "$@"
program="$(swift build --show-bin-path "$@")/azure-storage"

step "Sample"
rm -rf "$state"
mkdir -p "$state"
"$program" serve > "$state/connection" 2> "$state/serve.log" &
server=$!
for _ in $(seq 100); do
    [ -s "$state/connection" ] && break
    kill -0 "$server" 2>/dev/null || { echo "the sample has ended before it served" >&2; exit 1; }
    sleep 0.1
done
[ -s "$state/connection" ] || { echo "the sample does not serve" >&2; exit 1; }
cat "$state/serve.log"

step "Checks"
# A proxy has nothing to do with what stays on this machine.
AZURE_STORAGE_CONNECTION_STRING=$(cat "$state/connection") NO_PROXY="127.0.0.1" no_proxy="127.0.0.1" \
    "$python" -u Tests/Integration/azure-sdk.py 2>&1 | tee "$state/checks.log"

step "$versions"
kill "$server"
ended=0
wait "$server" || ended=$?
server=""
[ "$ended" -eq 143 ] || { echo "the sample has ended with $ended instead of 143" >&2; exit 1; }
tail -n 1 "$state/checks.log"
