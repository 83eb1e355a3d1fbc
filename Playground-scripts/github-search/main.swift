// Searches GitHub: `swift run github-search --help` tells more.
import Foundation
import ScriptSupport

Output.prepare()

exit(await Script.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment).rawValue)
