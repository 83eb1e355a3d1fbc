internal import RillHTTP

extension TransportConformance {
    /// The routing cases.
    static let routingCases: [Case] =
        [
            Case(.routing, "connectsToAnOverriddenHost") { context in
                let server = try context.serve { .text($0.fields[.host] ?? "none") }
                let request = HTTPRequest(method: .get, scheme: "http", authority: "api.invalid:8080", path: "/")
                for host in ["api.invalid", "api.invalid:8080"] {
                    let transport = try context.transport { $0.hostOverrides = [host: server.authority] }
                    try context.expect(
                        transport.start(request).response().text, is: "api.invalid:8080", "the Host field")
                }
            },
            Case(.routing, "keepsThePortOfAnOverriddenHost") { context in
                let server = try context.serve { .text($0.fields[.host] ?? "none") }
                let authority = "api.invalid:\(server.port)"
                let request = HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/")
                let transport = try context.transport { $0.hostOverrides = ["api.invalid": "127.0.0.1"] }
                try context.expect(transport.start(request).response().text, is: authority, "the Host field")
            },
            Case(.routing, "prefersAnOverrideWithAPort") { context in
                let server = try context.serve { _ in .text("ok") }
                let closed = try ClosedPort.authority
                let transport = try context.transport {
                    $0.hostOverrides = ["api.invalid": closed, "api.invalid:8080": server.authority]
                }
                let request = HTTPRequest(method: .get, scheme: "http", authority: "api.invalid:8080", path: "/")
                try context.expect(transport.start(request).response().text, is: "ok", "the body")
            },
            Case(.routing, "overridesOnlyTheGivenHostAndPort") { context in
                let server = try context.serve { _ in .text("ok") }
                let closed = try ClosedPort.authority
                let transport = try context.transport {
                    $0.hostOverrides = ["127.0.0.1:1": closed, "localhost": closed]
                }
                try context.expect(transport.start(server.request()).response().text, is: "ok", "the body")
            },
            Case(.routing, "connectsToAUnixDomainSocket") { context in
                let file = TemporaryFile()
                var options = LoopbackServer.Options()
                options.unixSocketPath = file.path
                _ = try context.serve(options) {
                    .text("\($0.path) \($0.fields[.host] ?? "none") \($0.bodyText)")
                }
                let transport = try context.transport { $0.unixSocketPath = file.path }
                let request = HTTPRequest(method: .post, scheme: "http", authority: "docker", path: "/info")
                for _ in 0..<3 {
                    let response = try transport.start(request, body: HTTPBody("a")).response()
                    try context.expect(response.text, is: "/info docker a", "the body")
                }
            },
            Case(.routing, "reportsAMissingUnixDomainSocket") { context in
                let file = TemporaryFile()
                let transport = try context.transport { $0.unixSocketPath = file.path }
                let request = HTTPRequest(method: .get, scheme: "http", authority: "docker", path: "/")
                let (error, _) = try transport.start(request).failure()
                try context.expect(error, isOneOf: [.couldNotConnect])
                try context.expect("\(error)".contains(file.path), "an error that contains the path, got: \(error)")
            },
            Case(.routing, "sendsWithConnectionOptions") { context in
                let server = try context.serve { _ in .text("ok") }
                let transport = try context.transport {
                    $0.keepAliveInterval = .milliseconds(1_500)
                    $0.addressFallbackDelay = .milliseconds(50)
                    $0.resolutionLifetime = .seconds(Int.max)
                }
                let byName = HTTPRequest(method: .get, scheme: "http", authority: "localhost:\(server.port)", path: "/")
                for request in [server.request(), byName, byName] {
                    try context.expect(transport.start(request).response().text, is: "ok", "the body")
                }
            },
            Case(.routing, "rejectsInvalidValues") { context in
                let server = try context.serve { _ in .text("ok") }
                let changes: [@Sendable (inout TransportOptions) -> Void] = [
                    { $0.unixSocketPath = "" }, { $0.unixSocketPath = String(repeating: "a", count: 108) },
                    { $0.hostOverrides = ["": "127.0.0.1"] }, { $0.hostOverrides = ["a.example": ""] },
                    { $0.hostOverrides = ["::1": "127.0.0.1"] }, { $0.hostOverrides = [":443": "127.0.0.1"] },
                    { $0.hostOverrides = ["a.example": "http://127.0.0.1:80"] },
                    { $0.hostOverrides = ["a.example": "b.example:https"] }, { $0.unixSocketPath = "/tmp/a\0b" },
                    { $0.keepAliveInterval = .seconds(40_000) },
                    { $0.keepAliveInterval = .zero }, { $0.addressFallbackDelay = .seconds(-1) },
                    { $0.resolutionLifetime = .seconds(-1) }, { $0.pinnedPublicKeys = ["127.0.0.1": []] },
                    { $0.pinnedPublicKeys = ["127.0.0.1": ["/etc/key.pem"]] },
                    { $0.pinnedPublicKeys = ["127.0.0.1:443": [otherKey]] },
                    { $0.pinnedPublicKeys = ["::1": [otherKey]] },
                    { $0.pinnedPublicKeys = ["*.example.com": [otherKey]] },
                    { $0.pinnedPublicKeys = ["https://a.example": [otherKey]] },
                    { $0.pinnedPublicKeys = ["a.example.": [otherKey]] }, { $0.pinnedPublicKeys = ["": [otherKey]] },
                    { $0.pinnedPublicKeys = ["LOCALHOST": ["sha256//\(String(repeating: "a", count: 42))Q="]] },
                ]
                for change in changes {
                    let (error, _) = try context.transport(change).start(server.request()).failure()
                    try context.expect(error, isOneOf: [.invalidOptions])
                }
                try context.expect(server.connections.count, is: 0, "the number of connections")
            },
        ] + pinningCases

