#if os(Linux)
    import RillHTTPTesting
    import Testing

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTypes

    @Suite struct CurlLoopTests {
        @Test func deliversBodyInChunksUpTo64KiB() throws {
            let server = try LoopbackServer { _ in .pattern(byteCount: 10_000_000) }
            defer { server.stop() }
            let notes = try CurlLoop.direct().run("GET", server.baseURL + "/")
            #expect(notes?.results == [.completed])
            #expect(notes?.isPattern == true)
            #expect(notes?.violations == 0)
            #expect(notes?.byteCount == 10_000_000)
            #expect((notes?.largestChunk ?? .max) <= 64 * 1024)
        }

        @Test func runsManyExchangesConcurrently() throws {
            let server = try LoopbackServer { request in .text(request.target) }
            defer { server.stop() }
            let loop = CurlLoop.direct()
            let exchanges = try (0..<200).map { number in
                (number, try loop.start("GET", server.baseURL + "/\(number)").recorder)
            }
            for (number, recorder) in exchanges {
                let notes = recorder.waitForEnd()
                #expect(notes?.results == [.completed])
                #expect(notes?.violations == 0)
                #expect(notes?.text == "/\(number)")
            }
        }
    }
#endif
