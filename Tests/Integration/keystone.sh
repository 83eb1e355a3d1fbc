#!/usr/bin/env bash
# Runs the integration tests of the ConoHa client against a real Keystone: installs Keystone from PyPI in a scratch folder,
# starts it on the loopback interface, runs the tests, and deletes the folder.
#
#   Tests/Integration/keystone.sh [--folder FOLDER] [argument of `swift test` ...]
#
#   Tests/Integration/keystone.sh
#   Tests/Integration/keystone.sh --folder /tmp/keystone --skip-build --scratch-path .build
#
# Requires python3 with venv, curl, and access to PyPI. A folder given with --folder is kept with the installed packages, so
# that the next run starts faster. Keystone's database is always new. Set KEYSTONE_VERSION to select a version.
set -euo pipefail
cd "$(dirname "$0")/../.."

name=keystone
server_name=Keystone
source Tests/Integration/scratch.sh

step "Packages"
python="$folder/venv/bin/python"
if [ ! -x "$folder/venv/bin/keystone-manage" ]; then
    python3 -m venv "$folder/venv"
    "$python" -m pip install --quiet --disable-pip-version-check "keystone${KEYSTONE_VERSION:+==$KEYSTONE_VERSION}"
fi
keystone_version=$("$python" -c 'from importlib.metadata import version; print(version("keystone"))')
echo "Keystone $keystone_version, $("$python" --version), $(swift --version 2>/dev/null | head -n 1)"

step "Keystone's state"
port=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
url="http://127.0.0.1:$port"
password=$("$python" -c 'import secrets; print(secrets.token_urlsafe(18))')
rm -rf "$state"
mkdir -p "$state/fernet-keys" "$state/credential-keys" "$state/log"
chmod 700 "$state"
cat > "$state/keystone.conf" <<END
[DEFAULT]
log_file = $state/log/keystone.log
[database]
connection = sqlite:///$state/keystone.db
[token]
provider = fernet
expiration = 3600
[fernet_tokens]
key_repository = $state/fernet-keys
[fernet_receipts]
key_repository = $state/fernet-keys
[credential]
key_repository = $state/credential-keys
END
manage() {
    if ! "$folder/venv/bin/keystone-manage" --config-file "$state/keystone.conf" "$@" > "$state/manage.log" 2>&1; then
        echo "keystone-manage $1 failed:" >&2
        tail -n 20 "$state/manage.log" >&2
        exit 1
    fi
}
user=$(id -un)
group=$(id -gn)
manage db_sync
manage fernet_setup --keystone-user "$user" --keystone-group "$group"
manage credential_setup --keystone-user "$user" --keystone-group "$group"
manage bootstrap --bootstrap-password "$password" --bootstrap-username admin --bootstrap-project-name admin \
    --bootstrap-role-name admin --bootstrap-service-name keystone --bootstrap-region-id tyo1 \
    --bootstrap-public-url "$url/v3/" --bootstrap-internal-url "$url/v3/" --bootstrap-admin-url "$url/v3/"

step "Server at $url"
cat > "$state/serve.py" <<'END'
import os
import socketserver
from wsgiref import simple_server

os.environ["OS_KEYSTONE_CONFIG_FILES"] = os.environ["KEYSTONE_CONF"]

from keystone.server.wsgi import initialize_public_application


class Server(socketserver.ThreadingMixIn, simple_server.WSGIServer):
    daemon_threads = True
    request_queue_size = 128


# Keystone parses the arguments of the process, so this script reads its settings from the environment.
application = initialize_public_application()
simple_server.make_server("127.0.0.1", int(os.environ["KEYSTONE_PORT"]), application, Server).serve_forever()
END
KEYSTONE_CONF="$state/keystone.conf" KEYSTONE_PORT="$port" "$python" "$state/serve.py" > "$state/serve.log" 2>&1 &
server=$!
status_code=""
for _ in $(seq 120); do
    kill -0 "$server" 2>/dev/null || { echo "Keystone exited before its first response" >&2; exit 1; }
    status_code=$(curl --silent --noproxy '*' --max-time 5 --output /dev/null --write-out '%{http_code}' "$url/" || true)
    [ "$status_code" = 300 ] && break
    sleep 0.5
done
[ "$status_code" = 300 ] || { echo "Keystone is not ready at $url (last status: $status_code)" >&2; exit 1; }
curl --silent --noproxy '*' "$url/v3"
echo

step "Tests"
export CONOHA_IDENTITY_URL="$url" CONOHA_REGION=tyo1 CONOHA_USERNAME=admin CONOHA_PASSWORD="$password" \
    CONOHA_PROJECT_NAME=admin CONOHA_DOMAIN_ID=default CONOHA_IS_ADMIN=1
unset CONOHA_PROJECT_ID CONOHA_TENANT_ID CONOHA_TENANT_NAME CONOHA_DOMAIN_NAME
swift test --disable-xctest --filter 'ConoHaTests\.KeystoneIntegrationTests' "$@" 2>&1 | tee "$state/test.log"

step "Keystone $keystone_version"
# Each case of a test with arguments counts as a test.
passed=$(grep -aoE ' Test [A-Za-z0-9]+\([A-Za-z:]*\) (with [0-9]+ test cases? )?passed' "$state/test.log" \
    | awk '{ count += ($3 == "with" ? $4 : 1) } END { print count + 0 }' || true)
skipped=$(grep -acE ' Test [A-Za-z0-9]+\([A-Za-z:]*\) skipped' "$state/test.log" || true)
echo "$passed tests passed, $skipped skipped"
# The run fails if the filter matches no test or the environment disables all tests.
[ "$passed" -gt 0 ] || { echo "no tests ran" >&2; exit 1; }