    /// Public keys that a server must have.
    private static let pinningCases: [Case] = [
        tlsCase("acceptsAPinnedKey") { context, certificates in
            let server = try context.serve(certificates.server) { _ in .text("ok") }
            let key = try certificates.publicKeyHash(of: certificates.server)
            let transport = try context.transport {
                $0.certificateAuthorityFile = certificates.authorityFile
                $0.pinnedPublicKeys = ["127.0.0.1": [otherKey, key], "localhost": [otherKey]]
            }
            try context.expect(transport.start(server.request()).response().text, is: "ok", "the body")
            // The keys of another host apply to requests to that host only.
            for name in ["LOCALHOST", "loc%61lhost"] {
                let byName = HTTPRequest(method: .get, scheme: "https", authority: "\(name):\(server.port)", path: "/")
                let (error, _) = try transport.start(byName).failure()
                try context.expect(error, isOneOf: [.tls, .couldNotResolve, .invalidURL, .invalidRequest])
            }
            try context.expect(transport.start(server.request()).response().text, is: "ok", "the body")
        },
        tlsCase("rejectsAKeyThatIsNotPinned") { context, certificates in
            let server = try context.serve(certificates.server) { _ in .text("ok") }
            try expectRefusal(.wrongPublicKey, of: server, context) {
                $0.certificateAuthorityFile = certificates.authorityFile
                $0.pinnedPublicKeys = ["127.0.0.1": [otherKey]]
            }
        },
        tlsCase("rejectsAnUntrustedCertificateWithAPinnedKey") { context, certificates in
            let server = try context.serve(certificates.server) { _ in .text("ok") }
            let key = try certificates.publicKeyHash(of: certificates.server)
            try expectRefusal(.untrustedCertificate, of: server, context) {
                $0.pinnedPublicKeys = ["127.0.0.1": [key]]
            }
        },
    ]

    private static let otherKey = "sha256//\(String(repeating: "a", count: 42))Q="
}
