// Works with blobs and queues of Azure Storage: `swift run azure-storage --help` tells more.
import Foundation
import RillScriptSupport

Output.prepare()

exit(await Script.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment).rawValue)
