# Shared setup of the integration scripts: a scratch folder, and cleanup on exit. Scripts source this file with their own
# arguments after setting:
#
#   name=keystone           the name of the temporary folder
#   server_name=Keystone    the name of the server in error messages
#
# Consumes the option --folder and sets `folder`, which is kept if it was given, and `state`, a subfolder that is always
# deleted. On exit, stops the process whose ID is in `server`, if any. Its output must be in `$state/serve.log`.
folder=""
keeps_folder=0
if [ "${1:-}" = "--folder" ]; then
    [ $# -ge 2 ] || { echo "--folder requires a path" >&2; exit 64; }
    mkdir -p "$2"
    folder=$(cd "$2" && pwd)
    keeps_folder=1
    shift 2
else
    folder=$(mktemp -d "${TMPDIR:-/tmp}/$name.XXXXXX")
fi
state="$folder/state"
server=""

finish() {
    status=$?
    trap - EXIT
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    fi
    if [ "$status" -ne 0 ] && [ -s "$state/serve.log" ]; then
        echo "== Last output of $server_name" >&2
        tail -n 20 "$state/serve.log" >&2
    fi
    if [ "$keeps_folder" -eq 1 ]; then rm -rf "$state"; else rm -rf "$folder"; fi
    exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

step() { printf '\n== %s (%ds)\n' "$1" "$SECONDS"; }
