internal import RillHTTP

extension TransportConformance {
    /// The proxy cases.
    static let proxyCases: [Case] = forwardCases + socksCases + tunnelCases + proxyFailureCases + proxyLimitCases

    /// The percent-encoded form of `proxyCredentials`.
    private static let userInfo = "al%3Fice:p%40ss%3A%2F%25"
    private static let proxyCredentials = LoopbackProxy.Credentials(user: "al?ice", password: "p@ss:/%")

    // MARK: Requests that are forwarded

    private static let forwardCases: [Case] = [
        Case(.proxy, "forwardsRequests") { context in
            let server = try context.serve { .text("\($0.target) \($0.fields[.host] ?? "none") \($0.bodyText)") }
            let proxy = try context.serveProxy()
            let transport = try context.transport { $0.proxy = .url(proxy.server.baseURL) }
            let authority = "api.invalid:\(server.port)"
            let request = HTTPRequest(method: .post, scheme: "http", authority: authority, path: "/a?b=1")
            for number in 1...3 {
                let response = try transport.start(request, body: HTTPBody("x\(number)")).response()
                try context.expect(response.text, is: "/a?b=1 \(authority) x\(number)", "the body")
            }
            let targets = proxy.server.requests.map(\.target)
            try context.expect(targets, is: Array(repeating: "http://\(authority)/a?b=1", count: 3), "the targets")
        },
        Case(.proxy, "sendsCredentialsOnlyToTheProxy") { context in
            let server = try context.serve { _ in .text("ok") }
            let proxy = try context.serveProxy(credentials: proxyCredentials)
            let transport = try context.transport { $0.proxy = .url("http://\(userInfo)@\(proxy.server.authority)") }
            let request = server.request(.get, "/", [.authorization: "Bearer origin"])
            try context.expect(transport.start(request).response().text, is: "ok", "the body")
            try context.expect(
                proxy.server.requests.map { $0.fields[.proxyAuthorization] }, is: [proxyCredentials.basic],
                "the Proxy-Authorization fields")
            try context.expect(server.requests[0].fields[.authorization], is: "Bearer origin", "the Authorization")
        },
        Case(.proxy, "deliversStatus407OfAForwardedRequest") { context in
            let server = try context.serve { _ in .text("ok") }
            let proxy = try context.serveProxy(credentials: proxyCredentials)
            for user in ["", "alice:wrong@"] {
                let transport = try context.transport { $0.proxy = .url("http://\(user)\(proxy.server.authority)") }
                try context.expect(transport.start(server.request()).response().status, is: 407, "the status code")
            }
            try context.expect(server.connections.count, is: 0, "the number of connections to the server")
            try context.expect(proxy.server.requests.count, is: 2, "the number of requests")
        },
    ]

    // MARK: SOCKS5

    private static let socksCases: [Case] = [
        Case(.proxy, "letsASOCKSProxyResolveTheHost") { context in
            let server = try context.serve { .text($0.fields[.host] ?? "none") }
            let proxy = try context.serveProxy(.socks5)
            let transport = try context.transport { $0.proxy = .url("socks5h://\(proxy.server.authority)") }
            let authority = "api.invalid:\(server.port)"
            let request = HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/")
            for _ in 0..<3 {
                try context.expect(transport.start(request).response().text, is: authority, "the Host field")
            }
            try context.expect(proxy.server.requests.map(\.target), is: [authority], "the targets")
        },
        Case(.proxy, "resolvesTheHostForASOCKSProxy") { context in
            let server = try context.serve { _ in .text("ok") }
            let proxy = try context.serveProxy(.socks5)
            let transport = try context.transport {
                $0.proxy = .url("socks5://\(proxy.server.authority)")
                $0.addressFamily = .ipv4
            }
            let request = HTTPRequest(method: .get, scheme: "http", authority: "localhost:\(server.port)", path: "/")
            try context.expect(transport.start(request).response().text, is: "ok", "the body")
            try context.expect(proxy.server.requests.map(\.target), is: [server.authority], "the targets")
            let unknown = HTTPRequest(method: .get, scheme: "http", authority: "nonexistent.invalid", path: "/")
            try context.expect(transport.start(unknown).failure().error, isOneOf: [.couldNotResolve])
        },
        Case(.proxy, "authenticatesToASOCKSProxy") { context in
            let server = try context.serve { _ in .text("ok") }
            let proxy = try context.serveProxy(.socks5, credentials: proxyCredentials)
            for scheme in ["socks5", "socks5h"] {
                let url = "\(scheme)://\(userInfo)@\(proxy.server.authority)"
                let transport = try context.transport { $0.proxy = .url(url) }
                try context.expect(transport.start(server.request()).response().text, is: "ok", "the body")
            }
            let sent = proxy.server.requests.map { $0.fields[.proxyAuthorization] }
            try context.expect(sent, is: Array(repeating: proxyCredentials.basic, count: 2), "the credentials")
            try context.expect(
                server.requests.allSatisfy { !$0.fields.contains(.proxyAuthorization) }, "no credentials in requests")
        },
        Case(.proxy, "reportsRejectedSOCKSCredentials") { context in
            let proxy = try context.serveProxy(.socks5, credentials: proxyCredentials)
            for user in ["", "alice:s3cr3t@"] {
                let transport = try context.transport { $0.proxy = .url("socks5h://\(user)\(proxy.server.authority)") }
                let (error, _) = try transport.start(remoteRequest()).failure()
                try expect(error, .couldNotConnect, .proxyAuthentication, context)
                try context.expect(!"\(error)".contains("s3cr3t"), "no password in \"\(error)\"")
            }
            try context.expect(proxy.server.requests.count, is: 0, "the number of requests")
        },
    ]

