#if os(Linux)
    import Foundation
    import Rill
    import RillHTTPTestSupport
    import RillHTTPTesting
    import RillTestSupport
    import Testing

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTypes

    /// Proxies, beyond the requirements of the conformance suite.
    @Suite struct CurlProxyTests {
        private let limit = Duration.seconds(30)
        private let credentials = LoopbackProxy.Credentials(user: "alice", password: "s3cr3t")

        private struct Get: Request {
            let path: URLPath
            var headerFields: HTTPFields = [:]

            typealias Response = Data
        }

        private func transport(_ url: String, _ change: (inout TransportOptions) -> Void = { _ in }) -> CurlTransport {
            var options = TransportOptions.withoutTimeouts
            options.proxy = .url(url)
            change(&options)
            return CurlTransport(options: options)
        }

        private func request(_ scheme: String = "https", _ authority: String = "api.invalid") -> HTTPRequest {
            HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/")
        }

        private func error(_ transport: CurlTransport, _ request: HTTPRequest) -> TransportError? {
            #expect(throws: TransportError.self) { try transport.send(request, body: nil).wait(timeout: limit) }
        }

        // MARK: Errors

        private static let failed = "could not connect through the proxy: "
        private static let refused = failed + "the proxy refused to connect to the host"
        private static let wrong = "the proxy requires authentication or rejected the user name or password"

        private static let connectErrors: [(LoopbackServer.Response, String)] = [
            (.status(407), "\(wrong): status 407"), (.status(403), "\(refused) (status 403)"),
            (
                .steps([
                    .raw("HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nX-A: 1\r\n\r\n"),
                    .close,
                ]), "\(refused) (status 403)"
            ),
            (.steps([.close]), "\(failed)the proxy closed the connection: Proxy CONNECT aborted"),
            (
                .steps([.raw("garbage\r\n\r\n"), .close]),
                "\(failed)response to CONNECT: invalid response head: invalid status line"
            ),
            (
                .steps([.raw("HTTP/1.1 200 OK\r\n"), .repeating("A: 1\r\n", count: .max)]),
                "\(failed)response to CONNECT: the response head has more than 100 fields"
            ),
        ]

        @Test(arguments: connectErrors.indices)
        func errorOfTunnelDescribesFailure(index: Int) throws {
            let (response, text) = Self.connectErrors[index]
            let proxy = try LoopbackProxy { _ in response }
            defer { proxy.stop() }
            let transport = transport("http://alice:s3cr3t@\(proxy.server.authority)") { $0.maximumFieldCount = 100 }
            #expect(error(transport, request())?.description == text)
        }

        private static let socksErrors: [([UInt8], String)] = [
            ([5, 5, 0, 1, 0, 0, 0, 0, 0, 0], "\(refused): connection refused"),
            ([5, 2, 0, 1, 0, 0, 0, 0, 0, 0], "\(refused): not allowed"),
            ([5, 8, 0, 1, 0, 0, 0, 0, 0, 0], "\(refused): address type not supported"),
            ([], failed),  // the rest depends on the version of libcurl
        ]

        @Test(arguments: socksErrors.indices)
        func errorOfSOCKSProxyDescribesFailure(index: Int) throws {
            let (reply, text) = Self.socksErrors[index]
            let proxy = try LoopbackProxy(.socks5, credentials: credentials) { _ in .steps([.raw(reply), .close]) }
            defer { proxy.stop() }
            let url = "socks5h://alice:s3cr3t@\(proxy.server.authority)"
            #expect(error(transport(url), request())?.description.hasPrefix(text) == true)
            for (user, suffix) in [("alice:wrong@", ""), ("", ": no common SOCKS5 authentication method")] {
                let transport = transport("socks5h://\(user)\(proxy.server.authority)")
                #expect(error(transport, request())?.description == Self.wrong + suffix)
            }
        }

        @Test func connectTimeoutMentionsProxy() throws {
            let proxy = try LoopbackProxy(.socks5) { _ in .stall }
            defer { proxy.stop() }
            let transport = transport("socks5h://\(proxy.server.authority)") { $0.connectTimeout = .milliseconds(100) }
            let error = error(transport, request())
            #expect(error?.reason == .connecting)
            #expect(error?.text.hasSuffix("(through the proxy)") == true, "\(error?.text ?? "")")
        }

        @Test func rejectedCredentialsAreNotRetried() throws {
            let proxy = try LoopbackProxy(credentials: credentials)
            defer { proxy.stop() }
            let client = Client(
                baseURL: "https://api.invalid", transport: transport("http://alice:wr0ng@\(proxy.server.authority)"),
                middleware: [Retry(.constantBackoff(attempts: 3, delay: .zero), scheduler: ImmediateScheduler.shared)])
            let error = #expect(throws: APIError.self) { try client.send(Get(path: "/")).wait(timeout: limit) }
            #expect(error?.attempts == 1 && proxy.server.requests.count == 1)
            let text = error.map { "\($0)" } ?? ""
            #expect(text.contains("the proxy requires authentication") && !text.contains("wr0ng"))
        }

        // MARK: Errors of other versions of libcurl

        private func error(
            _ code: Int32, _ message: String, status: Int = 0, isUnsent: Bool
        ) -> TransportError {
            var context = TransportError.CurlContext(received: 0, expected: nil)
            context.proxy = TransportError.ProxyContext(
                scheme: "http", isUsed: true, isUnsent: isUnsent, connectStatus: status, socksError: 0)
            return TransportError(curlCode: code, message: message, context: context)
        }

        /// Before version 7.80, libcurl does not report whether the request was sent.
        @Test(
            arguments: [
                (52, "Empty reply from server"), (55, "Send failure: Broken pipe"),
                (56, "Recv failure: Connection reset by peer"), (43, "A libcurl function was given a bad argument"),
            ] as [(Int32, String)])
        func brokenConnectionIsFailureOfProxyOnlyBeforeTheRequest(code: Int32, message: String) {
            #expect(error(code, message, isUnsent: true).reason == .proxy)
            for status in [0, 200] {
                let sent = error(code, message, status: status, isUnsent: false)
                #expect(sent.reason == nil && sent.code != .couldNotConnect)
            }
            #expect(error(code, message, status: 403, isUnsent: false).reason == .proxy)
            #expect(error(56, "Proxy CONNECT aborted", isUnsent: false).reason == .proxy)
            #expect(error(56, "Proxy CONNECT aborted", status: 407, isUnsent: false).reason == .proxyAuthentication)
        }

        /// The code was observed in version 8.23.
        @Test(arguments: [(407, TransportError.Reason.proxyAuthentication), (403, .proxy)])
        func refusedTunnelHasStatus(status: Int, reason: TransportError.Reason) {
            let error = error(7, "CONNECT tunnel failed, response \(status)", status: status, isUnsent: true)
            #expect(error.reason == reason && error.text.contains("status \(status)"))
        }

        /// The codes were observed in version 8.14.
        @Test func malformedResponseHasReason() {
            let ofProxy = error(8, "Weird server reply", isUnsent: true)
            #expect(ofProxy.code == .malformedResponse && ofProxy.reason == .proxy)
            var context = TransportError.CurlContext(received: 0, expected: nil)
            #expect(TransportError(curlCode: 43, message: "Invalid response header", context: context).code == .other)
            context.wasSent = true
            let sent = TransportError(curlCode: 43, message: "Invalid response header", context: context)
            #expect(sent.code == .malformedResponse)
        }

        /// With HTTP/3, libcurl reports an unreachable server as a failure to send.
        @Test func failureToSendBeforeTheConnectionIsReported() {
            var context = TransportError.CurlContext(received: 0, expected: nil, isConnected: false)
            #expect(TransportError(curlCode: 55, message: "QUIC", context: context).code == .sendFailed)
            context.isUnsent = true
            #expect(TransportError(curlCode: 55, message: "QUIC", context: context).code == .couldNotConnect)
        }

        /// Before version 7.73, libcurl has no code for failures of SOCKS5.
        @Test(arguments: [
            "User was rejected by the SOCKS5 server (1 1).", "No authentication method was acceptable.",
        ])
        func rejectionBySOCKSProxyIsReported(message: String) {
            #expect(error(7, message, isUnsent: true).reason == .proxyAuthentication)
            #expect(error(7, "Can't complete SOCKS5 connection to h:1. (5)", isUnsent: true).reason == .proxy)
        }

        private static let longHost = Array(repeating: "abcdefg", count: 32).joined(separator: ".") + ".example"

        @Test func longHostIsSentWithoutSOCKS() throws {
            let proxy = try LoopbackProxy { .text($0.target) }
            defer { proxy.stop() }
            try transport(proxy.server.baseURL).send(request("http", Self.longHost), body: nil).wait(timeout: limit)
            #expect(proxy.server.requests.map(\.target) == ["http://\(Self.longHost)/"])
        }

        @Test func longHostIsRejected() throws {
            let proxy = try LoopbackProxy(.socks5)
            defer { proxy.stop() }
            let host = Self.longHost
            let error = error(transport("socks5h://\(proxy.server.authority)"), request("http", host))
            #expect(error == TransportError(.invalidURL, "the host has more than 255 bytes"))
            #expect(proxy.server.connections.isEmpty)
        }

        // MARK: Credentials

        @Test(arguments: ["\"", "'", "<", ">", ",", ";", "(", ")", "@", "/", "?", "#", ":", "%", "\\", "é", "@\u{301}"])
        func descriptionOfProxyContainsNoPassword(character: String) throws {
            for scheme in ["http", "https", "socks5", "socks5h", "ftp", ""] {
                let start = scheme.isEmpty ? "" : scheme + "://"
                let proxy = TransportOptions.Proxy.url("\(start)al\(character)w0nd:s3\(character)cr3t@127.0.0.1:1")
                let shown = scheme == "ftp" ? "" : start
                #expect(proxy.description == "\(shown)<redacted>@127.0.0.1:1")
                var options = TransportOptions.withoutTimeouts
                options.proxy = proxy
                let text = error(CurlTransport(options: options), request("http", "127.0.0.1:1")).map { "\($0)" }
                #expect(text.map { !$0.contains("cr3t") && !$0.contains("w0nd") } == true, "\(text ?? "")")
            }
        }

        @Test(arguments: ["ftp://alice:s3cr3t@127.0.0.1:1", "http://alice:s3cr3t@[::1", "alice:s3cr3t@127.0.0.1:1"])
        func errorForInvalidProxyContainsNoPassword(url: String) {
            let error = error(transport(url), request("http", "127.0.0.1:1"))
            #expect(error?.code == .invalidOptions)
            #expect(error.map { !"\($0)".contains("s3cr3t") } == true, "\(String(describing: error))")
        }

        /// Runs in a child process, because all tests share the environment.
        @Test func errorForProxyOfEnvironmentContainsNoPassword() async {
            await #expect(processExitsWith: .success) {
                let request = HTTPRequest(method: .get, scheme: "http", authority: "api.invalid", path: "/")
                for character in ["\"", "'", "<", ">", ",", ";", "(", ")", "@", "/", "?", "#", "%"] {
                    for host in ["[::1", "proxy.invalid:99999", "127.0.0.1:1"] {
                        for scheme in ["http://", "ftp://", ""] {
                            setenv("http_proxy", "\(scheme)al\(character)w0nd:s3\(character)cr3t@\(host)", 1)
                            do {
                                try CurlTransport().send(request, body: nil).wait(timeout: .seconds(30))
                                exit(1)
                            } catch {
                                guard !"\(error)".contains("cr3t"), !"\(error)".contains("w0nd") else {
                                    print(character, host, scheme, error)
                                    exit(2)
                                }
                            }
                        }
                    }
                }
                exit(0)
            }
        }

        @Test func redirectsDoNotReceiveCredentialsOfProxy() throws {
            let second = try LoopbackServer { _ in .text("ok") }
            let first = try LoopbackServer { _ in .status(302, fields: [.location: "http://second.invalid/b"]) }
            let proxy = try LoopbackProxy(credentials: credentials)
            defer { for server in [first, second, proxy.server] { server.stop() } }
            // With overrides, requests to http URLs also use tunnels, through which the proxy passes all fields.
            let transport = transport("http://alice:s3cr3t@\(proxy.server.authority)") {
                $0.hostOverrides = ["first.invalid": first.authority, "second.invalid": second.authority]
            }
            let client = Client(baseURL: "http://first.invalid", transport: transport, middleware: [FollowRedirects()])
            let request = Get(path: "/a", headerFields: [.proxyAuthorization: "Basic own"])
            _ = try client.send(request).wait(timeout: limit)
            #expect(proxy.server.requests.map(\.target) == [first.authority, second.authority])
            #expect(
                proxy.server.requests.map { $0.fields[.proxyAuthorization] }
                    == Array(repeating: "Basic YWxpY2U6czNjcjN0", count: 2))
            let fields = [first, second].map { server in server.requests.map { $0.fields[.proxyAuthorization] } }
            #expect(fields == [["Basic own"], [nil]])
        }

        // MARK: Environment

        /// Runs in a child process, because all tests share the environment.
        @Test func proxyOfEnvironmentWithControlCharacterIsRejected() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { _ in .text("direct") }
                defer { server.stop() }
                for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
                let proxies = [("http_proxy", "a:b%0ac"), ("all_proxy", "a%1F:b"), ("ALL_PROXY", "a:%00")]
                for (name, credentials) in proxies {
                    setenv(name, "http://\(credentials)@127.0.0.1:1", 1)
                    let request = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
                    let error = #expect(throws: TransportError.self) {
                        try CurlTransport().send(request, body: nil).wait(timeout: .seconds(30))
                    }
                    #expect(error?.code == .invalidOptions)
                    unsetenv(name)
                }
                #expect(server.requests.isEmpty)
            }
        }

        /// Runs in a child process, because all tests share the environment.
        @Test func proxyURLOverridesEnvironment() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { _ in .text("direct") }
                let proxy = try LoopbackServer { _ in .text("from the proxy") }
                defer { for server in [server, proxy] { server.stop() } }
                setenv("no_proxy", "*", 1)
                setenv("http_proxy", "http://127.0.0.1:1", 1)
                var options = TransportOptions()
                options.proxy = .url(proxy.baseURL)
                let request = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
                try CurlTransport(options: options).send(request, body: nil).wait(timeout: .seconds(30))
                #expect(proxy.requests.count == 1)
                #expect(server.requests.isEmpty)
            }
        }

        /// Runs in a child process, because all tests share the environment.
        @Test func refusedProxyOfEnvironmentIsReported() async {
            await #expect(processExitsWith: .success) {
                func reason(_ authority: String) -> TransportError.Reason? {
                    let request = HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/")
                    do {
                        try CurlTransport().send(request, body: nil).wait(timeout: .seconds(30))
                        return nil
                    } catch {
                        return (error as? TransportError)?.reason
                    }
                }
                setenv("http_proxy", try ClosedPort.baseURL, 1)
                setenv("no_proxy", "127.0.0.1", 1)
                guard reason("api.invalid") == .proxy else { exit(1) }
                guard reason(try ClosedPort.authority) == .refused else { exit(2) }
                exit(0)
            }
        }

        /// Runs in a child process, because all tests share the environment.
        @Test func certificateOfTLSProxyOfEnvironmentIsReported() async {
            await #expect(processExitsWith: .success) {
                let plain = try LoopbackServer { _ in .text("ok") }
                defer { plain.stop() }
                let request = HTTPRequest(method: .get, scheme: "https", authority: plain.authority, path: "/")
                func error() -> TransportError? {
                    do {
                        try CurlTransport().send(request, body: nil).wait(timeout: .seconds(30))
                        return nil
                    } catch {
                        return error as? TransportError
                    }
                }
                for name in ["no_proxy", "NO_PROXY", "all_proxy", "ALL_PROXY"] { unsetenv(name) }
                setenv("https_proxy", "https://\(plain.authority)", 1)
                let proxyError = error()
                #expect(proxyError?.code == .tls && proxyError?.reason == .proxy)
                setenv("no_proxy", "127.0.0.1", 1)
                let serverError = error()
                #expect(serverError?.code == .tls && serverError?.reason == .handshake)
            }
        }

        @Test func directRequestToHostNamedProxyIsNotReportedAsProxy() throws {
            var options = TransportOptions.withoutTimeouts
            options.hostOverrides = ["proxy.invalid": try ClosedPort.authority]
            let error = error(CurlTransport(options: options), request("http", "proxy.invalid"))
            #expect(error?.code == .couldNotConnect && error?.reason == .refused)
        }
    }
#endif
