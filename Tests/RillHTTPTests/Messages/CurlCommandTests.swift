#if os(Linux) || os(macOS)
    import Foundation
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
            "#a", "<redacted>", ">file", "日本語 🇯🇵 e\u{301}", "\u{2028}", "%s%n", "{a,b}", "[a-z]", "=", "",
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
            let url = "https://a.example/x"
            #expect(get().curlCommand() == "curl 'https://a.example/x'")
            let fields: HTTPFields = [.contentType: "x/y", .accept: "a", .accept: "b"]
            let commands: [(command: String, words: [String])] = [
                (get().curlCommand(), [url]), (makeRequest(.head, url).curlCommand(), ["--head", url]),
                (makeRequest(.delete, url).curlCommand(), ["-X", "DELETE", url]),
                (
                    get().curlCommand(body: HTTPBody("", contentType: nil)),
                    ["-X", "GET", url, "-H", "Content-Type:", "--data-raw", ""]
                ),
                (
                    makeRequest(.put, url, fields).curlCommand(body: HTTPBody("z")),
                    ["-X", "PUT", url] + ["Content-Type: x/y", "Accept: a", "Accept: b"].flatMap { ["-H", $0] }
                        + ["--data-raw", "z"]
                ),
            ]
            for (command, words) in commands { #expect(try self.words(command) == words) }
        }

        @Test(arguments: [
            ("https://[::1]:80/x", "--globoff"), ("https://a.example/?a[]=1", "--globoff"),
            ("https://a.example/a/../b", "--path-as-is"),
        ])
        func disablesURLProcessingOfCurl(url: String, option: String) throws {
            #expect(try words(get(url).curlCommand()).first == option)
        }

        @Test func describesBodiesThatAreNotIncluded() throws {
            let request = makeRequest(.put, "https://a.example/x")
            func body(_ body: HTTPBody) throws -> (last: [String], note: String) {
                let command = request.curlCommand(body: body)
                let note = command.range(of: " # ").map { String(command[$0.upperBound...]) } ?? ""
                return (Array(try words(command).suffix(2)), note)
            }
            let notes: [(body: HTTPBody, note: String)] = [
                (HTTPBody([0xFF, 0]), "2 bytes, not text"), (HTTPBody("\u{1B}[31m"), "5 bytes, not text"),
                (HTTPBody(Array(repeating: 0x61, count: 100_000)), "100000 bytes, too large to include"),
                (.stream(.just([1]), count: 1), "a stream of 1 bytes"),
            ]
            for (content, note) in notes { #expect(try body(content).note == "body: \(note)") }
            let arguments: [(body: HTTPBody, argument: String)] = [
                (HTTPBody([0xFF, 0]), "@-"), (HTTPBody([0x61, 0, 0x62]), "@-"), (.stream(.just([1]), count: 1), "@-"),
                (.file("/a b/it's $x"), "@/a b/it's $x"), (.file("-"), "@./-"),
            ]
            for (content, argument) in arguments {
                #expect(try body(content).last == ["--data-binary", argument], "\(content)")
            }
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
                    "Authorization: <redacted>", "-H", "Cookie: <redacted>", "-H", "Accept: a/b", "-H",
                    "Content-Type: application/json",
                    "--data-raw", "{\"password\":\"<redacted>\",\"again\":\"<redacted>\",\"user\":\"me\"}",
                ])
            let full = request.curlCommand(body: body, showsSecrets: true)
            for number in 1...4 { #expect(full.contains("s3cret-\(number)")) }
        }
    }
#endif
