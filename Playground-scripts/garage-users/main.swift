// Lists the users of a Garage server, and writes posts: `swift run garage-users --help` tells more.
import Foundation
import RillScriptSupport

Output.prepare()

exit(await Script.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment).rawValue)
