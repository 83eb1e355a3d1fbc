// Works with Azure Storage: `swift run azure-storage --help` tells more.
import Foundation
import ScriptSupport

Output.prepare()

exit(
    await ExitStatus.of { _ in
        var words = CommandLine.arguments.dropFirst()
        guard words.popFirst() == "serve" else { throw UsageError("there is one action: serve") }
        try await Serve.run(Array(words))
    }.rawValue)
