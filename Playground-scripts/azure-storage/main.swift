// Manages the blobs and queues of an Azure Storage account. See `swift run azure-storage --help`.
import RillScript

printActiveSubscriptionsOnSignal()
await command.main { reader in
    try await Script.run(try Arguments(from: &reader))
}
