// Logs in at ConoHa, or any OpenStack, and looks around: `swift run conoha-identity --help` tells more.
import Foundation
import RillScriptSupport

Output.prepare()

exit(await Script.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment).rawValue)
