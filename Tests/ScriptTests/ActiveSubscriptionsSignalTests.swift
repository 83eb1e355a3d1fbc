#if os(Linux)
    import Foundation
    import RillHTTP
    import RillHTTPTesting
    import Testing

    /// SIGUSR1 prints the active subscriptions of a script.
    @Suite(.timeLimit(.minutes(10))) struct ActiveSubscriptionsSignalTests {
        @Test func signalPrintsExchangeInFlight() async throws {
            let gate = LoopbackServer.Gate()
            let server = try LoopbackServer { _ in .steps([.wait(for: gate), .head(), .bytes("late"), .finish()]) }
            defer { server.stop() }
            let errors = Pipe()
            let url = "\(server.baseURL)/?token=planted"
            let outcome = try await HTTPGet.script.run([url], errors: errors.fileHandleForWriting) { process in
                _ = try await server.waitForRequests(timeout: .seconds(30))
                kill(process.processIdentifier, SIGUSR1)
                var text = ""
                while !text.contains("exchange  ") || !text.hasSuffix("\n") {
                    let data = errors.fileHandleForReading.availableData
                    try #require(!data.isEmpty, "the script closed its standard error after \(text)")
                    text += String(decoding: data, as: UTF8.self)
                }
                #expect(text.hasPrefix("http-get: ") && text.contains(" active:\n"))
                #expect(text.contains("GET \(server.baseURL)/?token=\u{3C}redacted>"))
                #expect(!text.contains("planted"))
                gate.open()
            }
            #expect(outcome.status == 0 && outcome.output == "late")
        }
    }
#endif
