import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Testing

/// Plants secrets wherever they can come from, and looks for them wherever a text can go.
@Suite struct RedactionTests {
    private static let secret = "s3cr3t-Value/+="

    /// Everything that a person or a log gets to see of an error.
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

    private struct Planted: Request {
        typealias Response = [Int]
        var baseURL: String?
        var path: URLPath = "/a"
        var query: QueryItems = [:]
        var headerFields: HTTPFields = [:]
    }

    /// Runs a request into a failure, and checks that the secret was sent but is told nowhere.
    private func check(
        _ request: Planted, answer: StubTransport.Answer, location: SourceLocation = #_sourceLocation
    ) throws {
        let transport = StubTransport { _ in answer }
        let error = try Recording(makeClient(transport).send(request)).failure(location)
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
    func hidesSecretFieldsThatAServerRepeats(name: HTTPField.Name) throws {
        let secret = Self.secret
        for value in [secret, "Bearer \(secret)", "session=\(secret); theme=dark"] {
            let request = Planted(headerFields: [name: value])
            try check(request, answer: .json("{\"message\":\"bad key \(secret)\",\"type\":\"t\"}", status: 401))
            try check(request, answer: .text("You sent: \(value)", status: 400))
            let status = HTTPResponse.Status(code: 403, reasonPhrase: "Bad key \(secret)")
            try check(request, answer: .status(status))
            try check(request, answer: .text("You sent: \(value)"))
            try check(request, answer: .fail(TransportError(.other, "field \(value) refused")))
            try check(request, answer: .status(.found, fields: [.location: "/login?was=\(secret)"]))
        }
    }

    @Test func hidesThePasswordOfBasicCredentials() throws {
        let credentials = Data("alice:\(Self.secret)".utf8).base64EncodedString()
        let request = Planted(headerFields: [.authorization: "Basic \(credentials)"])
        try check(request, answer: .text("wrong password \(Self.secret) for alice", status: 401))
    }

    @Test(arguments: [
        "access_token", "token", "sig", "signature", "api_key", "apikey", "password", "client_secret", "refresh_token",
        "X-Amz-Signature", "Token", "x.api.key", "passwd", "sessionid", "auth-token",
    ])
    func hidesSecretsOfTheQuery(name: String) throws {
        let secret = Self.secret
        let request = Planted(query: ["page": 1, name: secret, "q": "x"])
        try check(request, answer: .status(.forbidden))
        try check(request, answer: .text("what is \(secret)?", status: 403))
        try check(request, answer: .json("{\"you\": \"\(secret)\"}"))
        try check(request, answer: .fail(TransportError(.couldNotConnect, "GET /a?\(name)=\(secret)&page=1")))
        try check(Planted(baseURL: "https://h/b?\(name)=s3cr3t"), answer: .status(.forbidden))
        try check(Planted(path: "/c?\(name)=\(secret)"), answer: .status(.forbidden))
    }

    @Test func keepsTheRestOfTheAddress() throws {
        let client = makeClient(StubTransport { _ in .status(.forbidden) })
        let request = Planted(query: ["page": 1, "access%token": "x", "token": Self.secret, "tokens": 5, "q": "a b"])
        let error = try Recording(client.send(request)).failure()
        #expect(
            error.url == "https://qiita.com/api/v2/a?page=1&access%25token=<redacted>&token=<redacted>&tokens=5&q=a%20b"
        )
    }

    @Test func hidesCredentialsInAddresses() throws {
        for base in [
            "https://alice:s3cr3t@h", "https://s3cr3t@h", "alice:s3cr3t@h", "ftp://a:b@s3cr3t@h/x", "//a:s3cr3t@h",
        ] {
            try check(Planted(baseURL: base), answer: .status(.forbidden))
        }
        try check(Planted(), answer: .fail(TransportError(.other, "no proxy at http://alice:s3cr3t@proxy:3128/")))
    }

    @Test func hidesASecretInThePath() throws {
        try check(Planted(path: "/access_tokens/\(Self.secret)"), answer: .status(.notFound))
        try check(Planted(path: "/v2.0/tokens/\(Self.secret)/endpoints"), answer: .status(.notFound))
    }

    @Test func takesNoPlaceForASecret() throws {
        let client = makeClient(StubTransport { _ in .status(.notFound) })
        for path in ["/v3/auth/tokens", "/auth/login", "/tokens"] as [URLPath] {
            let error = try Recording(client.send(Planted(path: path))).failure()
            #expect(error.url == "https://qiita.com/api/v2\(path)")
        }
    }

