#if os(Linux)
    import Foundation
    import RillHTTP
    import RillHTTPTesting
    import Testing

    /// The phases of exchanges that `http-get` prints.
    @Suite(.timeLimit(.minutes(10))) struct HTTPGetTimingTests {
        private struct Timing: Decodable {
            struct Attempt: Decodable {
                let status: Int?
                let phases: [String: Double]
                let isConnectionReused: Bool
                let httpVersion: String
                let remotePort: Int
                let decodedBytes: Int
            }

            let method: String
            let url: String
            let status: Int
            let total: Double
            let attempts: [Attempt]
        }

        @Test func timingPrintsLineOfJSON() async throws {
            let count = Count()
            let (outcome, server) = try await HTTPGet.run(["--timing", "--retry", "1"], path: "/?token=planted") { _ in
                count.next() == 0 ? .status(.serviceUnavailable) : .text("hello")
            }
            #expect(outcome.output == "hello")
            let line = try #require(outcome.errors.split(separator: "\n").last)
            let timing = try JSONDecoder().decode(Timing.self, from: Data(line.utf8))
            #expect(timing.method == "GET" && timing.status == 200)
            #expect(timing.url == "\(server.baseURL)/?token=<redacted>")
            try #require(timing.attempts.count == 2)
            #expect(timing.attempts.map(\.status) == [503, 200])
            #expect(timing.attempts.map(\.decodedBytes) == [0, 5])
            #expect(timing.attempts.allSatisfy { $0.httpVersion == "1.1" && $0.remotePort == Int(server.port) })
            #expect(timing.attempts[0].phases["connect"] != nil && timing.attempts[1].phases["first byte"] != nil)
            #expect(timing.attempts[1].phases.values.reduce(0, +) <= timing.total)
        }

        @Test func verbosePrintsTableOfPhases() async throws {
            let (outcome, server) = try await HTTPGet.run(["--verbose"]) { _ in .text("hello") }
            let names = ["queue", "name resolution", "connect", "TLS", "request", "first byte", "transfer", "total"]
            let lines = outcome.errors.split(separator: "\n").filter { line in
                names.contains { line.hasPrefix("    \($0) ") }
            }
            #expect(lines.count == names.count)
            #expect(lines.contains { $0.hasPrefix("    TLS ") && $0.hasSuffix(" -") })
            #expect(Set(lines.map(\.count)).count == 1)
            outcome.expect(
                errors: .contains("    HTTP/1.1, 127.0.0.1 port \(server.port), new connection\n"),
                .contains("B received, 5 B decoded\n"))
        }
    }
#endif
