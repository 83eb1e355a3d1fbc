// Searches GitHub repositories. See `swift run github-search --help`.
import RillScript

printActiveSubscriptionsOnSignal()
var command = Command(
    "github-search", "Searches GitHub repositories and prints the results as a table.",
    discussion: """
        By default, github-search uses a sample server inside its own process, which requires no account and no \
        network, and searches for language:swift.

        \(ServiceOptions.outputDiscussion)
        """)
let arguments = Arguments(&command)
await command.run { try await Script.run(arguments) }
