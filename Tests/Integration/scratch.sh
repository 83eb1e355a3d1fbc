# What the scripts beside this one share: a scratch folder, and the end of what they have started. They source it, with their
# own arguments in place, after they have set:
#
#   name=keystone           the name of the folder
#   whose="Keystone's"      whose output is shown when something fails
#
# It leaves the arguments that are not its own, and sets `folder`, which stays if it was named, and `state`, a folder in it
# that never stays. The process in `server`, if there is one, is ended with the script; its output is expected in
# `$state/serve.log`.
folder=""
keeps_folder=0
if [ "${1:-}" = "--folder" ]; then
    [ $# -ge 2 ] || { echo "--folder needs a folder" >&2; exit 64; }
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
        echo "== The end of $whose output" >&2
        tail -n 20 "$state/serve.log" >&2
    fi
    if [ "$keeps_folder" -eq 1 ]; then rm -rf "$state"; else rm -rf "$folder"; fi
    exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

step() { printf '\n== %s (%ds)\n' "$1" "$SECONDS"; }
