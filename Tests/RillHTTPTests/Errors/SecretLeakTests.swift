import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTracing
import Testing

/// Tests that a token, a cookie, a signed query and a password do not appear in any text that the package writes.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct SecretLeakTests {
    private static let token = "tok-4e7d1c", cookie = "ck-9f83aa", signature = "sg-77b2+/=", password = "pw-c0ffee!"

    /// The secrets in every spelling in which a text can contain them.
    private static let forms: [String] =
        [token, cookie, signature, password].flatMap { secret in
            let escaped = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return [secret, escaped, String(secret.prefix(9)), Data(secret.utf8).base64EncodedString()]
        } + [Data("alice:\(password)".utf8).base64EncodedString()]

    private struct SignIn: Request {
        typealias Response = [Int]
        var method: HTTPRequest.Method { .post }
        var path: URLPath { "/session" }
        var query: QueryItems { ["page": 2, "sig": signature] }
        var headerFields: HTTPFields { [.cookie: "session=\(cookie)", .proxyAuthorization: "Basic \(basic)"] }
        var body: HTTPBody? {
            HTTPBody(#"{"user":"alice","password":"\#(password)"}"#, contentType: "application/json")
        }

        private var basic: String { Data("alice:\(password)".utf8).base64EncodedString() }
    }

    private let texts = Log<String>()

    private func record(_ value: Any) {
        texts.append("\(value)\n\(String(reflecting: value))\n\(dumped(value))")
    }

    /// Returns a response that repeats all secrets of a request.
    private func echo(_ request: StubTransport.Request) -> String {
        """
        {"message":"no: \(request.headerFields[.authorization] ?? "") \(request.headerFields[.cookie] ?? "")", \
        "type":"t", "url":"\(request.url)", "password":"\(Self.password)", "basic":\
        "\(request.headerFields[.proxyAuthorization] ?? "")"}
        """
    }

    @Test func noTextContainsSecret() throws {
        let files = try TemporaryFiles()
        let tape = URL(fileURLWithPath: files.path("tape.har"))
        let phrase = { @Sendable in HTTPResponse.Status(code: $0, reasonPhrase: $1) }
        let stub = StubTransport { [echo] request in
            var fields: HTTPFields = [.setCookie: "session=\(Self.cookie)", .location: request.url]
            if request.headerFields[.accept] == "text/event-stream" {
                fields[.contentType] = "text/event-stream"
                let text = echo(request)
                let chunks = ["data: \(text)\n\n", "data: \(text.dropLast(9))"]
                return .respond(fields: fields, chunks: chunks.map { .init($0) }, then: .never)
            }
            switch request.number % 6 {
            case 0: return .json(echo(request), status: phrase(503, echo(request)), fields: fields)
            case 1: return .json(echo(request), status: phrase(401, echo(request)), fields: fields)
            case 2: return .json(echo(request), fields: fields)
            case 3: return .respond(fields: fields, chunks: [.init(echo(request))], then: .fail(.init(.closedEarly)))
            case 4: return .fail(TransportError(.tls, "\(request.url) \(request.headerFields)"))
            default:
                // The request to the other origin has no credentials.
                fields[.location] = "https://other.example/x/\(Self.token)/\(Self.cookie)"
                return .status(.found, fields: fields)
            }
        }
        let transport = CassetteTransport(tape, mode: .all, recording: stub)
        let scheduler = ImmediateScheduler.shared
        let policy = RetryPolicy.constantBackoff(attempts: 2, delay: .zero).onDecision { record($0) }
        var retry = Retry(policy, scheduler: scheduler)
        retry.isRepeatable = { _ in true }
        var client = Client(
            baseURL: "https://qiita.com/api/v2", transport: transport, errorDecoder: .json(ServiceError.self),
            middleware: [
                Authentication.bearer(Self.token, for: "https://qiita.com"), FollowRedirects(), retry,
                Logging(.verbose) { [texts] in texts.append($0) },
            ])
        client.onMetrics = { record($0) }
        let traces = ["trace.json", "trace.html"].map { files.path($0) }
        let recorders = try traces.map { try TraceRecorder(path: $0, scheduler: scheduler) }
        client.instruments = [RecordingInstrument { record($0) }]
        for recorder in recorders { client.instruments.append(recorder) }
        let registry = ActiveSubscriptions()
        for _ in 0..<12 {
            let stream = client.send(SignIn()).do(onSubscribed: { texts.append("\(registry)") })
            let error = try registry.watch { try Recorder(stream).failure() }
            record(error)
            texts.append(error.localizedDescription)
            // The API's own error is not redacted, because it contains the server's texts.
            if let underlying = error.underlying as? TransportError { record(underlying) }
        }
        for _ in 0..<6 {
            let timeline = TestKit().timeline { client.send(SignIn()).checkpoint("sign-in").retry(2) }
            #expect(timeline.description.contains("# = "))
            texts.append("\(timeline)\n\(timeline.svg)\n\(timeline.difference(from: "-") ?? "")")
        }
        registry.watch {
            let subscription = client.serverSentEvents(SignIn()).subscribe { _ in }
            record(registry.entries)
            texts.append("\(registry)")
            subscription.dispose()
        }
        #expect(texts.entries.contains { $0.contains("1 exchange are active:") })
        // A stream is recorded when it is disposed.
        #expect(Recorder(client.serverSentEvents(SignIn()).take(1)).values.count == 1)
        #expect(try String(contentsOf: tape, encoding: .utf8).contains("_isCancelled"))
        try #require(stub.requests.count > 12)
        #expect(stub.requests.contains { $0.url == "https://other.example/x/\(Self.token)/\(Self.cookie)" })
        for request in stub.requests where request.message.authority == "qiita.com" {
            // The secrets were actually sent.
            #expect(request.headerFields[.authorization] == "Bearer \(Self.token)")
            #expect(request.method == .get || request.bodyText?.contains(Self.password) == true)
            texts.append(request.message.curlCommand(body: request.body))
            record(request.message)
            if let body = request.body { record(body) }
            record(request)
        }
        client.defaultFields = [.authorization: "Bearer \(Self.token)"]
        client.baseURL = "https://alice:\(Self.password)@qiita.com?sig=\(Self.signature)"
        record(client)
        texts.append(try String(contentsOf: tape, encoding: .utf8))
        for (recorder, trace) in zip(recorders, traces) {
            try recorder.close()
            let text = try String(contentsOfFile: trace, encoding: .utf8)
            #expect(text.contains("attempt 2") && text.contains(#""cat":"retry""#) && text.contains(#""failure""#))
            texts.append(text)
        }

        #expect(texts.entries.contains { $0.contains("-H 'Authorization: <redacted>'") })
        for form in Self.forms {
            let found = texts.entries.first { $0.contains(form) }
            #expect(found == nil, "\(form)")
        }
    }

    @Test func redactsRefreshedToken() throws {
        let transport = StubTransport { request in
            request.number == 0 ? .status(.unauthorized) : .text("the old one was \(Self.token)", status: 500)
        }
        let tokens = CredentialRefresher(Self.token) { _ in .just("another") }
        let base = "https://qiita.com/api/v2"
        let client = makeClient(transport, middleware: [Authentication.bearer(tokens, for: base) { $0 }])
        let error = try Recorder(client.send(Anything<Int>())).failure()
        #expect(transport.requests.first?.headerFields[.authorization] == "Bearer \(Self.token)")
        #expect(error.bodyPrefix == "the old one was <redacted>")
    }

    @Test(arguments: [
        "X-Auth-Key", "X-Authorization", "X-Functions-Key", "DD-Application-Key", "Private-Token", "DPoP",
    ])
    func customSecretFieldIsNotSentToOtherOrigin(name: String) throws {
        let name = try #require(HTTPField.Name(name))
        let transport = StubTransport { request in
            request.number == 0 ? .status(.found, fields: [.location: "https://evil.example/"]) : .json("1")
        }
        var client = makeClient(transport, middleware: [FollowRedirects()])
        client.defaultFields = [name: Self.token]
        #expect(Recorder(client.send(Anything<Int>())).values == [1])
        #expect(transport.requests.map { $0.headerFields[name] } == [Self.token, nil])
        #expect("\(client.defaultFields)" == "\(name): <redacted>")
    }
}
