import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests how errors show the structured texts that contain secret names.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct RedactionTests {
    private static let secret = "s3cr3t-Value/+="

    /// Returns all texts of an error that may be shown to a user or logged.
    private func texts(of error: APIError) -> String {
        let any: any Error = error
        return [
            "\(error)", String(reflecting: error), dumped(error), error.localizedDescription, any.localizedDescription,
            "\(any)", error.reason, error.url, error.bodyPrefix, "\(error.headerFields.map(\.value))",
            String(describing: [error]), "\(Mirror(reflecting: error).children.map { "\($0.value)" })",
            "\(Event<Int>.error(error))",
            (error.underlying as? TransportError).map { String(reflecting: $0) } ?? "",
        ].joined(separator: "\n")
    }

    private struct SecretRequest: Request {
        typealias Response = [Int]
        var baseURL: String?
        var path: URLPath = "/a"
        var query: QueryItems = [:]
        var headerFields: HTTPFields = [:]
    }

    /// Makes a request with a secret fail and checks that no text of the error contains the secret.
    private func check(
        _ request: SecretRequest, response: StubTransport.Response, location: SourceLocation = #_sourceLocation
    ) throws {
        let error = try Recorder(makeClient(StubTransport { _ in response }).send(request)).failure(location)
        let texts = texts(of: error)
        let forms = [Self.secret, "s3cr3t-Value", "s3cr3t%2DValue", "s3cr3t"]
        for form in forms { #expect(!texts.contains(form), sourceLocation: location) }
        #expect(texts.contains("<redacted>"), sourceLocation: location)
    }

    @Test func keepsRestOfURL() throws {
        let client = makeClient(StubTransport { _ in .status(.forbidden) })
        let query: QueryItems = ["page": 1, "access%token": "x", "token": Self.secret, "tokens": 5, "q": "a b"]
        let url = try Recorder(client.send(SecretRequest(query: query))).failure().url
        #expect(url == "https://qiita.com/api/v2/a?page=1&access%25token=<redacted>&token=<redacted>&tokens=5&q=a%20b")
    }

    @Test func redactsCredentialsInURL() throws {
        for base in [
            "https://alice:s3cr3t@h", "https://s3cr3t@h", "alice:s3cr3t@h", "ftp://a:b@s3cr3t@h/x", "//a:s3cr3t@h",
        ] {
            try check(SecretRequest(baseURL: base), response: .status(.forbidden))
        }
    }

    @Test func keepsPathWithoutMark() throws {
        let client = makeClient(StubTransport { _ in .status(.notFound) })
        for path in ["/v3/auth/tokens", "/access_tokens/abcd1234", "/tokens"] as [URLPath] {
            let error = try Recorder(client.send(SecretRequest(path: path))).failure()
            #expect(error.url == "https://qiita.com/api/v2\(path)")
        }
    }

    private static let bodies = [
        (#"{"token":"s3cr3t"}"#, #"{"token":"<redacted>"}"#),
        (#"{ "access_token" : "s3cr3t", "scope": "all" }"#, #"{ "access_token" : "<redacted>", "scope": "all" }"#),
        (
            #"{"access":{"token":{"id":"s3cr3t","expires":"x"}}}"#,
            #"{"access":{"token":{"id":"<redacted>","expires":"x"}}}"#
        ),
        (
            #"{"password":["s3cr3t", null, true, 12], "pin": ""}"#,
            #"{"password":["<redacted>", null, true, 0], "pin": ""}"#
        ),
        (#"{"token":"s3cr3t"#, #"{"token":"<redacted>"#), (#"{"token":"a\"s3cr3t\\"}"#, #"{"token":"<redacted>"}"#),
        (#"{"token":{"a":"}","id":"s3cr3t"#, #"{"token":{"a":"}","id":"<redacted>"#),
        (#"{"t\u006fken":"s3cr3t"}"#, #"{"t\u006fken":"<redacted>"}"#),
        (#"{"a":"b","pin":123456}"#, #"{"a":"b","pin":0}"#), (#"{"max_tokens":5}"#, #"{"max_tokens":5}"#),
        (#"{"next":"https:\/\/h\/?sig=s3cr3t\u0026x=1"}"#, #"{"next":"https://h/?sig=<redacted>&x=1"}"#),
        (#"{"code":"invalid","session":"main"}"#, #"{"code":"invalid","session":"main"}"#),
        (#"{"code":"s3cr3t","client_secret" : "x"}"#, #"{"code":"<redacted>","client_secret" : "<redacted>"}"#),
        (#"{"code":"invalid","field":"client_secret"}"#, #"{"code":"invalid","field":"client_secret"}"#),
    ]

    @Test(arguments: bodies)
    func redactsSecretNamesInJSON(body: String, expected: String) throws {
        for type in ["application/json", "application/vnd.api+json; charset=utf-8"] {
            let response = StubTransport.Response.text(body, type: type, status: 500)
            let error = try Recorder(makeClient(StubTransport { _ in response }).send(SecretRequest())).failure()
            #expect(error.bodyPrefix == expected)
            #expect(!texts(of: error).contains("s3cr3t"))
        }
        let text = StubTransport { _ in .text(body, status: 500) }
        #expect(try Recorder(makeClient(text).send(SecretRequest())).failure().bodyPrefix == body)
    }

    @Test func redactsSecretNamesInForm() throws {
        let form = "client_id=1&client_secret=s3cr3t&user%5Bpassword%5D=s3cr3t&x=1"
        let response = StubTransport.Response.text(form, type: "application/x-www-form-urlencoded", status: 500)
        let error = try Recorder(makeClient(StubTransport { _ in response }).send(SecretRequest())).failure()
        #expect(error.bodyPrefix == "client_id=1&client_secret=<redacted>&user%5Bpassword%5D=<redacted>&x=1")
    }

    @Test func redactsSecretAtTruncation() throws {
        let secret = String(repeating: "s3cr3t", count: 20)
        let request = SecretRequest(headerFields: [.authorization: "Bearer \(secret)"])
        for length in stride(from: 900, to: 1_030, by: 7) {
            let body = String(repeating: "x", count: length) + " " + secret
            let transport = StubTransport { _ in .text(body, status: 500) }
            let error = try Recorder(makeClient(transport).send(request)).failure()
            #expect(!texts(of: error).contains("s3cr3t"))
        }
    }

    @Test func redactsSecretResponseFields() throws {
        let fields: HTTPFields = [
            .setCookie: "a=s3cr3t", .init(literal: "X-Subject-Token"): "s3cr3t",
            .link: "<https://h/?token=s3cr3t&page=2>", .wwwAuthenticate: "Bearer realm=\"x\"",
        ]
        try check(SecretRequest(), response: .status(.forbidden, fields: fields))
        let client = makeClient(StubTransport { _ in .status(.forbidden, fields: fields) })
        let error = try Recorder(client.send(SecretRequest())).failure()
        let shown = [error.headerFields[.link], error.headerFields[.wwwAuthenticate]]
        #expect(shown == ["<https://h/?token=<redacted>&page=2>", "Bearer realm=\"x\""])
    }

    @Test func redactsDecodedValueOfSecretName() throws {
        struct Credentials: Decodable { var token: Int }
        let client = makeClient(StubTransport { _ in .json(#"{"token": "s3cr3t"}"#) })
        let error = try Recorder(client.send(Anything<Credentials>())).failure()
        #expect(error.reason == "token: expected Int, found <redacted>")
        #expect(!texts(of: error).contains("s3cr3t"))
    }
}
