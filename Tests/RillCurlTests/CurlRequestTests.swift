#if os(Linux)
    import RillHTTPTesting
    import RillTesting
    import Testing

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTypes

    @Suite struct CurlRequestTests {
        private func echo(
            _ method: String, fields: [(String, String)] = [], body: [UInt8]? = nil
        ) throws -> LoopbackServer.Request? {
            let server = try LoopbackServer { _ in .text("ok") }
            defer { server.stop() }
            let notes = try CurlLoop.direct().run(method, server.baseURL + "/", fields: fields, body: body)
            #expect(notes?.results == [.completed])
            return server.requests.first
        }

        /// The handle of such a request must not keep the HTTP version for other requests.
        @Test func requestThatRequiresHTTP1IsNotPlain() throws {
            var request = HTTPRequest("GET", "https://127.0.0.1/")
            #expect(try CurlRequest(request, body: nil).isPlain)
            request.isIdempotent = false
            #expect(try !CurlRequest(request, body: nil).isPlain)
        }

        /// Verifies that an upgrade can declare the length of the first part of its stream.
        @Test func upgradeSendsTheDeclaredLength() throws {
            let server = try LoopbackServer { _ in
                .steps([.head(.unframed), .close], status: 101, fields: [.upgrade: "tcp", .connection: "Upgrade"])
            }
            defer { server.stop() }
            var request = HTTPRequest(method: .post, url: server.baseURL + "/attach")
            request.headerFields = [.upgrade: "tcp", .connection: "Upgrade", .contentLength: "2"]
            let body = HTTPBody.stream(.just(Array("{}".utf8)).concat(.never()))
            #expect(Recorder(CurlTransport().send(request, body: body)).waitForEnd(timeout: .seconds(30)))
            #expect(server.requests.first?.fields[values: .contentLength] == ["2"])
            #expect(server.requests.first?.fields.contains(.transferEncoding) == false)
            #expect(server.requests.first?.bodyText == "{}")
        }

        @Test func sendsDefaultUserAgent() throws {
            #expect(try echo("GET")?.fields[values: .userAgent] == ["Rill"])
        }

        @Test(arguments: ["GET", "DELETE", "OPTIONS", "PURGE"])
        func omitsContentLengthWithoutBody(method: String) throws {
            let request = try echo(method)
            #expect(request?.method.rawValue == method)
            #expect(request?.fields.contains(.contentLength) == false)
        }

        @Test(arguments: ["GET", "REPORT"], [0, 5, 64 * 1024, 64 * 1024 + 1, 5_000_000])
        func bodyDeterminesFramingFields(method: String, count: Int) throws {
            let body = LoopbackServer.patternBytes(count)
            let fields = [("Content-Length", "3"), ("Transfer-Encoding", "chunked")]
            let request = try echo(method, fields: fields, body: body)
            #expect(request?.method.rawValue == method)
            #expect(request?.body == body)
            let names = ["content-length", "content-type", "expect", "transfer-encoding"]
            let values = request?.fields.filter { names.contains($0.name.canonicalName) }.map(\.value)
            #expect(values == ["\(count)"])
        }

        @Test func rejectsInvalidMethods() {
            #expect(throws: TransportError(.invalidRequest, "invalid HTTP method \"CONNECT\"")) {
                try CurlRequest(HTTPRequest("CONNECT", "http://127.0.0.1/"), body: nil)
            }
            #expect(throws: TransportError(.invalidRequest, "a HEAD request cannot have a body")) {
                try CurlRequest(HTTPRequest("HEAD", "http://127.0.0.1/"), body: HTTPBody([1]))
            }
        }

        @Test(
            arguments: [
                "ftp://127.0.0.1/", "http:///path", "http://127.0.0.1/a b", "http://127.0.0.1/\r\nA: s3cr3t",
                "http://user:s3cr3t@127.0.0.1/", "http://127.0.0.1:99999/", "http://127.0.0.1:1x/", "http://127.0.0.1",
                "http://[::1/", "http://[::1]x/",
            ])
        func rejectsInvalidURLs(url: String) {
            let error = #expect(throws: TransportError.self) {
                try CurlRequest(HTTPRequest("GET", url), body: nil)
            }
            #expect(error?.code == .invalidURL)
            #expect(error?.text.contains("s3cr3t") == false, "the text contains a secret: \(error?.text ?? "")")
        }

        @Test(arguments: ["http://127.0.0.1:/", "http://[::1]/", "http://[::1]:65535/a", "https://a.example:0/"])
        func acceptsValidURLs(url: String) throws {
            #expect(try CurlRequest(HTTPRequest("GET", url), body: nil).url == url)
        }
    }
#endif
