// Searches GitHub repositories. See `swift run github-search --help`.
import RillScript

printActiveSubscriptionsOnSignal()
await command.main { reader in
    try await Script.run(try Arguments(from: &reader))
}
