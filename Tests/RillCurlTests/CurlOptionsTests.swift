#if os(Linux)
    import Foundation
    import Rill
    import RillHTTP
    import RillHTTPTestSupport
    import RillHTTPTesting
    import RillTestSupport
    import Testing

    /// The effects of transport options that the conformance suite does not test.
    @Suite struct CurlOptionsTests {
        private let limit = Duration.seconds(30)

        private func transport(_ change: (inout TransportOptions) -> Void) -> CurlTransport {
            var options = TransportOptions.withoutTimeouts
            change(&options)
            return CurlTransport(options: options)
        }

        private func request(_ authority: String, _ path: String = "/") -> HTTPRequest {
            HTTPRequest(method: .get, scheme: "http", authority: authority, path: path)
        }

        private func error(of exchange: Observable<TransportEvent>) -> TransportError? {
            #expect(throws: TransportError.self) { try exchange.wait(timeout: limit) }
        }

        // MARK: Cookies

        @Test func transportDoesNotStoreCookies() throws {
            let server = try LoopbackServer { _ in .init(fields: [.setCookie: "session=s3cr3t; Path=/"]) }
            defer { server.stop() }
            let transport = transport { _ in }
            for _ in 0..<2 { try transport.send(request(server.authority), body: nil).wait(timeout: limit) }
            #expect(server.requests.map { $0.fields[.cookie] } == [nil, nil])
        }

        // MARK: Routing

        @Test func proxyReceivesAbsoluteURL() throws {
            let proxy = try LoopbackServer { _ in .text("from the proxy") }
            defer { proxy.stop() }
            let transport = transport { $0.proxy = .url(proxy.baseURL) }
            try transport.send(request("service.example", "/a?b=1"), body: nil).wait(timeout: limit)
            #expect(proxy.requests.map(\.target) == ["http://service.example/a?b=1"])
        }

        @Test func proxyPasswordIsRedacted() throws {
            let proxy = try TransportOptions.Proxy.url("http://alice:s3cr3t@\(ClosedPort.authority)")
            let transport = transport { $0.proxy = proxy }
            let error = error(of: transport.send(request("service.example"), body: nil))
            #expect(error?.code == .couldNotConnect)
            var options = TransportOptions()
            options.proxy = proxy
            options.clientCertificate = .init(certificateFile: "/a.pem", keyFile: "/b.pem", passphrase: "s3cr3t")
            var dumped = ""
            dump(options, to: &dumped)
            for text in [
                "\(error.map { "\($0)" } ?? "")", "\(proxy)", "\(options)", dumped, String(reflecting: options),
            ] {
                #expect(!text.contains("s3cr3t"), "\(text)")
            }
            #expect(dumped.contains("/a.pem"))
        }

        /// Runs in a child process, because all tests share the environment.
        @Test func proxyFromEnvironmentIsUsedByDefault() async {
            await #expect(processExitsWith: .success) {
                let proxy = try LoopbackServer { _ in .text("from the proxy") }
                let server = try LoopbackServer { _ in .text("direct") }
                defer { for server in [proxy, server] { server.stop() } }
                setenv("http_proxy", proxy.baseURL, 1)
                setenv("no_proxy", "localhost", 1)
                func send(_ options: TransportOptions, _ authority: String) throws {
                    let request = HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/")
                    try CurlTransport(options: options).send(request, body: nil).wait(timeout: .seconds(30))
                }
                var options = TransportOptions()
                try send(options, server.authority)
                #expect(proxy.requests.count == 1)
                #expect(server.requests.isEmpty)
                try send(options, "localhost:\(server.port)")
                #expect(proxy.requests.count == 1)
                #expect(server.requests.count == 1)
                options.proxy = .none
                try send(options, server.authority)
                #expect(proxy.requests.count == 1)
                #expect(server.requests.count == 2)
            }
        }

        /// Runs in a child process, because the limit applies to all tests.
        @Test(arguments: [false, true]) func exhaustedFileDescriptorsAreReported(hasFailedBefore: Bool) async {
            await #expect(processExitsWith: .success) { [hasFailedBefore = hasFailedBefore as Bool] in
                let server = try LoopbackServer { _ in .text("x") }
                defer { server.stop() }
                func request(_ authority: String) -> HTTPRequest {
                    HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/")
                }
                let transport = CurlTransport()
                try transport.send(request(server.authority), body: nil).wait(timeout: .seconds(30))
                let refused = #expect(throws: TransportError.self) {
                    if hasFailedBefore {
                        try transport.send(request("127.0.0.1:1"), body: nil).wait(timeout: .seconds(30))
                    } else {
                        throw TransportError(.other)
                    }
                }
                #expect(refused?.code == (hasFailedBefore ? .couldNotConnect : .other))
                DispatchQueue.openTimerFiles()
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                limit.rlim_cur = 256
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                while open("/dev/null", O_RDONLY) >= 0 {}
                let error = #expect(throws: TransportError.self) {
                    try transport.send(request("127.0.0.1:2"), body: nil).wait(timeout: .seconds(30))
                }
                #expect(
                    error.map { "\($0)" }
                        == "could not connect to host: too many open files. Raise the limit of the process "
                        + "(ulimit -n), or set maximumConnections")
            }
        }

        @Test func localAddressIsUsed() throws {
            let server = try LoopbackServer { _ in .text("x") }
            defer { server.stop() }
            let local = transport { $0.localAddress = "127.0.0.2" }
            try local.send(request(server.authority), body: nil).wait(timeout: limit)
            let foreign = transport { $0.localAddress = "192.0.2.1" }
            #expect(error(of: foreign.send(request(server.authority), body: nil))?.code == .invalidOptions)
            #expect(server.requests.count == 1)
        }

        @Test func addressFamilyRestrictsResolution() throws {
            let server = try LoopbackServer { _ in .text("x") }
            defer { server.stop() }
            let four = transport { $0.addressFamily = .ipv4 }
            try four.send(request("localhost:\(server.port)"), body: nil).wait(timeout: limit)
            let six = transport { $0.addressFamily = .ipv6 }
            // The server listens on IPv4 only.
            let code = error(of: six.send(request("localhost:\(server.port)"), body: nil))?.code
            #expect(code == .couldNotResolve || code == .couldNotConnect)
        }

        /// libcurl is usually built without HTTP/3.
        @Test func http3RequiresSupportOfLibcurl() {
            let transport = transport { $0.httpVersion = .http3 }
            let plain = error(of: transport.send(request("127.0.0.1:1"), body: nil))
            #expect(plain?.code == .invalidOptions)
            let secure = HTTPRequest(method: .get, scheme: "https", authority: "127.0.0.1:1", path: "/")
            let error = error(of: transport.send(secure, body: nil))
            if error?.code == .invalidOptions {
                #expect(error?.text == "this version of libcurl does not support HTTP/3")
            } else {
                #expect(error?.code == .couldNotConnect)
            }
        }

        @Test func maximumConnectionsLimitsConcurrency() throws {
            let server = try LoopbackServer { _ in .steps([.pause(.milliseconds(20)), .head(), .finish()]) }
            defer { server.stop() }
            let transport = transport { $0.maximumConnections = 3 }
            try Observable.merge((0..<12).map { _ in transport.send(request(server.authority), body: nil) })
                .wait(timeout: limit)
            #expect(server.requests.count == 12)
            #expect(server.connections.count <= 3)
        }

        // MARK: Timeouts and limits

        @Test(arguments: [nil, Duration.seconds(60)])
        func idleTimeoutAppliesForAnyResponseTimeout(responseTimeout: Duration?) throws {
            let server = try LoopbackServer { _ in .steps([.head(.length(20)), .bytes("0123456789"), .stall]) }
            defer { server.stop() }
            let transport = transport {
                $0.responseTimeout = responseTimeout
                $0.idleTimeout = .milliseconds(200)
            }
            #expect(error(of: transport.send(request(server.authority), body: nil))?.reason == .betweenBytes)
        }

        @Test func waitingForConnectionDoesNotTimeOut() throws {
            let server = try LoopbackServer { _ in .steps([.pause(.milliseconds(400)), .head(), .finish()]) }
            defer { server.stop() }
            let transport = transport {
                $0.maximumConnectionsPerHost = 1
                $0.responseTimeout = .seconds(1)
            }
            // The last request is sent after 1.6 seconds.
            let all = (0..<5).map { _ in transport.send(request(server.authority), body: nil) }
            try Observable.merge(all).wait(timeout: limit)
            #expect(server.requests.count == 5)
        }

        @Test func hugeConnectTimeoutDoesNotTrap() throws {
            let server = try LoopbackServer { _ in .text("x") }
            defer { server.stop() }
            let transport = transport { $0.connectTimeout = .seconds(Int64.max) }
            try transport.send(request(server.authority), body: nil).wait(timeout: limit)
        }

        @Test func decompressionLimitIgnoresBodiesThatAreNotDecompressed() throws {
            let server = try LoopbackServer { request in
                let coding = request.queryItem("coding") ?? "gzip"
                return LoopbackServer.Response(
                    fields: [.contentEncoding: coding], body: Array(repeating: 1, count: 100))
            }
            defer { server.stop() }
            let raw = transport {
                $0.maximumDecompressedSize = 10
                $0.decompresses = false
            }
            try raw.send(request(server.authority), body: nil).wait(timeout: limit)
            for coding in ["identity", "Identity", ""] {
                let plain = request(server.authority, "/?coding=\(coding)")
                try transport { $0.maximumDecompressedSize = 10 }.send(plain, body: nil).wait(timeout: limit)
            }
        }

        // MARK: Validation

        struct InvalidOptions: CustomTestStringConvertible, Sendable {
            /// A part of the error's text.
            let text: String
            let options: TransportOptions

            var testDescription: String { text }

            init(_ text: String, _ unixSocketPath: String? = nil, _ change: (inout TransportOptions) -> Void) {
                self.text = text
                var options = TransportOptions.withoutTimeouts
                options.unixSocketPath = unixSocketPath
                change(&options)
                self.options = options
            }
        }

        private static let missingBrackets =
            "hostOverrides contains \"::1\", which must be a host or HOST:PORT, without wildcards, and with brackets "
            + "around an IPv6 address"

        private static let invalidOptions: [InvalidOptions] = [
            .init("connectTimeout is 0.0 seconds, but must be greater than zero. Set nil for no limit") {
                $0.connectTimeout = .zero
            },
            .init("idleTimeout is -1.0 seconds") { $0.idleTimeout = .seconds(-1) },
            .init("maximumConnections is 0, but must be at least 1") { $0.maximumConnections = 0 },
            .init("maximumConnectionsPerHost is -2") { $0.maximumConnectionsPerHost = -2 },
            .init("maximumDecompressedSize is 0") { $0.maximumDecompressedSize = 0 },
            .init("maximumHeadSize is 0") { $0.maximumHeadSize = 0 },
            .init("maximumFieldCount is 0") { $0.maximumFieldCount = 0 },
            .init("maximumInformationalResponses is 0") { $0.maximumInformationalResponses = 0 },
            .init("keepAliveInterval is 0.0 seconds, but must be greater than zero") { $0.keepAliveInterval = .zero },
            .init("addressFallbackDelay is -0.001 seconds, but must not be negative") {
                $0.addressFallbackDelay = .milliseconds(-1)
            },
            .init("unixSocketPath has 0 bytes, but must have 1 to 107") { $0.unixSocketPath = "" },
            .init(missingBrackets) { $0.hostOverrides = ["a.example": "::1"] },
            .init(missingBrackets) { $0.hostOverrides = ["::1": "a.example"] },
            .init("hostOverrides contains \"*.example\"") { $0.hostOverrides = ["*.example": "a.example"] },
            .init("hostOverrides contains \"[2001:0db8::1]:80\", which must be written \"[2001:db8::1]:80\"") {
                $0.hostOverrides = ["[2001:0db8::1]:80": "localhost"]
            },
            .init("hostOverrides contains \"api.example.\", which must be written \"api.example\"") {
                $0.hostOverrides = ["api.example.": "localhost"]
            },
            .init("hostOverrides contains \"127.1\", which is not a valid host or IP address") {
                $0.hostOverrides = ["127.1": "localhost"]
            },
            .init("hostOverrides contains \"API.example\", which must be written \"api.example\"") {
                $0.hostOverrides = ["API.example": "b.example"]
            },
            .init("localAddress is empty. Set an address, an interface, or nil") { $0.localAddress = "" },
            .init("keepAliveInterval is 32768.0 seconds, but must be at most 32,767 seconds") {
                $0.keepAliveInterval = .seconds(32_768)
            },
            .init("unixSocketPath contains NUL") { $0.unixSocketPath = "/tmp/a\0b" },
            .init("resolutionLifetime is -1.0 seconds, but must not be negative") {
                $0.resolutionLifetime = .seconds(-1)
            },
            .init("pinnedPublicKeys contains \"a.example:443\", which must be a host in lowercase without a port") {
                $0.pinnedPublicKeys = ["a.example:443": ["sha256//abc"]]
            },
            .init("pinnedPublicKeys contains \"[0:0:0:0:0:0:0:1]\", which must be written \"[::1]\"") {
                $0.pinnedPublicKeys = ["[0:0:0:0:0:0:0:1]": ["sha256//abc"]]
            },
            .init("pinnedPublicKeys contains \"127.1\", which is not a valid host or IP address") {
                $0.pinnedPublicKeys = ["127.1": ["sha256//abc"]]
            },
            .init("a proxy URL has no effect with unixSocketPath. Set only one of them", "/tmp/socket") {
                $0.proxy = .url("http://127.0.0.1:1")
            },
            .init("hostOverrides has no effect with unixSocketPath", "/tmp/socket") {
                $0.hostOverrides = ["a.example": "b.example"]
            },
            .init("localAddress has no effect with unixSocketPath", "/tmp/socket") { $0.localAddress = "127.0.0.2" },
            .init("addressFamily has no effect with unixSocketPath", "/tmp/socket") { $0.addressFamily = .ipv6 },
            .init("http3 has no effect with unixSocketPath", "/tmp/socket") { $0.httpVersion = .http3 },
            .init("http3 cannot be used through a proxy. Set another httpVersion, or set proxy to .none") {
                $0.httpVersion = .http3
                $0.proxy = .url("http://127.0.0.1:1")
            },
            .init("pinnedPublicKeys[a.example] must contain keys of the form sha256//BASE64") {
                $0.pinnedPublicKeys = ["a.example": ["sha256//abc"]]
            },
            .init("the proxy's URL must begin with http://, https://, socks5:// or socks5h://") {
                $0.proxy = .url("ftp://127.0.0.1:21")
            },
            .init("the proxy's URL must have a host, and its port must be from 1 to 65535") {
                $0.proxy = .url("http://127.0.0.1:0")
            },
            .init("the proxy's URL must not have a path, a query or a fragment") {
                $0.proxy = .url("http://127.0.0.1:1/path")
            },
            .init("the proxy's URL contains a character that must be percent-encoded") {
                $0.proxy = .url("http://127.0.0.1:1\n")
            },
            .init("the user name or password in the proxy's URL has a control character or an invalid percent-encoding")
            {
                $0.proxy = .url("http://u:%0Ap@127.0.0.1:1")
            },
            .init("the user name or password in the proxy's URL has more than 255 bytes, the limit of SOCKS5") {
                $0.proxy = .url("socks5h://\(String(repeating: "u", count: 256))@127.0.0.1:1")
            },
            .init("userAgent contains a line break") { $0.userAgent = "a\r\nX-Evil: 1" },
        ]

        @Test(arguments: invalidOptions)
        func invalidOptionsFailRequest(invalid: InvalidOptions) throws {
            let server = try LoopbackServer { _ in .text("x") }
            defer { server.stop() }
            let transport = CurlTransport(options: invalid.options)
            let error = error(of: transport.send(request(server.authority), body: nil))
            #expect(error?.code == .invalidOptions)
            #expect(error?.text.contains(invalid.text) == true, "\(error?.text ?? "")")
            #expect(server.connections.isEmpty)
        }
    }
#endif
