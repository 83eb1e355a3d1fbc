#if os(Linux)
    import Foundation
    import RillHTTPTestSupport
    import RillHTTPTesting
    import RillTestSupport
    import Testing

    /// Multipart forms as received by a loopback server.
    @Suite struct MultipartWireTests {
        private let limit = Duration.seconds(30)

        private func send(_ form: MultipartForm, times: Int = 1) throws -> [LoopbackServer.Request] {
            let server = try LoopbackServer { _ in .status(.noContent) }
            defer { server.stop() }
            let body = HTTPBody.multipart(form)
            let request = HTTPRequest(
                method: .post, scheme: "http", authority: server.authority, path: "/",
                headerFields: [.contentType: body.contentType ?? ""])
            let exchange = CurlTransport().send(request, body: body)
            for _ in 0..<times { try exchange.wait(timeout: limit) }
            return server.requests
        }

        private func parts(of request: LoopbackServer.Request) throws -> [StrictMultipart.Part] {
            try StrictMultipart.parts(of: request.body, contentType: request.fields[.contentType])
        }

        @Test func sendsFilesWithContentLengthEachTime() throws {
            let content = TemporaryFiles.pattern(3_000_000)
            let files = try TemporaryFiles()
            try files.write(content, to: "日本 \"語\".bin")
            try files.write([], to: "empty")
            var form = MultipartForm(["a": "1"])
            form.append("f", .file(files.path("日本 \"語\".bin")))
            form.append("e", .file(files.path("empty")))
            let requests = try send(form, times: 2)
            #expect(requests.count == 2)
            for request in requests {
                #expect(request.fields[values: .contentLength] == ["\(request.body.count)"])
                #expect(request.fields[values: .transferEncoding] == [])
                let parts = try parts(of: request)
                #expect(
                    parts.map(\.disposition) == [
                        "name=\"a\"", "name=\"f\"; filename=\"日本 %22語%22.bin\"", "name=\"e\"; filename=\"empty\"",
                    ])
                #expect(parts.map(\.content) == [[0x31], content, []])
            }
        }

        @Test func sendsStreamsOfUnknownLengthChunked() throws {
            var form = MultipartForm(["a": "1"])
            form.append("s", .stream(.from([[1, 2], [], [3]]), contentType: "a/b"), fileName: "s")
            let request = try #require(try send(form).first)
            #expect(request.fields[values: .contentLength] == [])
            #expect(request.fields[values: .transferEncoding] == ["chunked"])
            #expect(try parts(of: request).map(\.content) == [[0x31], [1, 2, 3]])
            #expect(try parts(of: request).map(\.type) == [nil, "a/b"])
        }

        @Test func sendsInMemoryForm() throws {
            var form = MultipartForm(["a": "1", "b": "日本 語"])
            form.append("d", HTTPBody(TemporaryFiles.pattern(100_000)), fileName: "d.bin")
            let request = try #require(try send(form).first)
            #expect(request.fields[values: .contentLength] == ["\(request.body.count)"])
            #expect(try parts(of: request).map(\.content.count) == [1, 10, 100_000])
        }

        @Test func contentTypeContainsBoundary() throws {
            let server = try LoopbackServer { _ in .json("1") }
            defer { server.stop() }
            let client = Client(baseURL: server.baseURL, transport: CurlTransport())
            let body = HTTPBody.multipart(MultipartForm(["a": "1"], boundary: "b0undary"))
            _ = try client.send(Anything<Int>(method: .post, body: body)).toArray().wait(timeout: limit)
            #expect(server.requests.first?.fields[.contentType] == "multipart/form-data; boundary=b0undary")
        }

        @Test func fileGrownSinceCreationFailsRequest() throws {
            let files = try TemporaryFiles()
            try files.write([1, 2, 3], to: "f")
            var form = MultipartForm()
            form.append("f", .file(files.path("f")))
            let body = HTTPBody.multipart(form)
            try files.write(TemporaryFiles.pattern(1_000), to: "f")
            let server = try LoopbackServer { _ in .status(.noContent) }
            defer { server.stop() }
            let request = HTTPRequest(method: .post, scheme: "http", authority: server.authority, path: "/")
            let error = try #require(throws: TransportError.self) {
                try CurlTransport().send(request, body: body).wait(timeout: limit)
            }
            #expect(error.code == .sendFailed)
            #expect(server.requests.isEmpty)
        }
    }
#endif
