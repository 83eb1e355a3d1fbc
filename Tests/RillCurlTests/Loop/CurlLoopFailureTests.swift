#if os(Linux)
    import RillHTTPTesting
    import Testing

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTypes

    @Suite struct CurlLoopFailureTests {
        private func notes(of response: LoopbackServer.Response) throws -> CurlRecorder.Notes {
            let server = try LoopbackServer { _ in response }
            defer { server.stop() }
            let notes = try #require(try CurlLoop.direct().run("GET", server.baseURL + "/"))
            #expect(notes.results.count == 1)
            #expect(notes.violations == 0)
            return notes
        }

        @Test func refusedConnectionFailsWithCouldNotConnect() throws {
            let failure = try CurlLoop.direct().run("GET", ClosedPort.baseURL + "/")?.failure
            #expect(failure?.code == .couldNotConnect)
            #expect(failure?.reason == .refused)
            #expect(failure?.text.contains("127.0.0.1") == true)
        }

        @Test func endlessHeadFailsWithTooLarge() throws {
            let line = "A: " + String(repeating: "b", count: 1_000) + "\r\n"
            let text = "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 2_000)
            #expect(try notes(of: .steps([.raw(text), .stall])).failure?.code == .tooLarge)
        }

        private func expectClosedEarly(
            _ failure: TransportError?, _ prefix: String, location: SourceLocation = #_sourceLocation
        ) {
            #expect(failure?.code == .closedEarly, sourceLocation: location)
            #expect(failure?.text.hasPrefix(prefix) == true, "\(failure?.text ?? "")", sourceLocation: location)
        }

        @Test(arguments: [0, 1, 12, 17, 30])
        func truncatedHeadFailsWithClosedEarly(byteCount: Int) throws {
            let notes = try notes(of: .steps([.partialHead(byteCount: byteCount), .close]))
            expectClosedEarly(notes.failure, "0 bytes received: ")
            #expect(notes.heads.isEmpty)
        }

        @Test func truncatedBodyFailsWithReceivedAndExpectedCount() throws {
            let notes = try notes(of: .truncated(Array("only".utf8), declaredLength: 504))
            expectClosedEarly(notes.failure, "4 of 504 bytes received: ")
            #expect(notes.text == "only")
        }

        @Test func missingLastChunkFailsWithClosedEarly() throws {
            let notes = try notes(of: .steps([.head(), .bytes("only"), .close]))
            #expect(notes.failure?.code == .closedEarly)
            #expect(notes.failure?.text.firstMatch(of: #/^\d+ bytes received: /#) != nil)
            #expect(notes.text == "only")
        }

        @Test func connectionResetFailsWithClosedEarly() throws {
            expectClosedEarly(try notes(of: .reset).failure, "0 bytes received: ")
            // The reset may discard bytes that were sent before it.
            let notes = try notes(of: .steps([.head(.length(10)), .bytes("12345"), .reset]))
            let total = notes.heads.isEmpty ? "" : " of 10"
            expectClosedEarly(notes.failure, "\(notes.byteCount)\(total) bytes received: ")
        }
    }
#endif
