// Logs in at ConoHa, or any OpenStack, and looks around: `swift run conoha-identity --help` tells more.
import Foundation
import ScriptSupport

Output.prepare()

exit(await Script.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment).rawValue)
