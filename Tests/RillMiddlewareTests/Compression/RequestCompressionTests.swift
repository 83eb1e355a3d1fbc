import Foundation
import Rill
import RillHTTPTestSupport
import RillSystem
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTesting
@testable import RillHTTPTypes
@testable import RillMiddleware

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
                RequestCompression(minimumSize: minimumSize, scheduler: ImmediateScheduler.shared),
                StubTransport { _ in .text("ok") })
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

        /// The server repeats the secret of a form, which is encoded by the request, once or twice.
        @Test(arguments: [1, 2], [true, false])
        func errorOmitsSecretOfEncodedBody(count: Int, isStream: Bool) throws {
            let form = Array("password=hunter2xyz".utf8)
            let type = "application/x-www-form-urlencoded"
            var body: HTTPBody = isStream ? .stream(.just(form), contentType: type) : HTTPBody(form, contentType: type)
            for _ in 0..<count { body = body.encoded { $0.map { $0.map { $0 ^ 0x55 } } } }
            let encoded = count == 1 ? form.map { $0 ^ 0x55 } : form
            let server = try LoopbackServer { request in
                #expect(request.body == encoded)
                return .text("no hunter2xyz", status: .badRequest)
            }
            defer { server.stop() }
            let request = Endpoint<Void>("/", method: .post, body: body)
            let recorder = Recorder(Client(baseURL: server.baseURL).send(request))
            #expect(recorder.waitForEnd(timeout: limit))
            let error = try #require(recorder.apiError)
            #expect(error.bodyPrefix == "no <redacted>")
        }

        @Test func encodedContentOfAStreamIsSentAndItsSecretIsOmitted() throws {
            let encoded = Array("encoded".utf8)
            let server = try LoopbackServer { request in
                #expect(request.body == encoded)
                #expect(request.fields[.contentLength] == "7")
                return .text("no hunter2xyz", status: .badRequest)
            }
            defer { server.stop() }
            let form = HTTPBody.stream(
                .just(Array("password=hunter2xyz".utf8)), contentType: "application/x-www-form-urlencoded")
            let request = Endpoint<Void>("/", method: .post, body: form.encoded(encoded) { $0 })
            let stub = StubTransport { request in
                #expect(request.body?.bytes == encoded)
                return .text("no hunter2xyz", status: .badRequest)
            }
            for client in [Client(baseURL: server.baseURL), Client(baseURL: "http://test", transport: stub)] {
                let recorder = Recorder(client.send(request))
                #expect(recorder.waitForEnd(timeout: limit))
                let error = try #require(recorder.apiError)
                #expect(error.bodyPrefix == "no <redacted>")
            }
        }

        @Test func compressesBodiesOfEveryKind() throws {
            for body in try bodies(text) {
                let request = try sent(body, [.contentLength: "95000"])
                #expect(request.headerFields[.contentEncoding] == "gzip")
                #expect(request.headerFields[.contentLength] == nil)
                #expect(request.body?.contentType == "text/x")
                // A stream of unknown length is flushed after each of its 123 chunks.
                let isLive = body.count == nil
                #expect(request.body?.count ?? .max < (isLive ? 4_000 : 1_000))
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

        @Test func smallAndEncodedBodiesAreNotCompressed() throws {
            let content = Array(text.prefix(1_023))
            for body in try bodies(content) where body.count != nil {
                #expect(try sent(body).body?.bytes == content)
                #expect(try decompressed(try sent(body, minimumSize: 1_023).body?.bytes) == content)
            }
            #expect(try sent(HTTPBody(text), [.contentEncoding: "br"]).body?.bytes == text)
            #expect(try sent(HTTPBody(text), [.contentRange: "bytes 0-9/10"]).body?.bytes == text)
            let digests: [HTTPField.Name] = [
                .contentMD5, .init(literal: "digest"), .init(literal: "Content-Digest"), .init(literal: "Repr-Digest"),
            ]
            for name in digests {
                #expect(try sent(HTTPBody(text), [name: "x"]).body?.bytes == text)
            }
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

        @Test func streamWithWrongLengthIsNotSent() throws {
            for count in [text.count - 1, text.count + 1] {
                let bench = MiddlewareBench(
                    RequestCompression(scheduler: ImmediateScheduler.shared), StubTransport { _ in .text("ok") })
                // A stream that is too long fails before it ends.
                let chunks: Observable<[UInt8]> = count < text.count ? .just(text).concat(.never()) : .just(text)
                let exchange = bench.record(
                    makeRequest(.post, "https://a.example/x"), body: .stream(chunks, count: count))
                #expect((exchange.error as? TransportError)?.code == .sendFailed)
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
            let library = Result { () throws(SystemZLib.Failure) in try SystemZLib("librill-missing.so") }
            let transport = StubTransport { _ in .text("ok") }
            let bench = MiddlewareBench(
                RequestCompression(minimumSize: 10, scheduler: ImmediateScheduler.shared, library: library), transport)
            let exchange = bench.record(makeRequest(.post, "https://a.example/x"), body: HTTPBody(text))
            let error = try #require(exchange.error as? TransportError)
            #expect(error.code == .invalidRequest)
            #expect(error.text.hasPrefix("cannot compress the request body: could not load zlib: librill-missing.so"))
            #expect(transport.requests.isEmpty)
            // Small bodies do not need the library.
            #expect(
                bench.record(makeRequest(.post, "https://a.example/x"), body: HTTPBody("small")).response == "200 ok")
        }

        @Test func zlibFailureIsReported() throws {
            var library = try SystemZLib.library.get()
            library.startDeflate = { _, _, _, _, _, _, _, _ in -4 }
            for (body, code) in zip(
                try bodies(text), [TransportError.Code.invalidRequest, .sendFailed, .sendFailed, .sendFailed])
            {
                let bench = MiddlewareBench(
                    RequestCompression(
                        minimumSize: 10, scheduler: ImmediateScheduler.shared, library: .success(library)),
                    StubTransport { _ in .text("ok") })
                let error = bench.record(makeRequest(.post, "https://a.example/x"), body: body).error as? TransportError
                #expect(error?.code == code)
                #expect(error?.text.contains("cannot compress the request body: zlib failed with code -4") == true)
            }
        }

        @Test func streamsAreCompressedOnTheScheduler() throws {
            let kit = TestKit()
            let bench = MiddlewareBench(
                RequestCompression(scheduler: kit.scheduler), StubTransport { _ in .text("ok") })
            for body in try bodies(text).dropFirst() {
                let exchange = bench.record(makeRequest(.post, "https://a.example/x"), body: body)
                #expect(exchange.events.isEmpty)
                kit.scheduler.advance(by: .seconds(1))
                #expect(exchange.response == "200 ok")
            }
            for request in bench.transport.requests { #expect(try decompressed(request.body?.bytes) == text) }
        }

        @Test func streamThatIgnoresBackPressureFailsAtTheLimit() throws {
            let kit = TestKit()
            let bench = MiddlewareBench(
                RequestCompression(scheduler: kit.scheduler), StubTransport { _ in .text("ok") })
            let subject = PublishSubject<[UInt8]>()
            let exchange = bench.record(
                makeRequest(.post, "https://a.example/x"), body: .stream(subject.asObservable()))
            for _ in 0..<17 { subject.on(.next([UInt8](repeating: 0, count: 1 << 20))) }
            kit.scheduler.advance(by: .seconds(1))
            #expect("\(String(describing: exchange.error))".contains("exceeded the buffer limit of 16777216 bytes"))
        }

        @Test func flushedChunkIsComplete() throws {
            let encoder = try GzipEncoder(try SystemZLib.library.get())
            #expect(try encoder.compress(Array("first".utf8)).count <= 10)
            // An empty block ends a flushed chunk.
            #expect(try encoder.compress(Array("second".utf8), flushes: true).suffix(4) == [0, 0, 0xFF, 0xFF])
        }

        @Test func recordedRequestIsUncompressedAndRedacted() throws {
            let secret = "s3cret-\(UUID().uuidString)"
            let padding = String(repeating: "padding ", count: 500)
            let bytes = Array(#"{"password": "\#(secret)", "padding": "\#(padding)"}"#.utf8)
            try files.write(bytes, to: "secret")
            let contents = [
                HTTPBody(bytes, contentType: "application/json"),
                .file(files.path("secret"), contentType: "application/json"),
                .stream(.just(bytes), contentType: "application/json"),
            ]
            for (number, body) in contents.enumerated() {
                let file = files.url.appending(path: "\(number).har")
                let upstream = StubTransport { _ in .text("\"ok\"") }
                func send(over transport: any Transport, _ body: HTTPBody) throws -> String {
                    let client = Client(
                        baseURL: "https://a.example", transport: transport, middleware: [RequestCompression()])
                    return try client.send(Anything<String>(method: .post, body: body)).wait(timeout: limit)
                }
                #expect(try send(over: CassetteTransport(file, mode: .all, recording: upstream), body) == "ok")
                #expect(try decompressed(upstream.requests.first?.body?.bytes) == bytes)
                let text = try String(contentsOf: file, encoding: .utf8)
                #expect(text.contains(padding))
                #expect(!text.contains(secret))
                #expect(!text.contains("H4sI"))
                let player = CassetteTransport(file, mode: .none, recording: upstream)
                #expect(try send(over: player, body) == "ok")
                #expect(throws: APIError.self) {
                    try send(over: player, HTTPBody(padding, contentType: "application/json"))
                }
            }
        }

        @Test func secretsOfCompressedBodiesAreRedacted() throws {
            let secret =
                #"{"password": "s3cret-\#(UUID().uuidString)", "padding": "\#(String(repeating: "x", count: 2_000))"}"#
            let value = String(secret.dropFirst(14).prefix(43))
            let transport = StubTransport { _ in .text("invalid: \(value)", status: .badRequest) }
            let client = Client(baseURL: "https://a.example", transport: transport, middleware: [RequestCompression()])
            try files.write(Array(secret.utf8), to: "secret")
            for body in [
                HTTPBody(secret, contentType: "application/json"),
                .file(files.path("secret"), contentType: "application/json"),
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
