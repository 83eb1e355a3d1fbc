// Lists the users of a Garage server and creates posts. See `swift run garage-users --help`.
import RillScript

printActiveSubscriptionsOnSignal()
var command = Command(
    "garage-users",
    """
    Lists users, shows a user with their posts, or creates a post on a server with the API of Garage's example \
    application.
    """,
    discussion: """
        By default, garage-users uses a sample server inside its own process, which requires no account and no \
        network.

        \(ServiceOptions.outputDiscussion)
        """)
let arguments = Arguments(&command)
await command.run { try await Script.run(arguments) }
