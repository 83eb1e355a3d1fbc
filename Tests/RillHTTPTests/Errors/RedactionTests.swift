import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Sends secrets in every part of a request and checks that no text of an error contains them.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct RedactionTests {
    private static let secret = "s3cr3t-Value/+="

    /// Returns all texts of an error that may be shown to a user or logged.
    private func texts(of error: APIError) -> String {
        var dumped = ""
        dump(error, to: &dumped)
        let any: any Error = error
        return [
            "\(error)", String(reflecting: error), dumped, error.localizedDescription, any.localizedDescription,
            "\(any)",
            error.reason, error.url, error.bodyPrefix, "\(error.headerFields.map(\.value))",
            String(describing: [error]),
            "\(Mirror(reflecting: error).children.map { "\($0.value)" })", "\(Event<Int>.error(error))",
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
        let transport = StubTransport { _ in response }
        let error = try Recorder(makeClient(transport).send(request)).failure(location)
        let texts = texts(of: error)
        let forms = [Self.secret, "s3cr3t-Value", "s3cr3t%2DValue", "s3cr3t"]
        for form in forms { #expect(!texts.contains(form), sourceLocation: location) }
        #expect(texts.contains("<redacted>"), sourceLocation: location)
    }

    private static let fieldNames: [HTTPField.Name] = [
        .authorization, .cookie, .proxyAuthorization, .init(literal: "X-Auth-Token"), .init(literal: "x-api-key"),
        .init(literal: "X-Amz-Security-Token"), .init(literal: "Ocp-Apim-Subscription-Key"),
        .init(literal: "X-Subject-Token"), .init(literal: "X-Client-Secret"),
    ]

    @Test(arguments: fieldNames)
    func redactsRepeatedSecretField(name: HTTPField.Name) throws {
        let secret = Self.secret
        for value in [secret, "Bearer \(secret)", "session=\(secret); theme=dark"] {
            let request = SecretRequest(headerFields: [name: value])
            try check(request, response: .json("{\"message\":\"bad key \(secret)\",\"type\":\"t\"}", status: 401))
            try check(request, response: .text("You sent: \(value)", status: 400))
            let status = HTTPResponse.Status(code: 403, reasonPhrase: "Bad key \(secret)")
            try check(request, response: .status(status))
            try check(request, response: .text("You sent: \(value)"))
            try check(request, response: .fail(TransportError(.other, "field \(value) refused")))
            try check(request, response: .status(.found, fields: [.location: "/login?was=\(secret)"]))
        }
    }

    @Test func redactsPasswordOfBasicCredentials() throws {
        let credentials = Data("alice:\(Self.secret)".utf8).base64EncodedString()
        let request = SecretRequest(headerFields: [.authorization: "Basic \(credentials)"])
        try check(request, response: .text("wrong password \(Self.secret) for alice", status: 401))
    }

    @Test(arguments: [
        "access_token", "token", "sig", "signature", "api_key", "apikey", "password", "client_secret", "refresh_token",
        "X-Amz-Signature", "Token", "x.api.key", "passwd", "sessionid", "auth-token",
    ])
    func redactsQuerySecret(name: String) throws {
        let secret = Self.secret
        let request = SecretRequest(query: ["page": 1, name: secret, "q": "x"])
        try check(request, response: .status(.forbidden))
        try check(request, response: .text("what is \(secret)?", status: 403))
        try check(request, response: .json("{\"you\": \"\(secret)\"}"))
        try check(request, response: .fail(TransportError(.couldNotConnect, "GET /a?\(name)=\(secret)&page=1")))
        try check(SecretRequest(baseURL: "https://h/b?\(name)=s3cr3t"), response: .status(.forbidden))
        try check(SecretRequest(path: "/c?\(name)=\(secret)"), response: .status(.forbidden))
    }

    @Test func keepsRestOfURL() throws {
        let client = makeClient(StubTransport { _ in .status(.forbidden) })
        let request = SecretRequest(query: [
            "page": 1, "access%token": "x", "token": Self.secret, "tokens": 5, "q": "a b",
        ])
        let error = try Recorder(client.send(request)).failure()
        #expect(
            error.url == "https://qiita.com/api/v2/a?page=1&access%25token=<redacted>&token=<redacted>&tokens=5&q=a%20b"
        )
    }

    @Test func redactsCredentialsInURL() throws {
        for base in [
            "https://alice:s3cr3t@h", "https://s3cr3t@h", "alice:s3cr3t@h", "ftp://a:b@s3cr3t@h/x", "//a:s3cr3t@h",
        ] {
            try check(SecretRequest(baseURL: base), response: .status(.forbidden))
        }
        try check(
            SecretRequest(), response: .fail(TransportError(.other, "no proxy at http://alice:s3cr3t@proxy:3128/")))
    }

    @Test func redactsSecretInPath() throws {
        try check(SecretRequest(path: "/access_tokens/\(Self.secret)"), response: .status(.notFound))
        try check(SecretRequest(path: "/v2.0/tokens/\(Self.secret)/endpoints"), response: .status(.notFound))
    }

    @Test func keepsEndpointNamesInPath() throws {
        let client = makeClient(StubTransport { _ in .status(.notFound) })
        for path in ["/v3/auth/tokens", "/auth/login", "/tokens"] as [URLPath] {
            let error = try Recorder(client.send(SecretRequest(path: path))).failure()
            #expect(error.url == "https://qiita.com/api/v2\(path)")
        }
    }

    private static let bodies = [
        #"{"token":"s3cr3t"}"#, #"{ "access_token" : "s3cr3t", "scope": "all" }"#,
        #"{"access":{"token":{"id":"s3cr3t"}}}"#,
        #"{"password":["s3cr3t"]}"#, "client_id=1&client_secret=s3cr3t&x=1", #"{"token":"s3cr3t"#,
        #"{"token":"a\"s3cr3t"}"#,
        #"{"token":{"a":"}","id":"s3cr3t"#, #"{"log":"{\"token\":\"s3cr3t\"}"}"#, "token='s3cr3t'",
        "{'password': 's3cr3t'}", "On instance: {'user': {'password': 's3cr3t', 'name': 'x'}}",
        #"<a href="https://h/?sig=s3cr3t&amp;x=1">"#, #"{"token":s3cr3t}"#, "https://u:s3cr3t@h/", "api%5Fkey=s3cr3t",
        "<SecretAccessKey>s3cr3t</SecretAccessKey>", "<a:SessionToken>s3cr3t</a:SessionToken><b/>", "<Token>s3cr3t",
        "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ns3cr3t\r\n--b--", #"{"adminPass":"s3cr3t"}"#,
        "name=\"token\"; x\r\nA: b\r\n\r\ns3cr3t", #"{"token":"\u0041s3cr3t"}"#, "token=\"s3cr3t\"",
        #"{"X-Session": "s3cr3t"}"#,
    ]

    @Test(arguments: bodies)
    func redactsSecretInBody(body: String) throws {
        try check(SecretRequest(), response: .text(body, status: 500))
        try check(SecretRequest(), response: .text(body, type: "application/json"))
        try check(SecretRequest(), response: .respond(chunks: [.init(body)], then: .fail(TransportError(.closedEarly))))
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
            .link: "<https://h/?token=s3cr3t&page=2>",
            .wwwAuthenticate: "Bearer realm=\"x\"",
        ]
        try check(SecretRequest(), response: .status(.forbidden, fields: fields))
        let client = makeClient(StubTransport { _ in .status(.forbidden, fields: fields) })
        let error = try Recorder(client.send(SecretRequest())).failure()
        #expect(error.headerFields[.link] == "<https://h/?token=<redacted>&page=2>")
        #expect(error.headerFields[.wwwAuthenticate] == "Bearer realm=\"x\"")
    }

    @Test func redactsDecodedValueOfSecretName() throws {
        struct Credentials: Decodable { var token: Int }
        let client = makeClient(StubTransport { _ in .json(#"{"token": "s3cr3t"}"#) })
        let error = try Recorder(client.send(Anything<Credentials>())).failure()
        #expect(error.reason == "token: expected Int, found <redacted>")
        #expect(!texts(of: error).contains("s3cr3t"))
    }
}
