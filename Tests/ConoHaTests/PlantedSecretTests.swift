import ConoHa
import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import ServiceTestSupport
import Testing

/// Passwords, tokens and keys go through everything that writes texts.
@Suite struct PlantedSecretTests {
    private static let password = "pw-c0ffee'\"!", token = "tok-4e7d1c9b2a", secret = "ec-77b2aa0199"
    private static let subject = "sub-5d1e00ab77", application = "app-9c41dd20e6"
    private static let all = [password, token, secret, subject, application]

    private let texts = Texts()

    private final class Texts: @unchecked Sendable {  // guarded by `lock`
        private let lock = Lock()
        private var kept: [String] = []

        var all: [String] { lock.withLock { kept } }

        func add(_ text: String) {
            lock.withLock { kept.append(text) }
        }
    }

    private func note(_ value: Any) {
        var dumped = ""
        dump(value, to: &dumped)
        texts.add("\(value)\n\(String(reflecting: value))\n\(dumped)\n\(String(describing: [value]))")
    }

    /// Notes all that there is to see of a failure.
    private func note(_ error: APIError, _ location: SourceLocation = #_sourceLocation) {
        note(error as Any)
        texts.add(error.localizedDescription + error.reason + error.bodyPrefix + error.url)
        if let said = error.conoHa { note(said) }
    }

    private func check(_ location: SourceLocation = #_sourceLocation) {
        #expect(texts.all.contains { $0.contains("<redacted>") }, sourceLocation: location)
        for secret in Self.all {
            for form in [secret, secret.replacing("\"", with: "\\\""), String(secret.prefix(8))] {
                let found = texts.all.first { $0.contains(form) }
                #expect(found == nil, "\(form)", sourceLocation: location)
            }
        }
    }

    @Test func valuesDoNotShowThem() throws {
        let password = Secret(Self.password)
        note(password)
        note(Identity.password(user: .name("u"), password: password))
        note(Identity.token(Secret(Self.token)))
        note(Identity.applicationCredential(id: "a", secret: Secret(Self.application)))
        note(AccessIdentity.password(userName: "u", password: password))
        note(IssueToken(identity: .password(user: .id("u"), password: password)))
        note(IssueAccess(identity: .token(Secret(Self.token))))
        note(ValidateToken(subject: Secret(Self.subject)))
        note(CheckToken(subject: Secret(Self.subject)))
        note(RevokeToken(subject: Secret(Self.subject)))
        note(ConoHaLogin.v3(.password(user: .id("u"), password: password), scope: .unscoped))
        note(ConoHaLogin.v2(.password(userName: "u", password: password)))
        note(ConoHaClient(token: Secret(Self.token), baseURL: "https://u:\(Self.password)@identity.test"))
        note(ConoHaSession(.v2(.password(userName: "u", password: password))))
        note(EC2Credential(access: "a", secret: Secret(Self.secret), userID: "u", tenantID: "t"))
        let exchanged = Exchanged(.json(Fixtures.token, status: .created, fields: Fixtures.subject(Self.token))) {
            $0.token(.token("x"))
        }
        note(try exchanged.value())
        let access = Fixtures.access.replacing("0123456789abcdef0123456789abcdef", with: Self.token)
        note(try Exchanged(.json(access)) { $0.access(.token("x")) }.value())
        #expect(password.value == Self.password)
        #expect("\(password)" == "<redacted>")
        check()
    }

    /// A server that repeats all that it was told, in the ways of servers.
    private func echo(_ request: StubTransport.Request) throws -> StubTransport.Answer {
        let sent = request.bodyText ?? ""
        let fields = [HTTPField.Name.authToken, .subjectToken].compactMap { request.headerFields[$0] }
        let words = sent.contains("pw-c0ffee") ? [Self.password] : [Self.application].filter { sent.contains($0) }
        let printed = words.map { "'\($0.replacing("'", with: "\\'"))'" }.joined()
        let message = """
            no {'password': [\(printed)]}: \((fields + words).joined(separator: " and "))

            On instance:
                \(sent)
            """
        let json = String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
        return .json(
            #"{"error":{"code":400,"title":"Bad Request","message":\#(json)}}"#, status: .badRequest,
            fields: [.subjectToken: Self.subject, .location: request.url])
    }

