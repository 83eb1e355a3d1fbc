// Lists the users of a Garage server and creates posts. See `swift run garage-users --help`.
import RillScript

printActiveSubscriptionsOnSignal()
await command.main { reader in
    try await Script.run(try Arguments(from: &reader))
}
