// Queries the identity service of ConoHa or another OpenStack cloud. See `swift run conoha-identity --help`.
import RillScript

printActiveSubscriptionsOnSignal()
var command = Command(
    "conoha-identity", "Queries the identity service of ConoHa or another OpenStack cloud.",
    discussion: """
        By default, conoha-identity uses a sample server and a sample account inside its own process, which requires \
        no account and no network.

        The token itself is never printed.

        \(ServiceOptions.outputDiscussion)
        """)
let arguments = Arguments(&command)
await command.run { try await Script.run(arguments) }
