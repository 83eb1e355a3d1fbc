internal import RillHTTPTesting

extension TransportConformance {
    /// The routing cases.
    static let routingCases: [Case] =
        [
            Case(.routing, "connectsToAnOverriddenHost") { context in
                let server = try context.serve { .text($0.fields[.host] ?? "none") }
                for host in ["api.invalid", "api.invalid:8080"] {
                    let transport = try context.transport { $0.hostOverrides = [host: server.authority] }
                    try transport.start(.to("api.invalid:8080")).expectText("api.invalid:8080")
                }
            },
            Case(.routing, "keepsThePortOfAnOverriddenHost") { context in
                let site = try context.site(options: { $0.hostOverrides = ["api.invalid": "127.0.0.1"] }) {
                    .text($0.fields[.host] ?? "none")
                }
                let authority = "api.invalid:\(site.server.port)"
                try site.transport.start(.to(authority)).expectText(authority)
            },
            Case(.routing, "prefersAnOverrideWithAPort") { context in
                let server = try context.serve { _ in .text("ok") }
                let closed = try ClosedPort.authority
                let transport = try context.transport {
                    $0.hostOverrides = ["api.invalid": closed, "api.invalid:8080": server.authority]
                }
                try transport.start(.to("api.invalid:8080")).expectText("ok")
            },
            Case(.routing, "overridesOnlyTheGivenHostAndPort") { context in
                let closed = try ClosedPort.authority
                try context.site(options: { $0.hostOverrides = ["127.0.0.1:1": closed, "localhost": closed] }) { _ in
                    .text("ok")
                }.expectText()
            },
            Case(.routing, "connectsToAUnixDomainSocket") { context in
                let file = TemporaryFile()
                let site = try context.site(
                    server: { $0.unixSocketPath = file.path }, options: { $0.unixSocketPath = file.path }
                ) { .text("\($0.path) \($0.fields[.host] ?? "none") \($0.bodyText)") }
                let request = HTTPRequest(method: .post, scheme: "http", authority: "docker", path: "/info")
                for _ in 0..<3 { try site.transport.start(request, body: HTTPBody("a")).expectText("/info docker a") }
            },
            Case(.routing, "reportsAMissingUnixDomainSocket") { context in
                let file = TemporaryFile()
                let (error, _) = try context.transport { $0.unixSocketPath = file.path }.start(.to("docker")).failure()
                try expect(error, isOneOf: [.couldNotConnect])
                try expect("\(error)".contains(file.path), "an error that contains the path, got: \(error)")
            },
            Case(.routing, "sendsWithConnectionOptions") { context in
                let site = try context.site(options: {
                    $0.keepAliveInterval = .milliseconds(1_500)
                    $0.addressFallbackDelay = .milliseconds(50)
                    $0.resolutionLifetime = .seconds(Int.max)
                }) { _ in .text("ok") }
                let byName = HTTPRequest.to("localhost:\(site.server.port)")
                for request in [site.request(), byName, byName] { try site.transport.start(request).expectText("ok") }
            },
            Case(.routing, "rejectsInvalidValues") { context in
                try context.expectInvalidOptions(
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
                    { $0.pinnedPublicKeys = ["LOCALHOST": ["sha256//\(String(repeating: "a", count: 42))Q="]] })
            },
        ] + pinningCases

    /// Public keys that a server must have.
    private static let pinningCases: [Case] = [
        tlsCase("acceptsAPinnedKey") { context, certificates in
            let key = try certificates.publicKeyHash(of: certificates.server)
            let site = try context.site(options: {
                $0.pinnedPublicKeys = ["127.0.0.1": [otherKey, key], "localhost": [otherKey]]
            }) { _ in .text("ok") }
            try site.expectText()
            // The keys of another host apply to requests to that host only.
            for name in ["LOCALHOST", "loc%61lhost"] {
                let byName = HTTPRequest.to("\(name):\(site.server.port)", scheme: "https")
                try site.transport.start(byName).failure(with: [.tls, .couldNotResolve, .invalidURL, .invalidRequest])
            }
            try site.expectText()
        },
        tlsCase("rejectsAKeyThatIsNotPinned") { context, _ in
            try context.expectRefusal(.wrongPublicKey) { $0.pinnedPublicKeys = ["127.0.0.1": [otherKey]] }
        },
        tlsCase("rejectsAnUntrustedCertificateWithAPinnedKey") { context, certificates in
            let key = try certificates.publicKeyHash(of: certificates.server)
            try context.expectRefusal(.untrustedCertificate) {
                $0.certificateAuthorityFile = nil
                $0.pinnedPublicKeys = ["127.0.0.1": [key]]
            }
        },
    ]

    private static let otherKey = "sha256//\(String(repeating: "a", count: 42))Q="
}
