// Queries the identity service of ConoHa or another OpenStack cloud. See `swift run conoha-identity --help`.
import Foundation
import RillScript

Output.prepare()

exit(await Script.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment).rawValue)
