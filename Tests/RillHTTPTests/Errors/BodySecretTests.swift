import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests that the secrets of a request body are redacted wherever a server repeats them.
@Suite struct BodySecretTests {
    private struct SignIn: Request {
        typealias Response = [Int]
        let sent: HTTPBody
        var method: HTTPRequest.Method { .post }
        var path: URLPath { "/session" }
        var body: HTTPBody? { sent }
    }

    private func texts(
        _ body: HTTPBody, response: String, status: HTTPResponse.Status = .badRequest, middleware: [any Middleware] = []
    ) throws -> String {
        let transport = StubTransport { _ in .text(response, status: status) }
        let error = try Recorder(makeClient(transport, middleware: middleware).send(SignIn(sent: body))).failure()
        return "\(error) \(String(reflecting: error)) \(dumped(error)) \(error.bodyPrefix)"
    }

    private static let forms = [
        HTTPBody(#"{"user":"alice","password":"s3cr3t"}"#, contentType: "application/json"),
        HTTPBody(#"{"a":[{"Client-Secret":"s3cr3t"}]}"#, contentType: "application/vnd.api+json; charset=utf-8"),
        HTTPBody(#"{"password":{"user":{"name":"alice","password":"s3cr3t"}}}"#, contentType: "application/json"),
        HTTPBody(#"{"token":{"id":"s3cr3t","for":"alice"}}"#, contentType: "application/json"),
        HTTPBody(#"{"secrets":["s3cr3t"]}"#, contentType: "application/json"),
        HTTPBody("user=alice&password=s3cr3t", contentType: "application/x-www-form-urlencoded"),
    ]

    @Test(arguments: forms.indices)
    func redactsRepeatedBodySecret(index: Int) throws {
        let body = Self.forms[index]
        for status in [HTTPResponse.Status.badRequest, .ok] {
            let texts = try texts(body, response: "alice, s3cr3t is wrong", status: status)
            #expect(!texts.contains("s3cr3t"))
            #expect(texts.contains("alice, <redacted> is wrong"))
        }
    }

    @Test(arguments: [
        (HTTPBody(#"{"password":"a\"b/c d+e"}"#, contentType: "application/json"), [#"a\"b/c d+e"#, #"a"b/c d+e"#]),
        (
            HTTPBody("password=a%22b%2Fc+d%2Be", contentType: "application/x-www-form-urlencoded"),
            [#"a"b/c d+e"#, "a%22b%2Fc+d%2Be"]
        ),
    ])
    func redactsBodySecretInOtherSpellings(body: HTTPBody, spellings: [String]) throws {
        for spelling in spellings {
            #expect(try texts(body, response: "not \(spelling), no").contains("not <redacted>, no"))
        }
    }

    @Test func logRedactsBodySecret() throws {
        let lines = Log<String>()
        _ = try texts(Self.forms[0], response: "s3cr3t is wrong", middleware: [Logging(.verbose) { lines.append($0) }])
        #expect(lines.entries.contains { $0.contains("<redacted> is wrong") })
        #expect(!lines.entries.contains { $0.contains("s3cr3t") })
    }

    private static let binaryBodies: [(bytes: [UInt8], isShown: Bool)] = {
        func bytes(_ prefix: [UInt8], _ text: String) -> [UInt8] { prefix + Array(text.utf8) }
        let units = Array("s3cr3t-token".utf16)
        let secret: [[UInt8]] = [
            bytes([0xFF], "s3cr3t-token"), bytes([0], "s3cr3t-token"), bytes([0x1F, 0x8B, 0], "s3cr3t-token"),
            [0xFE, 0xFF] + units.flatMap { unit in [UInt8(0), UInt8(unit)] },
            units.flatMap { unit in [UInt8(unit), UInt8(0)] },
            bytes([], "passw") + bytes([0xF6], "rt-1"),
        ]
        let harmless: [[UInt8]] = [[0x1F, 0x8B, 8, 0, 1, 2], bytes([0x89], "PNG\r\n"), bytes([0xE4], "pfel")]
        return secret.map { ($0, false) } + harmless.map { ($0, true) }
    }()

    /// The first bytes of binary data are written in hexadecimal.
    @Test(arguments: binaryBodies)
    func binaryBodyShowsNoSecret(bytes: [UInt8], isShown: Bool) throws {
        let response = StubTransport.Response.respond(status: .badRequest, chunks: [.init(bytes)])
        var client = makeClient(StubTransport { _ in response })
        client.defaultFields = [.authorization: "Bearer s3cr3t-token"]
        let error = try Recorder(client.send(SignIn(sent: .form(["password": "passw\u{F6}rt-1"])))).failure()
        let hexadecimal = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(separator: " ")
        #expect(error.bodyPrefix == "\(bytes.count) bytes of binary data" + (isShown ? ": \(hexadecimal)" : ""))
    }

    /// The connection can end within a character.
    @Test(
        arguments: [
            ([0x61, 0xE9], "a"), ([0x61, 0xF0, 0x9F, 0x98], "a"),
            ([0x61, 0xE9, 0x22, 0x5D], "4 bytes of binary data: 61 e9 22 5d"),
            ([0xFF, 0xFE, 0xFD], "3 bytes of binary data: ff fe fd"),
        ] as [([UInt8], String)])
    func onlyIncompleteCharacterIsOmitted(bytes: [UInt8], expected: String) throws {
        let response = StubTransport.Response.respond(status: .badRequest, chunks: [.init(bytes)])
        let error = try Recorder(makeClient(StubTransport { _ in response }).send(SignIn(sent: .form([:])))).failure()
        #expect(error.bodyPrefix == expected)
    }

    /// The errors of a custom decoder can quote the body.
    @Test(arguments: ["s3cr3t", #"{"a": "s3cr3t"}"#, "[1]"])
    func errorOfDecoderDoesNotQuoteSecretBody(body: String) throws {
        let context = DecodingError.Context(codingPath: [], debugDescription: "unexpected s3cr3t")
        for error in [TestError("unexpected s3cr3t"), DecodingError.dataCorrupted(context)] as [any Error] {
            let parser = ResponseParser<Int> { _, _, _ in throw error }
            func text(_ parser: ResponseParser<Int>) throws -> String {
                let client = makeClient(StubTransport { _ in .text(body) })
                return "\(try Recorder(client.send(Endpoint("/a", parser: parser))).failure())"
            }
            #expect(try text(parser).contains("unexpected s3cr3t"))
            #expect(try !text(parser.withSecretBody).contains("s3cr3t"))
        }
    }

    @Test(arguments: [
        HTTPBody("no JSON: password s3cr3t", contentType: "application/json"),
        HTTPBody([0xFF, 0], contentType: "application/json"),
        HTTPBody(#"{"name":"s3cr3t"}"#, contentType: "application/json"),
        HTTPBody(#"{"password":"abc"}"#, contentType: "application/json"),
        HTTPBody(#"{"password":"s3cr3t"}"#, contentType: nil), HTTPBody("token=s3cr3t"),
    ])
    func keepsTextWithoutBodySecret(body: HTTPBody) throws {
        #expect(try texts(body, response: "abc, s3cr3t?").contains("abc, s3cr3t?"))
    }

    /// A middleware that sends a new request instead of a changed one.
    private struct Mirroring: Middleware {
        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            next(
                HTTPRequest(
                    method: request.method, scheme: "https", authority: "mirror.example", path: request.path,
                    headerFields: request.headerFields), body)
        }
    }

    @Test func newRequestOfMiddlewareKeepsSecrets() throws {
        let lines = Log<String>()
        let transport = StubTransport { request in
            request.number == 0 ? .text("no", status: .badRequest) : .json(#"{"id":"s3cr3tK7"}"#)
        }
        let client = makeClient(transport, middleware: [Mirroring(), Logging(.verbose) { lines.append($0) }])
        let path: URLPath = "/tokens/\(secret: "s3cr3tK7")"
        let error = try Recorder(client.send(Endpoint<Int>(path))).failure()
        #expect(error.url == "https://mirror.example/api/v2/tokens/<redacted>")
        let secretBody = Endpoint("/a", parser: ResponseParser.text.withSecretBody)
        #expect(Recorder(client.send(secretBody)).values.count == 1)
        #expect(transport.requests.map(\.message.hasSecretResponse) == [false, true])
        #expect(!lines.entries.isEmpty && !lines.entries.contains { $0.contains("s3cr3tK7") })
    }

    /// A value that is too long to be shown is not cut, because the remaining part of a secret would not be found.
    @Test func longSecretIsNotCut() throws {
        let token = String(repeating: "abcdefghij", count: 9)
        let cases: [(response: StubTransport.Response, reason: String)] = [
            (.json("{\"id\":\"\(token)\"}"), "id: expected Int, found a string of 90 bytes"),
            (.text("{}", fields: [.contentType: token]), "found <redacted>"),
        ]
        for (response, reason) in cases {
            let transport = StubTransport { _ in response }
            let endpoint = Endpoint(
                "/a", headerFields: [.authorization: "Bearer \(token)"],
                parser: ResponseParser<[String: Int]>.json.validate(contentType: "application/json"))
            let error = try Recorder(makeClient(transport).send(endpoint)).failure()
            #expect(error.reason.hasSuffix(reason), "\(error.reason)")
            #expect(!error.reason.contains("abcdefghij"))
        }
    }
}