    @Test func failuresDoNotShowThem() throws {
        let transport = StubTransport { [self] in try echo($0) }
        let client = ConoHaClient(
            token: Secret(Self.token), baseURL: "https://identity.test", transport: transport,
            middleware: [Logging(.verbose) { [texts] in texts.add($0) }])
        let password = Secret(Self.password)
        note(try Events.now(client.access(.password(userName: "u", password: password))).failure())
        note(try Events.now(client.access(.token(Secret(Self.token)))).failure())
        note(try Events.now(client.token(.password(user: .id("u"), password: password))).failure())
        note(try Events.now(client.token(.token(Secret(Self.token)))).failure())
        let application = Identity.applicationCredential(id: "a", secret: Secret(Self.application))
        note(try Events.now(client.token(application)).failure())
        note(try Events.now(client.validate(Secret(Self.subject))).failure())
        note(try Events.now(client.revoke(Secret(Self.subject))).failure())
        note(try Events.now(client.allProjects()).failure())
        #expect(transport.requests.count == 8)
        // They were really there.
        let sent = transport.requests.map { "\($0.bodyText ?? "") \($0.headerFields.map(\.value))" }.joined()
        for secret in [#"pw-c0ffee'\"!"#, Self.token, Self.application, Self.subject] {
            #expect(sent.contains(secret), "\(secret)")
        }
        #expect(texts.all.contains { $0.contains("<redacted> and <redacted>") })
        check()
    }

    @Test func answersThatCannotBeReadDoNotShowThem() throws {
        let pair = #"{"credential":{"access":"a","secret":"\#(Self.secret)"}}"#
        note(
            try Exchanged(.json(pair)) { $0.createEC2Credential(userID: "u", tenantID: "t") }.events.failure())
        let access = #"{"access":{"token":{"id":"\#(Self.token)","expires":"soon"},"user":7}}"#
        note(try Exchanged(.json(access)) { $0.access(.token("x")) }.events.failure())
        let token = #"{"token":{"methods":7}}"#
        note(
            try Exchanged(.json(token, fields: Fixtures.subject(Self.token))) { $0.token(.token("x")) }
                .events.failure())
        check()
    }

    @Test func aSessionDoesNotShowThem() throws {
        let transport = StubTransport { [self] request in
            if request.method == .post {
                return .json(Fixtures.token, status: .created, fields: Fixtures.subject(Self.token))
            }
            return try echo(request)
        }
        let login = ConoHaLogin.v3(.password(user: .id("u"), password: Secret(Self.password)))
        let session = ConoHaSession(
            login, transport: transport, middleware: [Logging(.verbose) { [texts] in texts.add($0) }])
        note(try Events.now(session.identity.catalog()).failure())
        note(try Events.now(session.send(GetCatalog(), to: .compute)).failure())
        note(session)
        note(try #require(Events.now(session.token()).values.first))
        note(try #require(Events.now(session.client(for: .compute)).values.first))
        #expect(transport.requests.map { $0.headerFields[.authToken] } == [nil, Self.token, Self.token])
        check()
    }

    @Test func aCassetteDoesNotHoldThem() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "conoha-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "tape.har")
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
                try #require(Events.now(client.token(.password(user: .id("u"), password: password))).values.first),
                try #require(
                    Events.now(client.access(.password(userName: "u", password: password))).values.first),
                try #require(Events.now(client.createEC2Credential(userID: "u", tenantID: "t")).values.first)
            )
        }
        let recorded = try run(.all)
        #expect(recorded.0.id.value == Self.token)
        texts.add(try String(contentsOf: file, encoding: .utf8))
        check()
        // What is played can be read, and has a mark where the secrets were.
        let played = try run(.none)
        #expect(played.0.id.value == "<redacted>" && played.1.token.id.value == "<redacted>")
        #expect(played.2.secret.value == "<redacted>")
        #expect(played.0.catalog == recorded.0.catalog)
        #expect(played.1.token.expiresAt == recorded.1.token.expiresAt)
        #expect(stub.requests.count == 3)
    }
}
