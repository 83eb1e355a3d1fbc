// Searches GitHub repositories. See `swift run github-search --help`.
import Foundation
import RillScript

Output.prepare()

exit(await Script.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment).rawValue)
