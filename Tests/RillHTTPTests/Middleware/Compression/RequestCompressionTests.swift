import Foundation
import Rill
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTesting

#if os(Linux) || os(macOS)
    @Suite(.enabled("requires the gzip tool") { (try? SystemTool("gzip")) != nil })
    struct RequestCompressionTests {
        private let limit = Duration.seconds(30)
        private let files: TemporaryFiles
        private let text = Array(String(repeating: "compressible text, ", count: 5_000).utf8)

        init() throws {
            files = try TemporaryFiles()
        }

        /// Sends a body through the middleware, and returns the request that the transport received.
        private func sent(
            _ body: HTTPBody?, _ fields: HTTPFields = [:], minimumSize: Int = 1_024
        ) throws -> StubTransport.Request {
            let bench = MiddlewareBench(
                RequestCompression(minimumSize: minimumSize), StubTransport { _ in .text("ok") })
            let exchange = bench.record(makeRequest(.post, "https://a.example/x", fields), body: body)
            #expect(exchange.response == "200 ok")
            return try #require(bench.transport.requests.first)
        }

        /// Decompresses with the `gzip` tool, which checks the length and the checksum.
        private func decompressed(_ bytes: [UInt8]?) throws -> [UInt8] {
            try files.write(try #require(bytes), to: "body.gz")
            try SystemTool("gzip").run(["-d", "-f", files.path("body.gz")])
            return [UInt8](try Data(contentsOf: files.url.appending(path: "body")))
        }

        private func bodies(_ content: [UInt8]) throws -> [HTTPBody] {
            try files.write(content, to: "content")
            let pieces = stride(from: 0, to: content.count, by: 777).map { Array(content[$0...].prefix(777)) }
            return [
                HTTPBody(content, contentType: "text/x"), .file(files.path("content"), contentType: "text/x"),
                .stream(.from(pieces), contentType: "text/x"),
                .stream(.from(pieces), count: content.count, contentType: "text/x"),
            ]
        }

        @Test func compressesBodiesOfEveryKind() throws {
            for body in try bodies(text) {
                let request = try sent(body, [.contentLength: "95000"])
                #expect(request.headerFields[.contentEncoding] == "gzip")
                #expect(request.headerFields[.contentLength] == nil)
                #expect(request.body?.contentType == "text/x")
                #expect(request.body?.count ?? .max < 1_000)
                #expect(try decompressed(request.body?.bytes) == text)
            }
        }

        @Test func compressesLargeAndRandomContent() throws {
            var generator = SystemRandomNumberGenerator()
            let random = (0..<1_000_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            for body in try bodies(random).dropFirst() {
                #expect(try decompressed(try sent(body).body?.bytes) == random)
            }
            // In memory, the content is sent uncompressed, because compression does not reduce its size.
            let request = try sent(HTTPBody(random))
            #expect(request.headerFields[.contentEncoding] == nil)
            #expect(request.body?.bytes == random)
        }

        @Test func otherRequestsAreNotChanged() throws {
            let content = Array(text.prefix(1_023))
            for body in try bodies(content) where body.count != nil {
                #expect(try sent(body).body?.bytes == content)
                #expect(try decompressed(try sent(body, minimumSize: 1_023).body?.bytes) == content)
            }
            #expect(try sent(HTTPBody(text), [.contentEncoding: "br"]).body?.bytes == text)
            #expect(try sent(HTTPBody(text), [.contentRange: "bytes 0-9/10"]).body?.bytes == text)
            #expect(try sent(nil).body == nil)
            #expect(try sent(HTTPBody([UInt8]()), minimumSize: 0).headerFields[.contentEncoding] == nil)
            #expect(try sent(.stream(.empty(), count: 0), minimumSize: 0).headerFields[.contentEncoding] == nil)
            #expect(try decompressed(try sent(.stream(.empty())).body?.bytes) == [])
        }

        @Test func eachAttemptCompressesTheStreamAgain() throws {
            let transport = StubTransport { $0.number == 0 ? .status(.serviceUnavailable) : .text("ok") }
            let client = Client(
                baseURL: "https://a.example", transport: transport,
                middleware: [
                    RequestCompression(), Retry(.exponentialBackoff(attempts: 2), scheduler: ImmediateScheduler.shared),
                ])
            for body in try bodies(text) {
                let request = Anything<Int>(method: .put, body: body)
                _ = try? client.send(request).wait(timeout: limit)
            }
            #expect(transport.requests.count == 5)
            for request in transport.requests { #expect(try decompressed(request.body?.bytes) == text) }
        }

        @Test func wrongLengthOfAStreamFails() throws {
            for count in [text.count - 1, text.count + 1] {
                let bench = MiddlewareBench(RequestCompression(), StubTransport { _ in .text("ok") })
                let exchange = bench.record(
                    makeRequest(.post, "https://a.example/x"), body: .stream(.just(text), count: count))
                #expect(
                    "\(String(describing: exchange.error))".contains("\(text.count) bytes, but \(count) were declared"))
                #expect(bench.transport.requests.isEmpty)
            }
        }

        @Test func unreadableFileFailsBeforeSending() {
            let bench = MiddlewareBench(RequestCompression(), StubTransport { _ in .text("ok") })
            let exchange = bench.record(makeRequest(.post, "https://a.example/x"), body: .file(files.path("missing")))
            #expect((exchange.error as? TransportError)?.code == .invalidRequest)
        }

        @Test func missingLibraryFailsBeforeSending() throws {
            let library = Result { () throws(TransportError) in try ZLib("librill-missing.so") }
            let transport = StubTransport { _ in .text("ok") }
            let bench = MiddlewareBench(RequestCompression(minimumSize: 10, library: library), transport)
            let exchange = bench.record(makeRequest(.post, "https://a.example/x"), body: HTTPBody(text))
            let error = try #require(exchange.error as? TransportError)
            #expect(error.code == .invalidRequest)
            #expect(error.text.hasPrefix("cannot compress the request body: could not load zlib: librill-missing.so"))
            #expect(transport.requests.isEmpty)
            // Small bodies do not need the library.
            #expect(
                bench.record(makeRequest(.post, "https://a.example/x"), body: HTTPBody("small")).response == "200 ok")
        }

        @Test func secretsOfCompressedBodiesAreRedacted() throws {
            let secret =
                #"{"password": "s3cret-\#(UUID().uuidString)", "padding": "\#(String(repeating: "x", count: 2_000))"}"#
            let value = String(secret.dropFirst(14).prefix(43))
            let transport = StubTransport { _ in .text("invalid: \(value)", status: .badRequest) }
            let client = Client(baseURL: "https://a.example", transport: transport, middleware: [RequestCompression()])
            try files.write(Array(secret.utf8), to: "secret")
            for body in [
                HTTPBody(secret), .file(files.path("secret"), contentType: "application/json"),
                .stream(.just(Array(secret.utf8)), contentType: "application/json"),
            ] {
                let error = #expect(throws: APIError.self) {
                    try client.send(Anything<Int>(method: .post, body: body)).wait(timeout: limit)
                }
                #expect(error?.debugDescription.contains("invalid") == true)
                #expect(error?.debugDescription.contains(value) == false)
            }
        }

        #if os(Linux)
            /// The server sends the compressed body back, and libcurl decompresses it.
            @Test func libcurlDecompressesEchoedBody() throws {
                let server = try LoopbackServer { request in
                    .init(fields: [.contentEncoding: request.fields[.contentEncoding] ?? "none"], body: request.body)
                }
                defer { server.stop() }
                let client = Client(baseURL: server.baseURL, middleware: [RequestCompression()])
                let content = text + TemporaryFiles.pattern(3_000_000)
                for body in try bodies(content) {
                    let endpoint = Endpoint("/", method: .post, body: body, parser: .data)
                    #expect(try client.send(endpoint).wait(timeout: limit) == Data(content))
                }
                #expect(server.requests.map { $0.fields[.contentEncoding] } == Array(repeating: "gzip", count: 4))
                #expect(server.requests.map { $0.fields[.contentLength] != nil } == [true, false, false, false])
            }
        #endif
    }
#endif
