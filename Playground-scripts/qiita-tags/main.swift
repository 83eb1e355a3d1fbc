// Prints Qiita's tags: `swift run qiita-tags --help` tells more.
import Foundation

// A reader that has gone, as `head` does, is noticed by the failing write.
signal(SIGPIPE, SIG_IGN)
Output.reserveStandardStreams()

exit(await Script.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment).rawValue)
