#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import Testing

    /// Tests of the processor time that a script uses while its main thread waits for a response.
    @Suite struct WaitingTests {
        @Test(.timeLimit(.minutes(10)))
        func waitingForAResponseUsesNoProcessorTime() async throws {
            let gate = LoopbackServer.Gate()
            let server = try LoopbackServer { _ in .steps([.wait(for: gate), .head(), .bytes("[]"), .finish()]) }
            defer { server.stop() }
            let arguments = ["http", "--child", "--only", "CurlTransport", "--requests", "1", "--url", server.baseURL]
            let outcome = try await Script(name: "rill-bench").run(arguments) { process in
                try await server.waitForRequests(1, timeout: .seconds(60))
                let before = try ticks(of: process)
                try await oneSecond()
                let used = try ticks(of: process) - before
                gate.open()
                // A second has 100 ticks.
                #expect(used < 10)
            }
            #expect(outcome.status == 0, "\(outcome.errors)")
        }

        /// Returns the processor time of a process in hundredths of a second.
        private func ticks(of process: Process) throws -> Int {
            let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
            let columns = text.drop { $0 != ")" }.split(separator: " ")
            return try #require(Int(columns[12])) + #require(Int(columns[13]))
        }

        /// Waits for one second of real time, using a server that delays its response.
        private func oneSecond() async throws {
            let clock = try LoopbackServer { _ in .steps([.pause(.seconds(1)), .head(.untilClose), .close]) }
            defer { clock.stop() }
            let request = HTTPRequest(method: .get, scheme: "http", authority: clock.authority, path: "/")
            for try await _ in CurlTransport().send(request, body: nil).values {}
        }
    }
#endif
