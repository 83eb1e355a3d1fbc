// Lists the tags of Qiita. See `swift run qiita-tags --help`.
import RillScript

await command.main { reader in
    try await Script.run(try Arguments(from: &reader))
}
