// Signs a user in with OAuth 2.0 and stores the token. See `swift run oauth-login --help`.
import RillScript

printActiveSubscriptionsOnSignal()
var command = Command(
    "oauth-login", "Signs a user in with OAuth 2.0 and stores the token in a file.",
    discussion: """
        By default, oauth-login uses a sample server inside its own process and approves the sign-in itself, which \
        requires no account and no network.

        With --base-url, it prints a URL to open in a browser on this computer, and waits for the redirect to a port of \
        127.0.0.1. With --device, the browser can be on another device. The file can be read only by its owner. Programs \
        that use it renew the token.

        \(ServiceOptions.outputDiscussion)
        """)
let arguments = Arguments(&command)
await command.run { try await Script.run(arguments) }
