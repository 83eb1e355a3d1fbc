import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests that redaction does not damage texts without a secret, in every place where a text can appear.
@Suite struct HarmlessTextTests {
    private static let sentences = [
        "Unauthorized (invalid token)", "the signature does not match", "tokens: 3 of 5", "mail bob@example.com",
        "see https://example.com/a:b?c=@d", "Could not find credential: 3f2a77c1e0",
        "rejected the user name or password: 407", "application credential: credentials cannot request a scope",
        "wrong password: 3 attempts left", "Invalid token: expired", "secret: not found",
        "Set-Cookie: not allowed here", "X-Auth-Token: missing", "Authorization: required", "cookie: theme is unknown",
        "pin: must have four digits",
        "The password: it is too short", "API key : unknown", "password = required",
        "the parameter 'token': is missing", "expected \"pin\": 4 digits", "code=3 key=value in section session=main",
        "the OTP (one-time password): 6 digits",
    ]

    private static let structured = [
        #"{"message":"Unauthorized (invalid token)"}"#, #"{"token":null,"password":true}"#,
        #"{"max_tokens":5,"page":1}"#, #"{"message":"wrong password: 3 attempts left","code":"invalid"}"#,
        #"{"error":"Could not find credential: 3f2a77c1e0"}"#, #"["password: required","token: unknown"]"#,
        "<Message>Invalid token: expired</Message>",
    ]

    /// The credentials of the request, which occur in none of the texts.
    private static let fields: HTTPFields = [
        .authorization: "Digest username=\"bob\", realm=\"section\", uri=\"/a\", qop=auth, response=\"5e7a9b11\"",
        .cookie: "theme=gr; sid=9f83aa7c",
    ]

    @Test(arguments: sentences + structured)
    func errorKeepsHarmlessBody(text: String) throws {
        let client = makeClient(StubTransport { _ in .text(text, status: 500) })
        let request = Anything<Int>(query: ["page": 2], headerFields: Self.fields)
        let error = try Recorder(client.send(request)).failure()
        #expect(error.bodyPrefix == text)
        #expect(error.reason.isEmpty || error.reason == text)
    }

    @Test(arguments: sentences)
    func errorKeepsHarmlessTextInEveryPlace(text: String) throws {
        let log = Log<String>()
        let status = HTTPResponse.Status(code: 409, reasonPhrase: text)
        let body = String(decoding: try JSONEncoder().encode(["message": text, "type": "t"]), as: UTF8.self)
        let stub = StubTransport { request in
            request.number == 0
                ? .json(body, status: status, fields: [.init(literal: "X-Note"): text]) : .fail(.init(.other, text))
        }
        let client = makeClient(stub, middleware: [Logging(.verbose) { log.append($0) }])
        let request = Anything<Int>(headerFields: Self.fields)
        let error = try Recorder(client.send(request)).failure()
        #expect(error.status?.reasonPhrase == text)
        #expect(error.headerFields[.init(literal: "X-Note")] == text)
        #expect((error.underlying as? ServiceError)?.message == text)
        #expect(error.reason == "\"\(text)\" (t)")
        #expect(log.entries.contains { $0.contains("X-Note: \(text)\n") && $0.contains(" <-- 409 \(text) GET ") })
        let failure = try Recorder(client.send(request)).failure()
        #expect(failure.reason == "the transport failed: \(text)")
        #expect((failure.underlying as? TransportError)?.text == text)
    }

    @Test(arguments: sentences)
    func errorKeepsReasonOfCaller(text: String) {
        let request = HTTPRequest(
            method: .get, scheme: "https", authority: "h", path: "/a", headerFields: Self.fields)
        #expect(APIError(stage: .middleware, request: request, reason: text).reason == text)
    }
}
