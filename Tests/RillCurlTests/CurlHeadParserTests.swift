#if os(Linux)
    import Testing

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTypes
    @testable import RillMiddleware

    @Suite struct CurlHeadParserTests {
        private func parse(_ lines: [String]) throws -> HTTPResponse? {
            try parse(lines.map { Array($0.utf8) })
        }

        private func parse(
            _ lines: [[UInt8]], _ limits: CurlHeadParser.Limits = .init(TransportOptions())
        ) throws -> HTTPResponse? {
            var parser = CurlHeadParser(cache: CurlFieldCache(), limits: limits)
            var found: HTTPResponse?
            for line in lines {
                if let head = try line.withUnsafeBufferPointer({ line in try parser.parse(line) }) {
                    #expect(found == nil)
                    found = head
                }
            }
            return found
        }

        private func failureCode(_ lines: [String]) -> TransportError.Code? {
            let failure = #expect(throws: TransportError.self) { try parse(lines) }
            return failure?.code
        }

        @Test func readsStatusAndFieldsInOrder() throws {
            let head = try parse([
                "HTTP/1.1 200 All is well\r\n", "Set-Cookie: a=1\r\n", "LINK:<x>\r\n", "set-cookie: \t b=2 \t\r\n",
                "Empty:\r\n", "Blank: \t \r\n", "\r\n",
            ])
            #expect(head?.status.description == "200 All is well")
            #expect(head?.lines == ["Set-Cookie: a=1", "LINK: <x>", "set-cookie: b=2", "Empty: ", "Blank: "])
        }

        @Test(arguments: ["HTTP/1.1 404\r\n", "HTTP/1.1 404 \r\n", "HTTP/2 404 \r\n"])
        func acceptsMissingReasonPhrase(line: String) throws {
            let head = try parse([line, "\r\n"])
            #expect(head?.status.code == 404)
            #expect(head?.status.reasonPhrase == "")
        }

        @Test func skipsInformationalHeads() throws {
            let head = try parse([
                "HTTP/1.1 100 Continue\r\n", "\r\n", "HTTP/1.1 103 Early Hints\r\n", "Link: <a>\r\n", "\r\n",
                "HTTP/1.1 200 OK\r\n", "A: b\r\n", "\r\n",
            ])
            #expect(head?.status.code == 200)
            #expect(head?.lines == ["A: b"])
        }

        @Test func ignoresTrailers() throws {
            let lines = ["HTTP/1.1 200 OK\r\n", "\r\n", "Trailer: x\r\n", "HTTP/1.1 500 No\r\n", "no colon\n", "\r\n"]
            let head = try parse(lines)
            #expect(head?.status.code == 200)
            #expect(head?.lines == [])
        }

        @Test func joinsFoldedLines() throws {
            let head = try parse([
                "HTTP/1.1 200 OK\r\n", "A: one\r\n", "  two \r\n", "\tthree\r\n", " \r\n", "B:\r\n", " late\r\n",
                "\r\n",
            ])
            #expect(head?.lines == ["A: one two three", "B: late"])
        }

        @Test func readsUTF8AndFallsBackToLatin1() throws {
            let status = Array("HTTP/1.1 200 OK\r\n".utf8)
            let latin1: [UInt8] = Array("A: caf".utf8) + [0xE9] + Array("\r\n".utf8)
            let head = try parse([status, latin1, Array("B: caf\u{E9}\r\n".utf8), Array("\r\n".utf8)])
            #expect(head?.headerFields.map(\.value) == ["caf\u{E9}", "caf\u{E9}"])
        }

        @Test(
            arguments: [
                ["HTTP/1.1 200 OK\n"], ["HTTP/1.1 200 OK\r\n", "A: b\n"], ["HTTP/1.1 200 OK\r\n", "\n"],
                ["HTTP/1.1 200 OK\r\n", "no colon\r\n"], ["HTTP/1.1 200 OK\r\n", ": no name\r\n"],
                ["HTTP/1.1 200 OK\r\n", " folded first\r\n"], ["HTTP/1.1 200 OK\r\n", "A: b\rc\r\n"],
                ["HTTP/1.1 200 OK\r\n", "A: b\0c\r\n"], ["HTTP/1.1 abc\r\n"], ["HTTP/1.1 099 Low\r\n"],
                ["HTTP/1.1 2000 OK\r\n"], ["HTTP/1.1\r\n"], ["HTTP/ 200 OK\r\n"], ["ICY 200 OK\r\n"], ["\r\n"],
                ["HTTP/1.1 200 OK\r\n", "Content-Length: 5x\r\n", "\r\n"],
                ["HTTP/1.1 200 OK\r\n", "Content-Length: -5\r\n", "\r\n"],
                ["HTTP/1.1 200 OK\r\n", "Content-Length: +5\r\n", "\r\n"],
                ["HTTP/1.1 200 OK\r\n", "Content-Length:\r\n", "\r\n"],
                ["HTTP/1.1 200 OK\r\n", "Content-Length: 5, 6\r\n", "\r\n"],
                ["HTTP/1.1 200 OK\r\n", "Content-Length: 99999999999999999999\r\n", "\r\n"],
                ["HTTP/1.1 200 OK\r\n", "Content-Length: 5\r\n", "content-length: 4\r\n", "\r\n"],
                ["HTTP/1.1 200 OK\r\n", "Content-Length: 5 6\r\n", "\r\n"],
                ["HTTP/1.1 200 OK\r\n", "Content-Length: 5\r\n", " 6\r\n", "\r\n"],
                ["HTTP/1.1 200 OK\r\n", "Transfer-Encoding:\r\n", " chunked\r\n", "\r\n"],
                ["HTTP/1.1 200 OK\r\n", "Transfer-Encoding: gzip, chunked\r\n", "\r\n"],
                ["HTTP/1.1 200 OK\r\n", "Transfer-Encoding: xchunked\r\n", "\r\n"],
                ["HTTP/1.1 200 OK\r\n", "Transfer-Encoding: chunked x\r\n", "\r\n"],
                ["HTTP/1.1 200 OK\r\n", "Transfer-Encoding: chunked\r\n", "transfer-encoding: gzip\r\n", "\r\n"],
                ["HTTP/1.1 +20 OK\r\n"], ["HTTP/1.1 101 Switching Protocols\r\n", "\r\n"],
            ])
        func rejectsMalformedHeads(lines: [String]) {
            #expect(failureCode(lines) == .malformedResponse)
        }

        @Test(arguments: ["Content-Length: 5 ", "Transfer-Encoding: Chunked\t", "Transfer-Encoding: identity"])
        func acceptsFraming(field: String) throws {
            #expect(try parse(["HTTP/1.1 200 OK\r\n", "\(field)\r\n", "\r\n"]) != nil)
        }

        @Test func rejectsTooManyFoldedLines() {
            let head = ["HTTP/1.1 200 OK\r\n", "A: b\r\n"] + Array(repeating: " c\r\n", count: 101)
            #expect(failureCode(head) == .malformedResponse)
        }

        private static let ok = "HTTP/1.1 200 OK\r\n"
        private static let informational = ["HTTP/1.1 100 Continue\r\n", "\r\n"]
        private static let long = "A: \(String(repeating: "a", count: 100))\r\n"

        @Test(arguments: [
            ([ok, "A: 1\r\n", "B: 2\r\n", "C: 3\r\n"], "the response head has more than 2 fields"),
            ([ok, "\r\n", "A: 1\r\n", "B: 2\r\n", "C: 3\r\n"], "the trailers have more than 2 fields"),
            ([ok, long], "the response head exceeds 100 bytes"), ([ok, "\r\n", long], "the trailers exceed 100 bytes"),
            (informational + informational, "more than 1 informational responses"),
        ])
        func messageNamesExceededLimit(lines: [String], text: String) {
            var options = TransportOptions()
            options.maximumHeadSize = 100
            options.maximumFieldCount = 2
            options.maximumInformationalResponses = 1
            let failure = #expect(throws: TransportError.self) {
                try parse(lines.map { Array($0.utf8) }, .init(options))
            }
            #expect(failure?.code == .tooLarge)
            #expect(failure?.text == text)
        }

        @Test func rejectsEndlessHeads() {
            let line = "A: " + String(repeating: "b", count: 1_000) + "\r\n"
            #expect(failureCode(["HTTP/1.1 200 OK\r\n"] + Array(repeating: line, count: 1_100)) == .tooLarge)
            let informationalHead = ["HTTP/1.1 102 Wait\r\n", "\r\n"]
            #expect(failureCode(Array(repeating: informationalHead, count: 60_000).flatMap { $0 }) == .tooLarge)
        }
    }

    extension HTTPResponse {
        /// The header fields in the order of the wire.
        fileprivate var lines: [String] { headerFields.map { "\($0.name.rawName): \($0.value)" } }
    }
#endif
