// Lists the users of a Garage server and creates posts. See `swift run garage-users --help`.
import Foundation
import RillScript

Output.prepare()

exit(await Script.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment).rawValue)
