import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import Testing

/// Checks that known secrets in all parts of an exchange are redacted in the file.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct CassetteRedactionTests {
    private let folder = CassetteFolder()
    private static let secret = "s3cr3t-V&lue/+=?"

    /// The encodings of the secret: plain, percent-encoded in upper and lower case, escaped for JSON, and in Base64.
    private static var spellings: [String] {
        let encoded = "s3cr3t-V%26lue%2F%2B%3D%3F"
        let shifts = ["", "x", "xy"].map { Data(($0 + secret).utf8).base64EncodedString().dropFirst(4).prefix(16) }
        return [secret, "s3cr3t", encoded, encoded.lowercased(), "s3cr3t-V&lue\\/"] + shifts.map { String($0) }
    }

    /// Records one exchange, and checks that the secret is delivered but not written to the file.
    private func expectRedacted(
        _ request: HTTPRequest, body: HTTPBody? = nil, response: StubTransport.Response = .status(.ok),
        location: SourceLocation = #_sourceLocation
    ) {
        let upstream = StubTransport { _ in response }
        _ = try? folder.recorder(upstream).response(to: request, body: body)
        #expect(upstream.requests.map(\.message) == [request], sourceLocation: location)
        expectNoSecret(location)
        #expect(texts.contains { $0.contains("redacted") }, sourceLocation: location)
        // The entry matches requests with this secret or any other secret.
        #expect(folder.player().failure(of: request, body: body)?.code != .unavailable, sourceLocation: location)
    }

    /// The content of the file and its decoded Base64 bodies.
    private var texts: [String] {
        let bodies = folder.text.matches(of: /"text" : "([A-Za-z0-9+\/=]+)"/).compactMap { match in
            Data(base64Encoded: String(match.output.1)).map { String(decoding: $0, as: UTF8.self) }
        }
        return [folder.text] + bodies
    }

    private func expectNoSecret(_ location: SourceLocation = #_sourceLocation) {
        #expect(!folder.text.isEmpty, sourceLocation: location)
        for spelling in Self.spellings {
            for text in texts { #expect(!text.contains(spelling), "\(spelling) in \(text)", sourceLocation: location) }
        }
    }

    /// The table in `SecretTableTests` covers all places and spellings; this test also plays the recordings.
    @Test(arguments: ["Authorization", "Cookie", "X-Auth-Token"]) func redactsSecretRequestFields(name: String) throws {
        let secret = Self.secret
        let name = try #require(HTTPField.Name(name))
        for value in ["a=1; session=\(secret); theme=dark"] + (name == .cookie ? [] : ["Bearer \(secret)"]) {
            let request = HTTPRequest("https://h/a?page=1", [name: value])
            // The response repeats the secret as text, as JSON, in a header field, in Base64 and in an error.
            expectRedacted(request, response: .text("you sent \(value)"))
            expectRedacted(request, response: .json(#"{"you": "sent \#(secret.replacing("/", with: "\\/"))"}"#))
            let fields: HTTPFields = [.location: "https://h/?was=s3cr3t-V%26lue%2F%2B%3d%3F", .eTag: "\"\(secret)\""]
            expectRedacted(request, response: .status(.found, fields: fields))
            expectRedacted(request, response: .text(Data("it is \(secret) again".utf8).base64EncodedString()))
            expectRedacted(request, response: .fail(TransportError(.closedEarly, "behind \(value)")))
        }
    }

    @Test func redactsSecretResponseFields() {
        let secret = Self.secret
        let fields: HTTPFields = [
            .setCookie: "sid=\(secret); Path=/; HttpOnly; b=\(secret)", .init(literal: "X-Subject-Token"): secret,
            .link: "<https://h/?page_token=\(secret)>; rel=\"next\"",
        ]
        expectRedacted(HTTPRequest("https://h/a"), response: .text("sid is \(secret)", fields: fields))
        #expect(folder.text.contains("sid=<redacted>; Path=/; HttpOnly; b=<redacted>"))
        #expect(folder.text.contains(#"<https://h/?page_token=%3Credacted%3E>; rel=\"next\""#))
    }

    @Test(arguments: ["access_token", "sig", "X-Amz-Signature", "api%5Fkey", "client_secret", "Token"])
    func redactsQuerySecrets(name: String) {
        let request = HTTPRequest("https://h/a?page=1&\(name)=s3cr3t-V%26lue%2F%2b%3D%3F&q=s3cr3t-V%26lue/%2b=?")
        expectRedacted(request, response: .text("you asked \(request.path ?? "")"))
        #expect(folder.text.contains("https://h/a?page=1&\(name)=%3Credacted%3E&q=%3Credacted%3E"))
    }

    @Test func redactsMarkedPathSecret() throws {
        let upstream = StubTransport { _ in .text("no \(Self.secret)") }
        let client = Client(baseURL: "https://h", transport: folder.recorder(upstream))
        let endpoint = Endpoint("/tokens/\(secret: Self.secret)/scopes", parser: .text)
        #expect(Recorder(client.send(endpoint)).values == ["no \(Self.secret)"])
        expectNoSecret()
        #expect(folder.text.contains("https://h/tokens/%3Credacted%3E/scopes"))
        let player = Client(baseURL: "https://h", transport: folder.player())
        #expect(Recorder(player.send(endpoint)).values == ["no <redacted>"])
    }

    @Test(arguments: [
        (#"{"a": ["x"], "key": "s3cr3t"}"#, "application/json", #"{"a": ["x"], "key": "<redacted>"}"#),
        (#"["s3cr3t", 12]"#, "application/json", #"["<redacted>", 0]"#), ("s3cr3t", "text/plain", "<redacted>"),
        ("<Key><Value>s3cr3t</Value></Key>", "application/xml", "<redacted>"),
        ("s3cr3t", "application/json", "<redacted>"), ("data: s3cr3t\n\n", "text/event-stream", "<redacted>"),
        ("a=s3cr3t", "application/x-www-form-urlencoded", "<redacted>"),
        ("--b\r\n\r\ns3cr3t\r\n--b--", "multipart/form-data; boundary=b", "<redacted>"),
    ])
    func redactsSecretResponse(body: String, type: String, expected: String) throws {
        let upstream = StubTransport { request in
            request.path == "/error" ? .text("no s3", status: .badRequest) : .text(body, type: type)
        }
        let client = Client(baseURL: "https://h", transport: folder.recorder(upstream))
        let key = Endpoint("/key", parser: ResponseParser<String>.text.withSecretBody)
        #expect(Recorder(client.send(key)).values == [body])
        _ = Recorder(client.send(Endpoint("/error", parser: ResponseParser<String>.text.withSecretBody)))
        #expect(!folder.text.contains("s3cr3t") && folder.text.contains("no s3"))
        let player = Client(baseURL: "https://h", transport: folder.player())
        #expect(Recorder(player.send(key)).values == [expected])
    }

    @Test func redactsSecretResponseInLaterExchanges() throws {
        let upstream = StubTransport { $0.number == 0 ? .text("s3cr3t-key\n") : .text("no s3cr3t-key.") }
        let client = Client(baseURL: "https://h", transport: folder.recorder(upstream))
        for parser in [ResponseParser<String>.text.withSecretBody, .text] {
            _ = Recorder(client.send(Endpoint("/key", parser: parser)))
        }
        #expect(upstream.requests.count == 2)
        #expect(!folder.text.contains("s3cr3t") && folder.text.contains("no <redacted>."))
    }

    @Test func redactsURLCredentials() throws {
        expectRedacted(
            HTTPRequest("https://h/a"), response: .text("", fields: [.location: "https://alice:s3cr3t@h/x"]))
        expectRedacted(
            HTTPRequest("https://h/a"), response: .json(#"{"next": "https://alice:s3cr3t@h/x?token=s3cr3t"}"#))
        let next = "https://%3Credacted%3E@h/x?token=%3Credacted%3E"
        #expect(try folder.player().response(to: HTTPRequest("https://h/a")).text == #"{"next": "\#(next)"}"#)
    }

    @Test func redactsFormSecrets() {
        let form = HTTPBody.form([
            "grant_type": "password", "username": "alice", "password": Self.secret, "note": "my \(Self.secret)",
        ])
        expectRedacted(HTTPRequest(.post, "https://h/a"), body: form, response: .text("\(Self.secret)?"))
        #expect(
            folder.text.contains("grant_type=password&username=alice&password=%3Credacted%3E&note=my+%3Credacted%3E"))
    }

    @Test func redactsMultipartSecrets() {
        for file in ["text", "\u{0}"] {
            let text =
                "--b\r\nContent-Disposition: form-data; name=\"api_key\"\r\n\r\n\(Self.secret)\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n\(file)\(Self.secret)\r\n--b--\r\n"
            var bytes = Array(text.utf8)
            if file != "text" { bytes.append(0xFF) }
            let body = HTTPBody(bytes, contentType: "multipart/form-data; boundary=b")
            let upstream = StubTransport { _ in .text(Self.secret) }
            _ = try? folder.recorder(upstream).response(to: HTTPRequest(.post, "https://h/a"), body: body)
            expectNoSecret()
        }
    }

    private static let json: [(String, String)] = [
        (#"{"token":"s3cr3t"}"#, #"{"token":"<redacted>"}"#),
        (
            #"{ "access_token" : "s3cr3t", "scope": "all", "n": 1.50 }"#,
            #"{ "access_token" : "<redacted>", "scope": "all", "n": 1.50 }"#
        ),
        (
            #"{"password":["s3cr3t", null, true, 1234], "pwd": "", "sig": 12345}"#,
            #"{"password":["<redacted>", null, true, 0], "pwd": "", "sig": 0}"#
        ),
        (
            #"{"access":{"token":{"id":"s3cr3t","expires":"2026-01-02T03:04:05Z","tenant":{"id":"t1","name":"alice"}}}}"#,
            #"{"access":{"token":{"id":"<redacted>","expires":"2026-01-02T03:04:05Z","tenant":{"id":"t1","name":"alice"}}}}"#
        ),
        (#"{"token":"a\"s3cr3t\u0041"}"#, #"{"token":"<redacted>"}"#),
        (#"{"t\u006fken":"s3cr3t"}"#, #"{"t\u006fken":"<redacted>"}"#),
        (#"{"next":"https:\/\/h\/?sig=s3cr3t\u0026x=1"}"#, #"{"next":"https://h/?sig=%3Credacted%3E&x=1"}"#),
        (
            "{\"token\":\"s3cr3t\"}\n{\"token\":\"s3cr3t\"}\n",
            "{\"token\":\"<redacted>\"}\n{\"token\":\"<redacted>\"}\n"
        ),
    ]

    @Test(arguments: json)
    func redactsOnlyTheSecretsInJSON(body: String, expected: String) throws {
        expectRedacted(HTTPRequest("https://h/a"), response: .json(body))
        #expect(try folder.player().response(to: HTTPRequest("https://h/a")).text == expected)
        expectRedacted(HTTPRequest(.post, "https://h/a"), body: HTTPBody(body, contentType: "application/json"))
    }

    @Test(arguments: [
        "wrong password: 3 attempts left", "Could not find credential: 3f2a77c1e0", "Authorization: required",
        #"{"message":"wrong password: 3 attempts left"}"#, "<Message>Invalid token: expired</Message>",
        "token='s3cr3t'", #"{"token":"s3cr3t"}"#, "<Password>s3cr3t</Password>",
    ])
    func keepsHarmlessText(body: String) throws {
        let upstream = StubTransport { _ in .text(body) }
        _ = try folder.recorder(upstream).response(to: HTTPRequest("https://h/a"))
        #expect(try folder.player().response(to: HTTPRequest("https://h/a")).text == body)
    }

    @Test(arguments: [#"{"token":"s3cr3t"#, #"{"token":{"a":"}","id":"s3cr3t"#, #"{"Authorization":"Bearer s3cr3t"#])
    func redactsSecretsInIncompleteJSON(body: String) {
        expectRedacted(
            HTTPRequest("https://h/a"),
            response: .respond(
                fields: [.contentType: "application/json"], chunks: [.init(body)],
                then: .fail(TransportError(.closedEarly))))
    }

    @Test func overwritesKnownSecretsInBinaryBodies() throws {
        let request = HTTPRequest("https://h/a", [.authorization: "Bearer \(Self.secret)"])
        let body = [0xFF, 0] + Array(Self.secret.utf8) + [0xFE]
        let upstream = StubTransport { _ in .respond(chunks: [.init(body)]) }
        #expect(try folder.recorder(upstream).response(to: request).body == body)
        expectNoSecret()
        let played = try folder.player().response(to: request).body
        #expect(played == [0xFF, 0] + [UInt8](repeating: 0x2A, count: Self.secret.utf8.count) + [0xFE])
    }

    @Test func redactsResponseSecretsInLaterExchanges() throws {
        let token = "AbCdEf0123456789"
        let recorder = folder.recorder(
            StubTransport { request in
                request.path == "/login" ? .json(#"{"token":"\#(token)"}"#) : .text("in session \(token)")
            })
        let later = HTTPRequest("https://h/sessions/\(token)?back=%2F\(token)")
        for request in [HTTPRequest(.post, "https://h/login"), later] { _ = try recorder.response(to: request) }
        #expect(!folder.text.contains(token))
        // In playback, the token is redacted, and requests that contain the redacted token still match.
        let player = folder.player()
        #expect(try player.response(to: HTTPRequest(.post, "https://h/login")).text == #"{"token":"<redacted>"}"#)
        let played = HTTPRequest("https://h/sessions/%3Credacted%3E?back=%2F%3Credacted%3E")
        #expect(try player.response(to: played).text == "in session <redacted>")
        #expect(
            try folder.player().response(to: HTTPRequest("https://h/sessions/mine?back=%2Fmine")).text
                == "in session <redacted>")
    }

    @Test func redactsShortSecretsAsWholeWords() throws {
        let upstream = StubTransport { _ in .json(#"{"a": "the latest test, ten tests", "b": "test", "c": "is"}"#) }
        let request = HTTPRequest(.post, "https://h/tests/test")
        let body = HTTPBody.json(["password": "test", "pwd": "is"])
        _ = try folder.recorder(upstream).response(to: request, body: body)
        #expect(
            try folder.player().response(to: request, body: body).text
                == #"{"a": "the latest <redacted>, ten tests", "b": "<redacted>", "c": "is"}"#)
        #expect(folder.text.contains("https://h/tests/%3Credacted%3E"))
    }

    @Test func redactsAdditionalNamesAndValues() throws {
        let redaction = CassetteTransport.Redaction(names: ["X-Pin", "pin", "employee_number"], values: ["Alice"])
        let upstream = StubTransport { _ in
            .json(#"{"pin": "s3cr3t", "name": "Alice B", "oldEmployeeNumber": "s3cr3t-2"}"#)
        }
        let request = HTTPRequest("https://h/a/Alice?PIN=s3cr3t", [.init(literal: "x-pin"): "s3cr3t"])
        _ = try folder.recorder(upstream, redaction: redaction).response(to: request)
        expectNoSecret()
        #expect(!folder.text.contains("Alice"))
        #expect(folder.text.contains("https://h/a/%3Credacted%3E?PIN=%3Credacted%3E"))
    }

    @Test func keepsSecretsWithoutRedaction() throws {
        let upstream = StubTransport { _ in .json(#"{"token":"s3cr3t"}"#) }
        let request = HTTPRequest("https://h/a?sig=s3cr3t", [.authorization: "Bearer s3cr3t"])
        _ = try folder.recorder(upstream, redaction: .none).response(to: request)
        #expect(folder.text.matches(of: /s3cr3t/).count == 4)
        #expect(!folder.text.contains("redacted"))
        func player(_ redaction: CassetteTransport.Redaction) -> CassetteTransport {
            CassetteTransport(folder.file, mode: .once, recording: FailingTransport(), redaction: redaction)
        }
        let other = HTTPRequest("https://h/a?sig=another")
        #expect(player(.none).failure(of: other)?.code == .unavailable)
        // Secrets match any value, even if the file contains them unredacted.
        #expect(try player(.default).response(to: other).text == #"{"token":"s3cr3t"}"#)
    }

    @Test(arguments: [
        #"{"message":"Unauthorized (invalid token)"}"#, "the signature does not match",
        #"{"token":null,"password":true}"#,
        "tokens: 3 of 5", #"{"max_tokens":5,"n":1e3,"big":12345678901234567890}"#, "mail bob@example.com", "[]", "12",
        "é\u{FEFF}", "a=b&c",
    ])
    func keepsTextWithoutSecrets(text: String) throws {
        let upstream = StubTransport { _ in .text(text) }
        let request = HTTPRequest(
            .post, "https://h/a?b=c%20d+e&f",
            [.accept: "a; q=0.5", .cookie: "theme=dark; view=tokens"])
        _ = try folder.recorder(upstream).response(to: request, body: HTTPBody(text))
        #expect(try folder.player().response(to: request, body: HTTPBody(text)).text == text)
        #expect(folder.text.contains("https://h/a?b=c%20d+e&f"))
    }
}
