#if os(Linux)
    import RillHTTPTesting
    import Testing

    @testable import RillHTTP

    @Suite struct CurlRequestTests {
        private func echo(
            _ method: String, fields: [(String, String)] = [], body: [UInt8]? = nil, path: String = "/"
        ) throws -> LoopbackServer.Request? {
            let server = try LoopbackServer { _ in .text("ok") }
            defer { server.stop() }
            let notes = try CurlLoop.direct().run(method, server.baseURL + path, fields: fields, body: body)
            #expect(notes?.results == [.completed])
            return server.requests.first
        }

        @Test func sendsHeaderFieldsUnchanged() throws {
            let fields = [
                ("X-Twice", "1"), ("x-twice", "2"), ("X-Empty", ""), ("X-Blank", " "), ("X-UTF8", "caf\u{E9};"),
            ]
            let request = try echo("GET", fields: fields)
            #expect(request?.fields.filter { $0.name.canonicalName == "x-twice" }.map(\.value) == ["1", "2"])
            #expect(request?.fields.filter { $0.name.canonicalName == "x-empty" }.map(\.value) == [""])
            #expect(request?.fields.filter { $0.name.canonicalName == "x-blank" }.map(\.value) == [""])
            #expect(request?.fields.filter { $0.name.canonicalName == "x-utf8" }.map(\.value) == ["caf\u{E9};"])
        }

        @Test func addsUserAgentAndAcceptEncoding() throws {
            let request = try echo("GET")
            let values = { (name: String) in request?.fields.filter { $0.name.canonicalName == name }.map(\.value) }
            #expect(values("user-agent") == ["Rill"])
            #expect(values("accept-encoding")?.first?.contains("gzip") == true)
            #expect(values("content-length") == [])
            #expect(values("content-type") == [])
            let named = try echo("GET", fields: [("user-agent", "Own")])
            #expect(named?.fields.filter { $0.name.canonicalName == "user-agent" }.map(\.value) == ["Own"])
        }

        @Test(arguments: ["POST", "PUT", "PATCH"])
        func sendsContentLengthZeroForEmptyBody(method: String) throws {
            let request = try echo(method)
            #expect(request?.method.rawValue == method)
            #expect(request?.fields.filter { $0.name.canonicalName == "content-length" }.map(\.value) == ["0"])
            #expect(request?.fields.contains { $0.name.canonicalName == "content-type" } == false)
        }

        @Test(arguments: ["GET", "DELETE", "OPTIONS", "PURGE"])
        func omitsContentLengthWithoutBody(method: String) throws {
            let request = try echo(method)
            #expect(request?.method.rawValue == method)
            #expect(request?.fields.contains { $0.name.canonicalName == "content-length" } == false)
        }

        @Test(
            arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "REPORT"], [0, 5, 64 * 1024, 64 * 1024 + 1, 5_000_000])
        func sendsBody(method: String, count: Int) throws {
            let body = LoopbackServer.patternBytes(count)
            // These fields are replaced, because the body determines them.
            let fields = [("Content-Length", "3"), ("Transfer-Encoding", "chunked")]
            let request = try echo(method, fields: fields, body: body)
            #expect(request?.method.rawValue == method)
            #expect(request?.body == body)
            let names = ["content-length", "content-type", "expect", "transfer-encoding"]
            let values = request?.fields.filter { names.contains($0.name.canonicalName) }.map(\.value)
            #expect(values == ["\(count)"])
        }

        @Test func preservesContentType() throws {
            let request = try echo("POST", fields: [("content-type", "text/plain")], body: Array("hello".utf8))
            let types = request?.fields.filter { $0.name.canonicalName == "content-type" }.map(\.value)
            #expect(types == ["text/plain"])
        }

        @Test func preservesPathAndQuery() throws {
            let request = try echo("GET", path: "/a/../b/./c//d%2F?x=1&y=%20")
            #expect(request?.target == "/a/../b/./c//d%2F?x=1&y=%20")
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
