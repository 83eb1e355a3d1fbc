#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTesting
    import RillTesting
    import Testing

    /// That a reader who does not read holds a real server back.
    @Suite struct StreamBackPressureTests {
        private let limit = Duration.seconds(60)

        /// How much may be on its way to a reader that does not read: the buffers of kernel and transport.
        private let held = 24 << 20

        /// A subscriber that is paused after its first element, and what the server has written when others are through.
        private func written<Element: Sendable>(
            of response: LoopbackServer.Response, as parser: StreamingParser<Element>
        ) async throws -> (bytes: Int, rest: Int) {
            var options = LoopbackServer.Options()
            options.sendBufferSize = 64 << 10
            let server = try LoopbackServer(options: options) { _ in response }
            defer { server.stop() }
            let other = try LoopbackServer { _ in .pattern(byteCount: 16 << 20) }
            defer { other.stop() }
            let client = Client(baseURL: server.baseURL, transport: CurlTransport(options: .patient))
            var iterator = client.stream(Anything<Int>(), as: parser)
                .values(bufferingPolicy: .failing(beyond: 4)).makeAsyncIterator()
            _ = try #require(try await iterator.next())
            for _ in 0..<3 {
                let chunks = client.stream(Anything<Int>(baseURL: other.baseURL), as: .chunks)
                #expect(try await chunks.reduce(0) { $0 + $1.count }.firstValue() == 16 << 20)
            }
            let written = server.bodyBytesWritten
            var rest = 1
            while try await iterator.next() != nil { rest += 1 }
            return (written, rest)
        }

        @Test func ofChunks() async throws {
            let size = 64 << 20
            let (bytes, _) = try await written(of: .pattern(byteCount: size), as: .chunks)
            #expect(bytes < held)
        }

        @Test func ofLines() async throws {
            // Lines of 64 KiB, so that there are not too many.
            let line = [UInt8](repeating: 0x61, count: (64 << 10) - 1) + [0x0A]
            let steps = [LoopbackServer.Step](repeating: .bytes(line), count: 1 << 10)
            let (bytes, count) = try await written(of: .steps([.head()] + steps + [.finish()]), as: .lines)
            #expect(bytes < held)
            #expect(count == 1 << 10)
        }

        @Test func ofEvents() async throws {
            let event = Array("data: \(String(repeating: "a", count: (64 << 10) - 8))\n\n".utf8)
            let steps = [LoopbackServer.Step](repeating: .bytes(event), count: 1 << 10)
            let response = LoopbackServer.Response.steps(
                [.head()] + steps + [.finish()], fields: [.contentType: "text/event-stream"])
            let (bytes, count) = try await written(of: response, as: .serverSentEvents)
            #expect(bytes < held)
            #expect(count == 1 << 10)
        }
    }
#endif
