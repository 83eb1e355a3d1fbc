// Lists, redacts, splits, and checks HAR files. See `swift run cassette --help`.
import RillScript

await command.main { reader in
    try Script.run(try Arguments(from: &reader))
}
