// Lists the tags of Qiita. See `swift run qiita-tags --help`.
import RillScript

printActiveSubscriptionsOnSignal()
var command = Command(
    "qiita-tags", "Lists the tags of Qiita as a table.",
    discussion: """
        By default, qiita-tags uses a sample server inside its own process, which requires no account and no \
        network, and prints the first page.

        \(ServiceOptions.outputDiscussion)
        """)
let arguments = Arguments(&command)
await command.run { try await Script.run(arguments) }
