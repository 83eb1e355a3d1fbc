#if os(Linux)
    import Foundation
    import RillHTTPTestSupport
    import RillHTTPTesting
    import Testing

    /// Tests the back-pressure that a slow subscriber applies to a loopback server.
    @Suite struct StreamBackPressureTests {
        private let limit = Duration.seconds(60)

        /// The maximum number of bytes in the buffers of the kernel and the transport.
        private let bufferLimit = 24 << 20

        /// Returns the number of bytes that the server wrote while the subscriber was paused after the first element.
        private func bytesWritten<Element: Sendable>(
            of response: LoopbackServer.Response, as parser: StreamingParser<Element>
        ) async throws -> (bytes: Int, rest: Int) {
            var options = LoopbackServer.Options()
            options.sendBufferSize = 64 << 10
            let server = try LoopbackServer(options: options) { _ in response }
            defer { server.stop() }
            let other = try LoopbackServer { _ in .pattern(byteCount: 16 << 20) }
            defer { other.stop() }
            let client = Client(baseURL: server.baseURL, transport: CurlTransport(options: .withoutTimeouts))
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

        @Test func pausedChunksApplyBackPressure() async throws {
            let (bytes, _) = try await bytesWritten(of: .pattern(byteCount: 64 << 20), as: .chunks)
            #expect(bytes < bufferLimit)
        }

        @Test func pausedLinesApplyBackPressure() async throws {
            // Lines of 64 KiB limit the number of elements.
            let line = [UInt8](repeating: 0x61, count: (64 << 10) - 1) + [0x0A]
            let steps = [LoopbackServer.Step](repeating: .bytes(line), count: 1 << 10)
            let (bytes, count) = try await bytesWritten(of: .steps([.head()] + steps + [.finish()]), as: .lines)
            #expect(bytes < bufferLimit)
            #expect(count == 1 << 10)
        }

        @Test func pausedEventsApplyBackPressure() async throws {
            let event = Array("data: \(String(repeating: "a", count: (64 << 10) - 8))\n\n".utf8)
            let steps = [LoopbackServer.Step](repeating: .bytes(event), count: 1 << 10)
            let response = LoopbackServer.Response.steps(
                [.head()] + steps + [.finish()], fields: [.contentType: "text/event-stream"])
            let (bytes, count) = try await bytesWritten(of: response, as: .serverSentEvents)
            #expect(bytes < bufferLimit)
            #expect(count == 1 << 10)
        }
    }
#endif
