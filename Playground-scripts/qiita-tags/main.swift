// Prints Qiita's tags: `swift run qiita-tags --help` tells more.
import Foundation
import RillScriptSupport

Output.prepare()

exit(await Script.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment).rawValue)
