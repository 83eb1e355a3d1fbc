// Queries the identity service of ConoHa or another OpenStack cloud. See `swift run conoha-identity --help`.
import RillScript

printActiveSubscriptionsOnSignal()
await command.main { reader in
    try await Script.run(try Arguments(from: &reader))
}