    // MARK: Tunnels

    private static let tunnelCases: [Case] = [
        proxyTLSCase("sendsHTTPSRequestsThroughATunnel") { context, certificates in
            let server = try context.serve(certificates.server) { _ in .pattern(byteCount: 300_000) }
            let proxy = try context.serveProxy(credentials: proxyCredentials)
            let transport = try context.transport {
                $0.proxy = .url("http://\(userInfo)@\(proxy.server.authority)")
                $0.certificateAuthorityFile = certificates.authorityFile
            }
            let fields: HTTPFields = [.authorization: "Bearer origin", .cookie: "a=b", .item: "x"]
            let request = server.request(.post, "/secret", fields)
            for _ in 0..<3 {
                let body = LoopbackServer.patternBody(200_000)
                let response = try transport.start(request, body: HTTPBody(body, contentType: nil)).response()
                try expectPattern(of: 300_000, in: response, context)
            }
            let requests = proxy.server.requests
            try context.expect(requests.map(\.target), is: [server.authority], "the targets of CONNECT requests")
            try context.expect(
                requests[0].fields[.proxyAuthorization], is: proxyCredentials.basic, "the Proxy-Authorization field")
            let names = requests[0].fields.map(\.name.canonicalName)
            try context.expect(
                !names.contains { ["authorization", "cookie", "x-item"].contains($0) },
                "no fields of the request in CONNECT, got \(names)")
            try context.expect(
                server.requests.allSatisfy {
                    !$0.fields.contains(.proxyAuthorization) && $0.fields[.authorization] == "Bearer origin"
                        && $0.body.count == 200_000
                }, "complete requests without credentials for the proxy")
        },
        proxyTLSCase("sendsRequestsThroughATLSProxy") { context, certificates in
            let plain = try context.serve { _ in .text("plain") }
            let secure = try context.serve(certificates.server) { _ in .text("secure") }
            let proxy = try context.serveProxy(tls: .init(certificates.server))
            let transport = try context.transport {
                $0.proxy = .url(proxy.server.baseURL)
                $0.certificateAuthorityFile = certificates.authorityFile
            }
            try context.expect(transport.start(plain.request()).response().text, is: "plain", "the body")
            try context.expect(transport.start(secure.request()).response().text, is: "secure", "the body")
            let targets = ["http://\(plain.authority)/", secure.authority]
            try context.expect(proxy.server.requests.map(\.target), is: targets, "the targets")
        },
        proxyTLSCase("doesNotTrustATLSProxyOfAnUnknownAuthority") { context, certificates in
            let proxy = try context.serveProxy(tls: .init(certificates.server))
            let transport = try context.transport { $0.proxy = .url(proxy.server.baseURL) }
            for scheme in ["http", "https"] {
                let (error, _) = try transport.start(remoteRequest(scheme)).failure()
                try expect(error, .tls, .proxy, context)
            }
            try context.expect(proxy.server.requests.count, is: 0, "the number of requests")
        },
        proxyTLSCase("verifiesTheServerBehindATunnel") { context, certificates in
            let server = try context.serve(certificates.otherHost) { _ in .text("ok") }
            let proxy = try context.serveProxy()
            let transport = try context.transport {
                $0.proxy = .url(proxy.server.baseURL)
                $0.certificateAuthorityFile = certificates.authorityFile
            }
            let (error, _) = try transport.start(server.request()).failure()
            try expect(error, .tls, .wrongHost, context)
            try context.expect(server.requests.count, is: 0, "the number of requests")
        },
        Case(.proxy, "tunnelsRequestsToOverriddenHosts") { context in
            let server = try context.serve { .text($0.fields[.host] ?? "none") }
            let proxy = try context.serveProxy(credentials: proxyCredentials)
            let transport = try context.transport {
                $0.proxy = .url("http://\(userInfo)@\(proxy.server.authority)")
                $0.hostOverrides = ["api.invalid": server.authority]
            }
            let request = HTTPRequest(method: .get, scheme: "http", authority: "api.invalid", path: "/")
            try context.expect(transport.start(request).response().text, is: "api.invalid", "the Host field")
            try context.expect(proxy.server.requests.map(\.target), is: [server.authority], "the targets")
            try context.expect(
                server.requests.allSatisfy { !$0.fields.contains(.proxyAuthorization) },
                "no credentials for the proxy in the request")
        },
    ]

    /// Returns a request to a host that only a proxy can connect to.
    static func remoteRequest(_ scheme: String = "https") -> HTTPRequest {
        HTTPRequest(method: .get, scheme: scheme, authority: "api.invalid", path: "/")
    }

    private static func proxyTLSCase(
        _ name: String, _ body: @escaping @Sendable (CaseContext, TestCertificates) throws -> Void
    ) -> Case {
        Case(.proxy, name, skipReason: TestCertificates.skipReason ?? LoopbackServer.TLS.skipReason) { context in
            try body(context, TestCertificates.shared())
        }
    }
}
