import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Verifies that descriptions, errors, logs and cassettes do not contain passwords, tokens and keys.
@Suite struct SecretRedactionTests {
    private static let password = "pw-c0ffee'\"!", token = "tok-4e7d1c9b2a", secret = "ec-77b2aa0199"
    private static let subject = "sub-5d1e00ab77", application = "app-9c41dd20e6"
    private static let all = [password, token, secret, subject, application]

    private let texts = Log<String>()

    private func record(_ value: Any) {
        var dumped = ""
        dump(value, to: &dumped)
        texts.append("\(value)\n\(String(reflecting: value))\n\(dumped)\n\(String(describing: [value]))")
    }

    /// Records all texts of an error.
    private func record(_ error: APIError, _ location: SourceLocation = #_sourceLocation) {
        record(error as Any)
        texts.append(error.localizedDescription + error.reason + error.bodyPrefix + error.url)
        if let serviceError = error.conoHa { record(serviceError) }
    }

    private func check(_ location: SourceLocation = #_sourceLocation) {
        #expect(texts.entries.contains { $0.contains("<redacted>") }, sourceLocation: location)
        for secret in Self.all {
            for form in [secret, secret.replacing("\"", with: "\\\""), String(secret.prefix(8))] {
                let found = texts.entries.first { $0.contains(form) }
                #expect(found == nil, "\(form)", sourceLocation: location)
            }
        }
    }

    @Test func descriptionsRedactSecrets() throws {
        let password = Secret(Self.password)
        record(password)
        record(Identity.password(user: .name("u"), password: password))
        record(Identity.token(Secret(Self.token)))
        record(Identity.applicationCredential(id: "a", secret: Secret(Self.application)))
        record(AccessIdentity.password(userName: "u", password: password))
        record(IssueToken(identity: .password(user: .id("u"), password: password)))
        record(IssueAccess(identity: .token(Secret(Self.token))))
        record(ValidateToken(subject: Secret(Self.subject)))
        record(CheckToken(subject: Secret(Self.subject)))
        record(RevokeToken(subject: Secret(Self.subject)))
        record(ConoHaLogin.v3(.password(user: .id("u"), password: password), scope: .unscoped))
        record(ConoHaLogin.v2(.password(userName: "u", password: password)))
        record(ConoHaClient(token: Secret(Self.token), baseURL: "https://u:\(Self.password)@identity.test"))
        record(ConoHaSession(.v2(.password(userName: "u", password: password))))
        record(EC2Credential(access: "a", secret: Secret(Self.secret), userID: "u", tenantID: "t"))
        let exchange = Exchange(.json(Fixtures.token, status: .created, fields: Fixtures.subject(Self.token))) {
            $0.token(.token("x"))
        }
        record(try exchange.value())
        let access = Fixtures.access.replacing("0123456789abcdef0123456789abcdef", with: Self.token)
        record(try Exchange(.json(access)) { $0.access(.token("x")) }.value())
        #expect(password.value == Self.password)
        #expect("\(password)" == "<redacted>")
        check()
    }

    /// Responds with an error that repeats the secrets of the request in typical formats.
    private func echo(_ request: StubTransport.Request) throws -> StubTransport.Response {
        let sent = request.bodyText ?? ""
        let fields = [HTTPField.Name.authToken, .subjectToken].compactMap { request.headerFields[$0] }
        let words = sent.contains("pw-c0ffee") ? [Self.password] : [Self.application].filter { sent.contains($0) }
        let message = """
            no: \((fields + words).joined(separator: " and "))

            On instance:
                \(sent)
            """
        let json = String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
        return .json(
            #"{"error":{"code":400,"title":"Bad Request","message":\#(json)}}"#, status: .badRequest,
            fields: [.subjectToken: Self.subject, .location: request.url])
    }

    @Test func errorsRedactSecrets() throws {
        let transport = StubTransport { [self] in try echo($0) }
        let client = ConoHaClient(
            token: Secret(Self.token), baseURL: "https://identity.test", transport: transport,
            middleware: [Logging(.verbose) { [texts] in texts.append($0) }])
        let password = Secret(Self.password)
        record(try Recorder(client.access(.password(userName: "u", password: password))).failure())
        record(try Recorder(client.access(.token(Secret(Self.token)))).failure())
        record(try Recorder(client.token(.password(user: .id("u"), password: password))).failure())
        record(try Recorder(client.token(.token(Secret(Self.token)))).failure())
        let application = Identity.applicationCredential(id: "a", secret: Secret(Self.application))
        record(try Recorder(client.token(application)).failure())
        record(try Recorder(client.validate(Secret(Self.subject))).failure())
        record(try Recorder(client.revoke(Secret(Self.subject))).failure())
        record(try Recorder(client.allProjects()).failure())
        #expect(transport.requests.count == 8)
        // The requests contained the secrets.
        let sent = transport.requests.map { "\($0.bodyText ?? "") \($0.headerFields.map(\.value))" }.joined()
        for secret in [#"pw-c0ffee'\"!"#, Self.token, Self.application, Self.subject] {
            #expect(sent.contains(secret), "\(secret)")
        }
        #expect(texts.entries.contains { $0.contains("<redacted> and <redacted>") })
        check()
    }

