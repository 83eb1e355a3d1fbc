// Searches GitHub: `swift run github-search --help` tells more.
import Foundation
import RillScriptSupport

Output.prepare()

exit(await Script.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment).rawValue)
