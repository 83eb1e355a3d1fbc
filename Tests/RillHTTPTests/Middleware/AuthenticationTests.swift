import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

@Suite struct AuthenticationTests {
    private func fields(
        _ middleware: Authentication, _ request: Anything<Int> = Anything<Int>(), baseURL: String? = nil
    ) throws -> HTTPFields {
        let transport = StubTransport { _ in .json("1") }
        var client = makeClient(transport, middleware: [middleware])
        if let baseURL { client.baseURL = baseURL }
        #expect(Recording(client.send(request)).isComplete)
        return try #require(transport.requests.first).headerFields
    }

    private let home = "https://qiita.com"

    @Test func sendsABearerToken() throws {
        #expect(try fields(.bearer("abc", for: home))[.authorization] == "Bearer abc")
    }

    @Test func sendsANameAndAPasswordInUTF8() throws {
        // The samples of RFC 7617.
        #expect(
            try fields(.basic(user: "Aladdin", password: "open sesame", for: home))[.authorization]
                == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(
            try fields(.basic(user: "test", password: "123£", for: home))[.authorization] == "Basic dGVzdDoxMjPCow==")
    }

    @Test func refusesANameThatWouldBeReadAsAnother() throws {
        let transport = StubTransport { _ in .json("1") }
        let client = makeClient(transport, middleware: [Authentication.basic(user: "a:b", password: "c", for: home)])
        let error = try Recording(client.send(Anything<Int>())).failure()
        #expect(error.stage == .request)
        #expect(transport.requests.isEmpty)
    }

    @Test func sendsAnyField() throws {
        let name = HTTPField.Name(literal: "X-Auth-Token")
        #expect(try fields(.field(name, "abc", for: home))[name] == "abc")
    }

    @Test func sendsCredentialsInAnyOtherWay() throws {
        let transport = StubTransport { _ in .json("1") }
        let inQuery = Authentication(for: home) { $0.path = ($0.path ?? "") + "?key=abc" }
        _ = Recording(makeClient(transport, middleware: [inQuery]).send(Anything<Int>()))
        #expect(transport.requests.map(\.url) == ["https://qiita.com/api/v2/anything?key=abc"])
    }

    @Test func leavesWhatARequestBringsItself() throws {
        var request = Anything<Int>()
        request.headerFields = [.authorization: "Basic own"]
        #expect(try fields(.bearer("abc", for: home), request)[values: .authorization] == ["Basic own"])
    }

    @Test func whatThrowsFailsTheExchange() throws {
        let transport = StubTransport { _ in .json("1") }
        let broken = Authentication(for: home) { _ in throw TestError("no keychain") }
        let error = try Recording(makeClient(transport, middleware: [broken]).send(Anything<Int>())).failure()
        #expect(error.stage == .middleware)
        #expect(error.underlying as? TestError == TestError("no keychain"))
        #expect(transport.requests.isEmpty)
    }

    // MARK: Where credentials go

    @Test(arguments: [
        "https://qiita.com", "https://QIITA.com:443/", "HTTPS://qiita.com/other/path?and=query",
        "https://qiita.com:443",
    ])
    func sendsThemToTheSameServer(address: String) throws {
        #expect(try fields(.bearer("abc", for: address)).contains(.authorization))
    }

    @Test(arguments: [
        "http://qiita.com", "https://qiita.com:8443", "https://api.qiita.com", "https://qiita.com.evil.example",
        "https://evil.example", "https://qiita.com.",
    ])
    func sendsThemToNoOtherServer(address: String) throws {
        #expect(try !fields(.bearer("abc", for: address)).contains(.authorization))
    }

    @Test func leavesRequestsWithAnAddressOfTheirOwnAlone() throws {
        var request = Anything<Int>()
        request.baseURL = "https://evil.example"
        #expect(try !fields(.bearer("abc", for: home), request).contains(.authorization))
    }

    @Test func isNotDeceivedByAHostThatHoldsAnother() throws {
        let sent = Log<HTTPRequest>()
        let next = Next { request, _, _ in
            sent.append(request)
            return .empty()
        }
        for authority in [
            "qiita.com/@evil.example", "qiita.com?.evil.example", "qiita.com#.evil.example", "a@qiita.com",
        ] {
            let request = HTTPRequest(method: .get, scheme: "https", authority: authority, path: "/")
            _ = Recording(try Authentication.bearer("abc", for: home).intercept(request, body: nil, next: next))
        }
        #expect(sent.entries.count == 4)
        #expect(sent.entries.allSatisfy { $0.headerFields.isEmpty })
    }

    @Test(arguments: ["qiita.com", "", "ftp://qiita.com", "https://", "https:///api"])
    func refusesAnAddressThatIsNone(address: String) throws {
        let transport = StubTransport { _ in .json("1") }
        let client = makeClient(transport, middleware: [Authentication.bearer("abc", for: address)])
        let error = try Recording(client.send(Anything<Int>())).failure()
        #expect(error.stage == .request)
        #expect("\(error)".contains("https://"))
        #expect(transport.requests.isEmpty)
    }
}
