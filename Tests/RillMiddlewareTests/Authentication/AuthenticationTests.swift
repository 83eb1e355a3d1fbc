import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite struct AuthenticationTests {
    private func fields(
        _ middleware: Authentication, _ request: Anything<Int> = Anything<Int>(), baseURL: String? = nil
    ) throws -> HTTPFields {
        let transport = StubTransport { _ in .json("1") }
        var client = makeClient(transport, middleware: [middleware])
        if let baseURL { client.baseURL = baseURL }
        #expect(Recorder(client.send(request)).hasSingleElement)
        return try #require(transport.requests.first).headerFields
    }

    private let server = "https://qiita.com"

    @Test func addsCredentials() throws {
        let url = try #require(URL(string: server))
        let custom = HTTPField.Name(literal: "X-Auth-Token")
        for (name, authentication, baseURL, field, value) in [
            ("text", .bearer("abc", for: server), nil, .authorization, "Bearer abc"),
            ("URL", .bearer("abc", for: url), nil, .authorization, "Bearer abc"),
            // The client's server is the default.
            ("server of client", .bearer("abc"), nil, .authorization, "Bearer abc"),
            ("other server of client", .bearer("abc"), "http://127.0.0.1:8080/v1", .authorization, "Bearer abc"),
            // The examples of RFC 7617.
            (
                "basic", .basic(user: "Aladdin", password: "open sesame", for: server), nil, .authorization,
                "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
            ),
            (
                "basic as UTF-8", .basic(user: "test", password: "123£", for: server), nil, .authorization,
                "Basic dGVzdDoxMjPCow=="
            ),
            ("custom field", .field(custom, "abc", for: server), nil, custom, "abc"),
        ] as [(String, Authentication, String?, HTTPField.Name, String)] {
            #expect(try fields(authentication, baseURL: baseURL)[field] == value, "\(name)")
        }
    }

    @Test func doesNotAddCredentialsToAnotherServerByDefault() throws {
        let transport = StubTransport { _ in .json(#"{"message": "Bad credentials"}"#, status: .unauthorized) }
        var client = makeClient(transport, middleware: [Authentication.bearer("abc")])
        client.errorDecoder = .none
        var endpoint = Endpoint<Int>("/numbers")
        endpoint.baseURL = "https://other.example:8443/v1"
        let error = try Recorder(client.send(endpoint)).failure()
        #expect(transport.requests.first?.headerFields[.authorization] == nil)
        #expect(
            error.reason == "the credentials for https://qiita.com were not sent to https://other.example:8443")
    }

    @Test func addsServiceErrorToReasonForMissingCredentials() throws {
        let transport = StubTransport { _ in .json(#"{"message": "Denied", "type": "denied"}"#, status: .unauthorized) }
        let middleware = Authentication.bearer("abc", for: "https://api.example")
        let error = try Recorder(makeClient(transport, middleware: [middleware]).send(Anything<Int>())).failure()
        #expect(error.underlying(as: ServiceError.self)?.type == "denied")
        #expect(error.reason.hasSuffix("; the credentials for https://api.example were not sent to https://qiita.com"))
    }

    @Test func doesNotBlameOtherMiddlewareIfCredentialsWereSent() throws {
        let transport = StubTransport { _ in .text("expired", status: .unauthorized) }
        let name = HTTPField.Name(literal: "X-Auth-Token")
        let own = Authentication.field(name, "abc", for: server)
        let other = Authentication.bearer("abc", for: "https://user:secret@api.example")
        for middleware in [[own, other], [other, own]] {
            var client = makeClient(transport, middleware: middleware)
            client.errorDecoder = .none
            #expect(try Recorder(client.send(Anything<Int>())).failure().reason == "")
        }
        var client = makeClient(transport, middleware: [other])
        client.errorDecoder = .none
        let reason = try Recorder(client.send(Anything<Int>())).failure().reason
        #expect(reason.hasPrefix("the credentials for https://"))
        #expect(!reason.contains("secret"))
    }

    @Test func failsIfTheServerIsUnknown() {
        let next = Next { _, _, _ in .empty() }
        let request = HTTPRequest(method: .get, url: "https://qiita.com/")
        #expect(throws: TransportError.self) {
            try Authentication.bearer("abc").intercept(request, body: nil, next: next)
        }
    }

    /// Returns the error of a request that is not sent.
    private func failure(_ middleware: Authentication) throws -> APIError {
        let transport = StubTransport { _ in .json("1") }
        let error = try Recorder(makeClient(transport, middleware: [middleware]).send(Anything<Int>())).failure()
        #expect(transport.requests.isEmpty)
        return error
    }

    @Test func rejectsUserNameWithColon() throws {
        #expect(try failure(.basic(user: "a:b", password: "c", for: server)).stage == .request)
    }

    @Test func appliesCustomChange() throws {
        let transport = StubTransport { _ in .json("1") }
        let inQuery = Authentication(for: server) { $0.path = ($0.path ?? "") + "?key=abc" }
        _ = Recorder(makeClient(transport, middleware: [inQuery]).send(Anything<Int>()))
        #expect(transport.requests.map(\.url) == ["https://qiita.com/api/v2/anything?key=abc"])
    }

    @Test func keepsOwnCredentialsOfRequest() throws {
        var request = Anything<Int>()
        request.headerFields = [.authorization: "Basic own"]
        #expect(try fields(.bearer("abc", for: server), request)[values: .authorization] == ["Basic own"])
    }

    @Test func applyErrorFailsExchange() throws {
        let error = try failure(Authentication(for: server) { _ in throw TestError("no keychain") })
        #expect(error.stage == .middleware)
        #expect(error.underlying as? TestError == TestError("no keychain"))
    }

    // MARK: Servers

    @Test(arguments: [
        ("https://qiita.com", true), ("https://QIITA.com:443/", true),
        ("HTTPS://qiita.com/other/path?and=query", true), ("https://qiita.com:443", true),
        ("http://qiita.com", false), ("https://qiita.com:8443", false), ("https://api.qiita.com", false),
        ("https://qiita.com.evil.example", false), ("https://evil.example", false), ("https://qiita.com.", false),
    ])
    func sendsCredentialsToSameServerOnly(url: String, isSent: Bool) throws {
        #expect(try fields(.bearer("abc", for: url)).contains(.authorization) == isSent)
    }

    @Test func ignoresRequestWithOtherBaseURL() throws {
        var request = Anything<Int>()
        request.baseURL = "https://evil.example"
        #expect(try !fields(.bearer("abc", for: server), request).contains(.authorization))
    }

    @Test func ignoresMisleadingAuthority() throws {
        let sent = Log<HTTPRequest>()
        let next = Next { request, _, _ in
            sent.append(request)
            return .empty()
        }
        for authority in [
            "qiita.com/@evil.example", "qiita.com?.evil.example", "qiita.com#.evil.example", "a@qiita.com",
        ] {
            let request = HTTPRequest(method: .get, scheme: "https", authority: authority, path: "/")
            _ = Recorder(try Authentication.bearer("abc", for: server).intercept(request, body: nil, next: next))
        }
        #expect(sent.entries.count == 4)
        #expect(sent.entries.allSatisfy { $0.headerFields.isEmpty })
    }

    @Test(arguments: ["qiita.com", "", "ftp://qiita.com", "https://", "https:///api"])
    func rejectsInvalidServerURL(url: String) throws {
        let error = try failure(.bearer("abc", for: url))
        #expect(error.stage == .request)
        #expect("\(error)".contains("the scheme http or https"))
    }
}
