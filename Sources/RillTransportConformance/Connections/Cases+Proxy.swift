internal import RillHTTPTesting

extension TransportConformance {
    /// The proxy cases.
    static let proxyCases: [Case] = forwardCases + socksCases + tunnelCases + proxyFailureCases + proxyLimitCases

    /// The percent-encoded form of `proxyCredentials`.
    private static let userInfo = "al%3Fice:p%40ss%3A%2F%25"
    private static let proxyCredentials = LoopbackProxy.Credentials(user: "al?ice", password: "p@ss:/%")

    // MARK: Requests that are forwarded

    private static let forwardCases: [Case] = [
        Case(.proxy, "forwardsRequests") { context in
            let proxy = try context.serveProxy()
            let site = try context.site(options: { $0.proxy = .url(proxy.server.baseURL) }) {
                .text("\($0.target) \($0.fields[.host] ?? "none") \($0.bodyText)")
            }
            let authority = "api.invalid:\(site.server.port)"
            let request = HTTPRequest(method: .post, scheme: "http", authority: authority, path: "/a?b=1")
            for number in 1...3 {
                let exchange = site.transport.start(request, body: HTTPBody("x\(number)"))
                try exchange.expectText("/a?b=1 \(authority) x\(number)")
            }
            let targets = proxy.server.requests.map(\.target)
            try expect(targets, is: Array(repeating: "http://\(authority)/a?b=1", count: 3), "the targets")
        },
        Case(.proxy, "sendsCredentialsOnlyToTheProxy") { context in
            let (proxy, site) = try siteBehindProxy(context)
            try site.start(.get, "/", [.authorization: "Bearer origin"]).expectText("ok")
            try expect(
                proxy.server.requests.map { $0.fields[.proxyAuthorization] }, is: [proxyCredentials.basic],
                "the Proxy-Authorization fields")
            try expect(site.server.requests[0].fields[.authorization], is: "Bearer origin", "the Authorization")
        },
        Case(.proxy, "deliversStatus407OfAForwardedRequest") { context in
            let proxy = try context.serveProxy(credentials: proxyCredentials)
            for user in ["", "alice:wrong@"] {
                let url = "http://\(user)\(proxy.server.authority)"
                let site = try context.site(options: { $0.proxy = .url(url) }) { _ in .text("ok") }
                try expect(site.response().status, is: 407, "the status code")
                try expect(site.server.connections.count, is: 0, "the number of connections to the server")
            }
            try expect(proxy.server.requests.count, is: 2, "the number of requests")
        },
    ]

    // MARK: SOCKS5

    private static let socksCases: [Case] = [
        Case(.proxy, "letsASOCKSProxyResolveTheHost") { context in
            let proxy = try context.serveProxy(.socks5)
            let site = try context.site(options: { $0.proxy = .url("socks5h://\(proxy.server.authority)") }) {
                .text($0.fields[.host] ?? "none")
            }
            let authority = "api.invalid:\(site.server.port)"
            for _ in 0..<3 { try site.transport.start(.to(authority)).expectText(authority) }
            try expect(proxy.server.requests.map(\.target), is: [authority], "the targets")
        },
        Case(.proxy, "resolvesTheHostForASOCKSProxy") { context in
            let proxy = try context.serveProxy(.socks5)
            let site = try context.site(options: {
                $0.proxy = .url("socks5://\(proxy.server.authority)")
                $0.addressFamily = .ipv4
            }) { _ in .text("ok") }
            try site.transport.start(.to("localhost:\(site.server.port)")).expectText("ok")
            try expect(proxy.server.requests.map(\.target), is: [site.server.authority], "the targets")
            try site.transport.start(.to("nonexistent.invalid")).failure(with: [.couldNotResolve])
        },
        Case(.proxy, "authenticatesToASOCKSProxy") { context in
            for scheme in ["socks5", "socks5h"] {
                let (proxy, site) = try siteBehindProxy(context, .socks5, scheme)
                try site.expectText()
                let sent = proxy.server.requests.map { $0.fields[.proxyAuthorization] }
                try expect(sent, is: [proxyCredentials.basic], "the credentials")
                try expectNoProxyCredentials(site)
            }
        },
        Case(.proxy, "reportsRejectedSOCKSCredentials") { context in
            let proxy = try context.serveProxy(.socks5, credentials: proxyCredentials)
            for user in ["", "alice:s3cr3t@"] {
                try context.expectProxyFailure(
                    "socks5h://\(user)\(proxy.server.authority)", .couldNotConnect, .proxyAuthentication)
            }
            try expect(proxy.server.requests.count, is: 0, "the number of requests")
        },
    ]

