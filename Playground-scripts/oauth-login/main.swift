// Signs a user in with OAuth 2.0 and stores the token. See `swift run oauth-login --help`.
import RillScript

printActiveSubscriptionsOnSignal()
await command.main { reader in
    try await Script.run(try Arguments(from: &reader))
}
