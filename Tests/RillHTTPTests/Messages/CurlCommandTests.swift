#if os(Linux) || os(macOS)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTestSupport
    import RillHTTPTesting
    import RillMiddleware
    import RillSystem
    import Testing

    /// Checks the arguments that a real shell passes to `curl`.
    @Suite struct CurlCommandTests {
        /// Returns the arguments of a command.
        ///
        /// The shell defines `curl` as a function that prints its arguments.
        private func words(_ command: String) throws -> [String] {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "curl() { printf '%s\\0' \"$@\"; }\n\(command)"]
            process.environment = ["HOME": "/nowhere", "PATH": "/nowhere"]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = output
            try process.start()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return data.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
                String(decoding: $0, as: UTF8.self)
            }
        }

        @Test func fieldsThatFrameTheBodyAreOmitted() {
            let fields: HTTPFields = [.contentLength: "1", .transferEncoding: "chunked", .contentType: "text/plain"]
            let request = HTTPRequest(method: .post, url: "https://a.example/", headerFields: fields)
            let command = request.curlCommand(body: HTTPBody("xyz"))
            #expect(command == "curl -X 'POST' 'https://a.example/' -H 'Content-Type: text/plain' --data-raw 'xyz'")
        }

        /// Like Rill, but unlike curl without a body.
        @Test(arguments: [HTTPRequest.Method.post, .put, .patch, .delete])
        func missingBodyHasLength(method: HTTPRequest.Method) {
            let command = makeRequest(method, "https://a.example/").curlCommand()
            let length = method == .delete ? "" : " -H 'Content-Length: 0'"
            #expect(command == "curl -X '\(method)' 'https://a.example/'\(length)")
        }

        static let specialTexts = [
            "it's", "'", "''", "'\\''", "\"", "\\", "\\'", "$HOME", "${HOME}", "$(echo hacked)", "`echo hacked`", "a b",
            "a\nb", "\n", "a\r\nb\tc", "!history", "*", "?", "~", "-d", "--data", "@file", "@", "a;b", "a|b", "a&b",
            "#a",
            "<redacted>", ">file", "日本語 🇯🇵 e\u{301}", "\u{2028}", "%s%n", "{a,b}", "[a-z]", "=", "",
        ]

        @Test(arguments: specialTexts)
        func quotesBody(_ text: String) throws {
            let command = makeRequest(.post, "https://a.example/x").curlCommand(
                body: HTTPBody(text, contentType: "a/b"))
            #expect(
                try words(command) == [
                    "-X", "POST", "https://a.example/x", "-H", "Content-Type: a/b", "--data-raw", text,
                ])
        }

        @Test(arguments: specialTexts)
        func quotesHeaderFieldAndURL(_ text: String) throws {
            let fields: HTTPFields = [.init("X-Nasty")!: text]
            let value = fields[0].value
            let request = HTTPRequest(
                method: .get, scheme: "https", authority: "a.example", path: "/" + text, headerFields: fields)
            let expected = ["https://a.example/\(text)", "-H", value.isEmpty ? "X-Nasty;" : "X-Nasty: \(value)"]
            #expect(try words(request.curlCommand(showsSecrets: true)).suffix(3) == expected[...])
        }

        @Test func includesMethodURLFieldsAndBody() throws {
            #expect(try words(get().curlCommand()) == ["https://a.example/x"])
            #expect(get().curlCommand() == "curl 'https://a.example/x'")
            #expect(
                try words(makeRequest(.head, "https://a.example/x").curlCommand()) == ["--head", "https://a.example/x"])
            #expect(
                try words(makeRequest(.delete, "https://a.example/x").curlCommand()) == [
                    "-X", "DELETE", "https://a.example/x",
                ])
            #expect(
                try words(get().curlCommand(body: HTTPBody("", contentType: nil))) == [
                    "-X", "GET", "https://a.example/x", "-H", "Content-Type:", "--data-raw", "",
                ])
            let fields: HTTPFields = [.contentType: "x/y", .accept: "a", .accept: "b"]
            #expect(
                try words(makeRequest(.put, "https://a.example/x", fields).curlCommand(body: HTTPBody("z"))) == [
                    "-X", "PUT", "https://a.example/x", "-H", "Content-Type: x/y", "-H", "Accept: a", "-H", "Accept: b",
                    "--data-raw", "z",
                ])
        }

        @Test func disablesURLProcessingOfCurl() throws {
            #expect(try words(get("https://[::1]:80/x").curlCommand()).first == "--globoff")
            #expect(try words(get("https://a.example/?a[]=1").curlCommand()).first == "--globoff")
            #expect(try words(get("https://a.example/a/../b").curlCommand()).first == "--path-as-is")
        }

        @Test func describesBodiesThatAreNotIncluded() throws {
            let request = makeRequest(.put, "https://a.example/x")
            func body(_ body: HTTPBody) throws -> (last: [String], note: String) {
                let command = request.curlCommand(body: body)
                let note = command.range(of: " # ").map { String(command[$0.upperBound...]) } ?? ""
                return (Array(try words(command).suffix(2)), note)
            }
            let binary = try body(HTTPBody([0xFF, 0]))
            #expect(binary.last == ["--data-binary", "@-"])
            #expect(binary.note == "body: 2 bytes, not text")
            #expect(try body(HTTPBody([0x61, 0, 0x62])).last == ["--data-binary", "@-"])
            #expect(try body(HTTPBody("\u{1B}[31m")).note == "body: 5 bytes, not text")
            let large = try body(HTTPBody(Array(repeating: 0x61, count: 100_000)))
            #expect(large.note == "body: 100000 bytes, too large to include")
            let stream = try body(.stream(.just([1]), count: 1))
            #expect(stream.last == ["--data-binary", "@-"])
            #expect(stream.note == "body: a stream of 1 bytes")
            #expect(try body(.file("/a b/it's $x")).last == ["--data-binary", "@/a b/it's $x"])
            #expect(try body(.file("-")).last == ["--data-binary", "@./-"])
        }

        @Test func curlCommandIsSafeFromShellExpansion() {
            let request = makeRequest(
                .post, "https://a.example/x?q=$HOME&token=s3cr3t", [.authorization: "Bearer s3cr3t", .accept: "`id`"])
            #expect(
                request.curlCommand(body: HTTPBody("$(id) it's", contentType: "text/plain")) == """
                    curl -X 'POST' 'https://a.example/x?q=$HOME&token=<redacted>' -H 'Authorization: <redacted>' \
                    -H 'Accept: `id`' -H 'Content-Type: text/plain' --data-raw '$(id) it'\\''s'
                    """)
        }

        @Test func redactsSecretsByDefault() throws {
            let request = makeRequest(
                .post, "https://a.example/x?api_key=s3cret-1&q=s3cret-4",
                [.authorization: "Bearer s3cret-2", .cookie: "id=s3cret-3", .accept: "a/b"])
            let body = HTTPBody(
                "{\"password\":\"s3cret-4\",\"again\":\"s3cret-2\",\"user\":\"me\"}", contentType: "application/json")
            let command = request.curlCommand(body: body)
            #expect(!command.contains("s3cret"))
            #expect(
                try words(command) == [
                    "-X", "POST", "https://a.example/x?api_key=<redacted>&q=<redacted>", "-H",
                    "Authorization: <redacted>", "-H",
                    "Cookie: <redacted>", "-H", "Accept: a/b", "-H", "Content-Type: application/json",
                    "--data-raw", "{\"password\":\"<redacted>\",\"again\":\"<redacted>\",\"user\":\"me\"}",
                ])
            let full = request.curlCommand(body: body, showsSecrets: true)
            for number in 1...4 { #expect(full.contains("s3cret-\(number)")) }
        }
    }
#endif