    @Test(arguments: [#""title":"t TEXT""#, #""title":null"#])
    func errorKeepsNoTextUnredacted(title: String) throws {
        let transport = StubTransport { _ in
            func text(_ template: String) -> String {
                template.replacing("TEXT", with: "\(Self.token)\u{9B}31m\u{202E}")
            }
            return .json(
                text(#"{"error":{"code":403,"message":"m TEXT",\#(title)}}"#),
                status: .init(code: 403, reasonPhrase: text("r TEXT")),
                fields: [.init(literal: "x-openstack-request-id"): text("TEXT")])
        }
        let client = ConoHaClient(token: Secret(Self.token), baseURL: "https://identity.test", transport: transport)
        let error = try Recorder(client.catalog()).failure()
        let service = try #require(error.conoHa)
        #expect(service.requestID == "<redacted>\u{FFFD}31m\u{FFFD}")
        #expect(service.message == "m <redacted>\u{FFFD}31m\u{FFFD}")
        record(error)
        check()
        #expect(!texts.entries.contains { $0.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" } })
    }

    @Test(arguments: ["Could not find credential: 3f2a77c1e0", "rejected the password: 407"])
    func errorKeepsHarmlessMessage(message: String) throws {
        let body = #"{"error":{"code":404,"title":"Not Found","message":"\#(message)"}}"#
        let error = try Exchange(.json(body, status: .notFound)) { $0.catalog() }.recorder.failure()
        #expect(error.conoHa?.message == message)
        #expect(error.reason.hasPrefix("\"\(message)\""))
    }

    @Test func decodingErrorsRedactSecrets() throws {
        let pair = #"{"credential":{"access":"a","secret":"\#(Self.secret)"}}"#
        record(
            try Exchange(.json(pair)) { $0.createEC2Credential(userID: "u", tenantID: "t") }.recorder.failure())
        let access = #"{"access":{"token":{"id":"\#(Self.token)","expires":"soon"},"user":7}}"#
        record(try Exchange(.json(access)) { $0.access(.token("x")) }.recorder.failure())
        let token = #"{"token":{"methods":7}}"#
        record(
            try Exchange(.json(token, fields: Fixtures.subject(Self.token))) { $0.token(.token("x")) }
                .recorder.failure())
        check()
    }

    @Test(arguments: [#"["\#(token)"]"#, #"{"jwt":"\#(token)"}"#, #"{"access":"\#(token)","credential":"\#(token)"}"#])
    func unexpectedResponsesRedactSecrets(body: String) throws {
        let errors = [
            try Exchange(.json(body)) { $0.access(.token("x")) }.recorder.failure(),
            try Exchange(.json(body)) { $0.createEC2Credential(userID: "u", tenantID: "t") }.recorder.failure(),
        ]
        for error in errors {
            #expect(error.stage == .decoding && error.bodyPrefix.isEmpty)
            record(error)
        }
        #expect(texts.entries.allSatisfy { !$0.contains(Self.token) })
    }

    @Test func sessionRedactsSecrets() throws {
        let transport = StubTransport { [self] request in
            if request.method == .post {
                return .json(Fixtures.token, status: .created, fields: Fixtures.subject(Self.token))
            }
            return try echo(request)
        }
        let login = ConoHaLogin.v3(.password(user: .id("u"), password: Secret(Self.password)))
        let session = ConoHaSession(
            login, transport: transport, middleware: [Logging(.verbose) { [texts] in texts.append($0) }])
        record(try Recorder(session.identity.catalog()).failure())
        record(try Recorder(session.send(GetCatalog(), to: .compute)).failure())
        record(session)
        record(try #require(Recorder(session.token()).values.first))
        record(try #require(Recorder(session.client(for: .compute)).values.first))
        #expect(transport.requests.map { $0.headerFields[.authToken] } == [nil, Self.token, Self.token])
        check()
    }

    @Test func cassetteRedactsSecrets() throws {
        let files = try TemporaryFiles()
        let file = files.url.appending(path: "tape.har")
        let pair = #"{"credential":{"access":"a","secret":"\#(Self.secret)","user_id":"u","tenant_id":"t"}}"#
        let stub = StubTransport { request in
            switch request.path {
            case "/v3/auth/tokens":
                .json(Fixtures.token, status: .created, fields: Fixtures.subject(Self.token))
            case "/v2.0/tokens":
                .json(Fixtures.access.replacing("0123456789abcdef0123456789abcdef", with: Self.subject))
            default: .json(pair, status: .created)
            }
        }
        func run(_ mode: CassetteTransport.Mode) throws -> (Token, Access, EC2Credential) {
            let transport = CassetteTransport(file, mode: mode, recording: stub)
            let client = ConoHaClient(
                token: Secret(Self.token), baseURL: "https://identity.test", transport: transport)
            let password = Secret(Self.password)
            return (
                try #require(Recorder(client.token(.password(user: .id("u"), password: password))).values.first),
                try #require(
                    Recorder(client.access(.password(userName: "u", password: password))).values.first),
                try #require(Recorder(client.createEC2Credential(userID: "u", tenantID: "t")).values.first)
            )
        }
        let recorded = try run(.all)
        #expect(recorded.0.id.value == Self.token)
        texts.append(try String(contentsOf: file, encoding: .utf8))
        check()
        // The recording can be decoded, with the secrets redacted.
        let played = try run(.none)
        #expect(played.0.id.value == "<redacted>" && played.1.token.id.value == "<redacted>")
        #expect(played.2.secret.value == "<redacted>")
        #expect(played.0.catalog == recorded.0.catalog)
        #expect(played.1.token.expiresAt == recorded.1.token.expiresAt)
        #expect(stub.requests.count == 3)
    }
}