    private static let bodies = [
        #"{"token":"s3cr3t"}"#, #"{ "access_token" : "s3cr3t", "scope": "all" }"#,
        #"{"access":{"token":{"id":"s3cr3t"}}}"#,
        #"{"password":["s3cr3t"]}"#, "client_id=1&client_secret=s3cr3t&x=1", #"{"token":"s3cr3t"#,
        #"{"token":"a\"s3cr3t"}"#,
        #"{"token":{"a":"}","id":"s3cr3t"#, "Authorization: Bearer s3cr3t\nx", "Set-Cookie: a=1; b=s3cr3t",
        #"{"log":"{\"token\":\"s3cr3t\"}"}"#, #"{"request":"Authorization: Bearer s3cr3t"}"#, "token='s3cr3t'",
        "{'password': 's3cr3t'}", "On instance: {'user': {'password': 's3cr3t', 'name': 'x'}}",
        #"<a href="https://h/?sig=s3cr3t&amp;x=1">"#, #"{"token":s3cr3t}"#, "https://u:s3cr3t@h/", "api%5Fkey=s3cr3t",
        "<SecretAccessKey>s3cr3t</SecretAccessKey>", "<a:SessionToken>s3cr3t</a:SessionToken><b/>", "<Token>s3cr3t",
        "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ns3cr3t\r\n--b--", #"{"adminPass":"s3cr3t"}"#,
        "name=\"token\"; x\r\nA: b\r\n\r\ns3cr3t", #"{"token":"\u0041s3cr3t"}"#, "token=\"s3cr3t\"",
        "X-Auth-Token:s3cr3t",
    ]

    @Test(arguments: bodies)
    func hidesSecretsOfBodies(body: String) throws {
        try check(Planted(), answer: .text(body, status: 500))
        try check(Planted(), answer: .text(body, type: "application/json"))
        try check(Planted(), answer: .respond(chunks: [.init(body)], then: .fail(TransportError(.closedEarly))))
    }

    @Test func hidesASecretThatTheCutWouldSplit() throws {
        let secret = String(repeating: "s3cr3t", count: 20)
        let request = Planted(headerFields: [.authorization: "Bearer \(secret)"])
        for length in stride(from: 900, to: 1_030, by: 7) {
            let body = String(repeating: "x", count: length) + " " + secret
            let transport = StubTransport { _ in .text(body, status: 500) }
            let error = try Recording(makeClient(transport).send(request)).failure()
            #expect(!texts(of: error).contains("s3cr3t"))
        }
    }

    @Test func hidesSecretFieldsOfTheAnswer() throws {
        let fields: HTTPFields = [
            .setCookie: "a=s3cr3t", .init(literal: "X-Subject-Token"): "s3cr3t",
            .link: "<https://h/?token=s3cr3t&page=2>",
            .wwwAuthenticate: "Bearer realm=\"x\"",
        ]
        try check(Planted(), answer: .status(.forbidden, fields: fields))
        let client = makeClient(StubTransport { _ in .status(.forbidden, fields: fields) })
        let error = try Recording(client.send(Planted())).failure()
        #expect(error.headerFields[.link] == "<https://h/?token=<redacted>&page=2>")
        #expect(error.headerFields[.wwwAuthenticate] == "Bearer realm=\"x\"")
    }

    @Test func hidesWhatADecoderFoundUnderASecretName() throws {
        struct Answer: Decodable { var token: Int }
        let client = makeClient(StubTransport { _ in .json(#"{"token": "s3cr3t"}"#) })
        let error = try Recording(client.send(Anything<Answer>())).failure()
        #expect(error.reason == "token: expected Int, found <redacted>")
        #expect(!texts(of: error).contains("s3cr3t"))
    }

    private static let harmless = [
        #"{"message":"Unauthorized (invalid token)"}"#, "the signature does not match",
        #"{"token":null,"password":true}"#,
        "tokens: 3 of 5", #"{"max_tokens":5,"page":1}"#, "see https://example.com/a:b?c=@d", "mail bob@example.com",
    ]

    @Test(arguments: harmless)
    func leavesOtherTextsAlone(text: String) throws {
        let client = makeClient(StubTransport { _ in .text(text, status: 500) })
        #expect(try Recording(client.send(Planted())).failure().bodyPrefix == text)
    }
}
