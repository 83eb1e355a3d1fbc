// Lists the tags of Qiita. See `swift run qiita-tags --help`.
import RillScript

printActiveSubscriptionsOnSignal()
await command.main { reader in
    try await Script.run(try Arguments(from: &reader))
}
