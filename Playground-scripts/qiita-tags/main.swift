// Lists the tags of Qiita. See `swift run qiita-tags --help`.
import Foundation
import RillScript

Output.prepare()

exit(await Script.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment).rawValue)
