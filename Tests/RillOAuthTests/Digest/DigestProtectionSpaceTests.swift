import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillOAuth
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Digest authentication to servers with several realms, or with paths that need no authentication.
@Suite struct DigestProtectionSpaceTests {
    private static let base = "https://qiita.com"

    @Test func sendsDigestsInAdvanceOnlyInProtectionSpace() {
        let server = DigestServer(.init(more: ", domain=\"/private https://qiita.com/admin/ https://evil.example/\""))
        var (client, transport) = server.makeClient()
        client.baseURL = Self.base
        for path in ["/private/a", "/public", "/private?x", "/admin/b", "/admin", "/"] as [URLPath] {
            _ = Recorder(client.send(Anything<Int>(path: path)))
        }
        #expect(
            transport.requests.map { $0.headerFields.contains(.authorization) } == [
                false, true, false, true, true, true, false, true, false, true,
            ])
    }

    @Test func ignoresRelativeURLsOfProtectionSpace() {
        let server = DigestServer(.init(more: ", domain=\"/private a\""))
        var (client, transport) = server.makeClient()
        client.baseURL = Self.base
        for path in ["/folder/b", "/folder/a"] as [URLPath] {
            #expect(Recorder(client.send(Anything<Int>(path: path))).values == [7])
        }
        #expect(transport.requests.map { $0.headerFields.contains(.authorization) } == [false, true, false, true])
    }

    @Test func distinguishesEqualNoncesOfRealms() {
        let transport = StubTransport { request in
            let realm = request.path.hasPrefix("/a") ? "a" : "b"
            let parameters = DigestServer.parameters(of: request.headerFields[.authorization] ?? "")
            if parameters["realm"] == realm { return .json("7") }
            return .status(
                .unauthorized, fields: [.wwwAuthenticate: "Digest realm=\"\(realm)\", nonce=\"n\", qop=\"auth\""])
        }
        var client = makeClient(transport, middleware: [DigestAuthentication(user: "u", password: "p", for: Self.base)])
        client.baseURL = Self.base
        for path in ["/a", "/b", "/a"] as [URLPath] {
            #expect(Recorder(client.send(Anything<Int>(path: path))).values == [7])
        }
    }

    @Test func keepsNonceOfEachRealm() {
        let servers = ["a", "b"].map { realm in
            var options = DigestServer.Options()
            options.realm = realm
            options.more = ", domain=\"/\(realm)\""
            return DigestServer(options)
        }
        let transport = StubTransport { servers[$0.path.hasPrefix("/a") ? 0 : 1].response(to: $0) }
        var client = makeClient(transport, middleware: [servers[0].authentication()])
        client.baseURL = Self.base
        for path in ["/a/1", "/b/1", "/a/2", "/b/2", "/a/3"] as [URLPath] {
            #expect(Recorder(client.send(Anything<Int>(path: path))).values == [7])
        }
        #expect(transport.requests.count == 7)
        #expect(servers.map(\.nonceCount) == [1, 1])
    }

    @Test func numberOfRealmsIsLimited() {
        let transport = StubTransport { request in
            if request.headerFields.contains(.authorization) { return .json("7") }
            let realm = request.path.split(separator: "/").last ?? ""
            let challenge = "Digest realm=\"\(realm)\", nonce=\"n\", qop=\"auth\", domain=\"/\(realm)\""
            return .status(.unauthorized, fields: [.wwwAuthenticate: challenge])
        }
        var client = makeClient(transport, middleware: [DigestAuthentication(user: "u", password: "p", for: Self.base)])
        client.baseURL = Self.base
        for number in 100...116 { _ = Recorder(client.send(Anything<Int>(path: "/\(number)"))) }
        #expect(transport.requests.count == 34)
        // The nonce of the first realm was removed.
        for number in [101, 116, 100] { _ = Recorder(client.send(Anything<Int>(path: "/\(number)"))) }
        #expect(transport.requests.count == 38)
    }
}
