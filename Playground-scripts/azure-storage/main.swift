// Manages the blobs and queues of an Azure Storage account. See `swift run azure-storage --help`.
import RillScript

printActiveSubscriptionsOnSignal()
var command = Command(
    "azure-storage", "Manages the blobs and queues of an Azure Storage account.",
    discussion: """
        By default, azure-storage uses a sample server inside its own process, which requires no account and no \
        network. Its data is discarded on exit. The subcommand serve keeps a server running for other programs, and prints its \
        connection string. The server also accepts the access token sample-token.

        Progress, notices and errors are written to standard error.

        Exit status: 0 success, 1 failure, 64 invalid usage, 130 interrupted, 128+N terminated by signal N.
        """)
let arguments = Arguments(&command)
await command.run { try await RunningAccount.run(arguments) }
