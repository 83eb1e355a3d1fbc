// Manages the blobs and queues of an Azure Storage account. See `swift run azure-storage --help`.
import Foundation
import RillScript

Output.prepare()

exit(await Script.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment).rawValue)
