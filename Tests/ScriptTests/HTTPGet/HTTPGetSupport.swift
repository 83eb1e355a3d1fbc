import Foundation
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Synchronization
import Testing

/// Helpers for the tests of `http-get`.
enum HTTPGet {
    static let script = Script(name: "http-get")

    /// Runs the script against a loopback server, and returns the stopped server with its recorded requests.
    static func run(
        _ options: [String] = [], path: String = "/", _ handler: @escaping LoopbackServer.Handler
    ) async throws -> (outcome: Script.Outcome, server: LoopbackServer) {
        let server = try LoopbackServer(handler: handler)
        defer { server.stop() }
        return (try await script.run(options + [server.baseURL + path]), server)
    }

    /// Runs the script with standard output redirected to a file, for binary output.
    static func bytes(_ arguments: [String]) async throws -> (outcome: Script.Outcome, bytes: [UInt8]) {
        try await withFolder { folder in
            let file = folder.appending(path: "output")
            try Data().write(to: file)
            let handle = try FileHandle(forWritingTo: file)
            defer { try? handle.close() }
            let outcome = try await script.run(arguments, output: handle)
            return (outcome, [UInt8](try Data(contentsOf: file)))
        }
    }

    /// Returns the names of all files in a folder, including hidden files.
    static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}

/// A counter that starts at zero.
final class Count: Sendable {
    private let value = Atomic(0)

    func next() -> Int { value.add(1, ordering: .relaxed).oldValue }
}