    // MARK: Tunnels

    private static let tunnelCases: [Case] = [
        tlsCase("sendsHTTPSRequestsThroughATunnel", in: .proxy) { context, _ in
            let (proxy, site) = try siteBehindProxy(context) { _ in .pattern(byteCount: 300_000) }
            let fields: HTTPFields = [.authorization: "Bearer origin", .cookie: "a=b", .item: "x"]
            let body = HTTPBody(LoopbackServer.patternBody(200_000), contentType: nil)
            for _ in 0..<3 { try expectPattern(of: 300_000, in: site.response(.post, "/secret", fields, body: body)) }
            let requests = proxy.server.requests
            try expect(requests.map(\.target), is: [site.server.authority], "the targets of CONNECT requests")
            try expect(
                requests[0].fields[.proxyAuthorization], is: proxyCredentials.basic, "the Proxy-Authorization field")
            let names = requests[0].fields.map(\.name.canonicalName)
            try expect(
                !names.contains { ["authorization", "cookie", "x-item"].contains($0) },
                "no fields of the request in CONNECT, got \(names)")
            try expectNoProxyCredentials(site)
            try expect(
                site.server.requests.allSatisfy {
                    $0.fields[.authorization] == "Bearer origin" && $0.body.count == 200_000
                }, "complete requests")
        },
        tlsCase("sendsRequestsThroughATLSProxy", in: .proxy) { context, certificates in
            let plain = try context.serve { _ in .text("plain") }
            let proxy = try context.serveProxy(tls: .init(certificates.server))
            let secure = try context.site(options: { $0.proxy = .url(proxy.server.baseURL) }) { _ in .text("secure") }
            try Site(server: plain, transport: secure.transport).expectText("plain")
            try secure.expectText("secure")
            let targets = ["http://\(plain.authority)/", secure.server.authority]
            try expect(proxy.server.requests.map(\.target), is: targets, "the targets")
        },
        tlsCase("doesNotTrustATLSProxyOfAnUnknownAuthority", in: .proxy) { context, certificates in
            let proxy = try context.serveProxy(tls: .init(certificates.server))
            for scheme in ["http", "https"] {
                try context.expectProxyFailure(proxy.server.baseURL, for: .remote(scheme), .tls, .proxy) {
                    $0.certificateAuthorityFile = nil
                }
            }
            try expect(proxy.server.requests.count, is: 0, "the number of requests")
        },
        tlsCase("verifiesTheServerBehindATunnel", in: .proxy) { context, certificates in
            let proxy = try context.serveProxy()
            try context.expectRefusal(.wrongHost, of: certificates.otherHost) {
                $0.proxy = .url(proxy.server.baseURL)
            }
        },
        Case(.proxy, "tunnelsRequestsToOverriddenHosts") { context in
            let server = try context.serve { .text($0.fields[.host] ?? "none") }
            let proxy = try context.serveProxy(credentials: proxyCredentials)
            let transport = try context.transport {
                $0.proxy = .url("http://\(userInfo)@\(proxy.server.authority)")
                $0.hostOverrides = ["api.invalid": server.authority]
            }
            try transport.start(.remote("http")).expectText("api.invalid")
            try expect(proxy.server.requests.map(\.target), is: [server.authority], "the targets")
            try expectNoProxyCredentials(Site(server: server, transport: transport))
        },
    ]

    /// Starts a server and a proxy that requires credentials, and creates a transport that has them.
    private static func siteBehindProxy(
        _ context: CaseContext, _ kind: LoopbackProxy.Kind = .http, _ scheme: String = "http",
        _ handler: @escaping LoopbackServer.Handler = { _ in .text("ok") }
    ) throws -> (proxy: LoopbackProxy, site: Site) {
        let proxy = try context.serveProxy(kind, credentials: proxyCredentials)
        let url = "\(scheme)://\(userInfo)@\(proxy.server.authority)"
        return (proxy, try context.site(options: { $0.proxy = .url(url) }, handler))
    }

    private static func expectNoProxyCredentials(_ site: Site) throws {
        try expect(
            site.server.requests.allSatisfy { !$0.fields.contains(.proxyAuthorization) },
            "no credentials for the proxy in requests")
    }
}

extension HTTPRequest {
    /// Returns a request for the root of a host.
    static func to(_ authority: String, scheme: String = "http") -> HTTPRequest {
        HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/")
    }

    /// Returns a request to a host that only a proxy can connect to.
    static func remote(_ scheme: String = "https") -> HTTPRequest { .to("api.invalid", scheme: scheme) }
}
