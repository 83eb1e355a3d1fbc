import Rill
import RillHTTPTestSupport
import RillHTTPTesting
import Testing

@testable import RillCurl
@testable import RillHTTP
@testable import RillHTTPTypes

/// Tests that no spelling of a host bypasses its pinned public keys.
@Suite struct CanonicalHostTests {
    @Test(arguments: [
        ("API.Example.com.", "api.example.com"), ("%61pi.example.com", "api.example.com"), ("a_b-c.1d", "a_b-c.1d"),
        ("127.0.0.1", "127.0.0.1"), ("127.0.0.1.", "127.0.0.1"), ("[0:0:0:0:0:0:0:1]", "[::1]"),
        ("[2001:DB8:0:0::01]", "[2001:db8::1]"), ("[fe80::1%25lo]", "[fe80::1]"),
        ("[::ffff:7f00:1]", "[::ffff:127.0.0.1]"),
    ])
    func recognizesSpellings(host: String, canonical: String) throws {
        #expect(try CanonicalHost.text(of: host) == canonical)
    }

    private static let ambiguous = [
        "2130706433", "127.1", "0177.0.0.1", "127.0.0.0x1", "0x7f000001", "127.0.0.01", "127.1.", "1..", "a.1",
        "%EF%BD%81pi.example.com", "%FFpi.example.com", "%32130706433", "%5b%3a%3a1%5d", "[::g]", "[v1.a]",
    ]

    @Test(arguments: ambiguous) func rejectsAmbiguousHosts(host: String) {
        let error = #expect(throws: TransportError.self) { try CanonicalHost.text(of: host) }
        #expect(error?.code == .invalidURL)
        #expect(error?.text.contains("the host \"\(host)\"") == true)
    }

    #if os(Linux)
        private let key = "sha256//\(String(repeating: "a", count: 42))Q="

        private func client(_ baseURL: String) -> Client {
            var options = TransportOptions.withoutTimeouts
            options.pinnedPublicKeys = ["127.0.0.1": [key]]
            return Client(
                baseURL: baseURL, transport: CurlTransport(options: options), middleware: [FollowRedirects()])
        }

        @Test(arguments: ["2130706433", "127.1", "0x7f.1"])
        func redirectToAmbiguousHostIsNotSent(host: String) throws {
            let target = try LoopbackServer { _ in .text("ok") }
            defer { target.stop() }
            let server = try LoopbackServer { _ in
                .status(.found, fields: [.location: "https://\(host):\(target.port)/"])
            }
            defer { server.stop() }
            let error = #expect(throws: APIError.self) {
                try client(server.baseURL).send(Endpoint<Void>("/")).wait(timeout: .seconds(30))
            }
            let failure = error?.underlying as? TransportError
            #expect(failure?.code == .invalidURL)
            #expect(
                failure?.text == "the host \"\(host)\" cannot be compared with pinnedPublicKeys. "
                    + "Write an IPv4 address as four decimal numbers")
            #expect(target.connections.isEmpty)
        }

        /// Without TLS, no keys are compared.
        @Test func ambiguousHostIsAllowedWithoutTLS() throws {
            let server = try LoopbackServer { _ in .status(.noContent) }
            defer { server.stop() }
            try client("http://127.1:\(server.port)").send(Endpoint<Void>("/")).wait(timeout: .seconds(30))
            #expect(server.requests.count == 1)
        }
    #endif
}
