import RillHTTP
import RillHTTPTesting
import Testing

@testable import RillHTTPTypes
@testable import RillURLSession

#if os(Linux)
    @testable import RillCurl
#endif

/// Verifies that requests with options that URLSession does not support fail.
@Suite struct OptionTests {
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let make: @Sendable (inout TransportOptions) -> Void

        init(_ name: String, _ make: @escaping @Sendable (inout TransportOptions) -> Void) {
            self.name = name
            self.make = make
        }

        var testDescription: String { name }
    }

    @Test(arguments: [
        Change("certificateAuthorityFile") { $0.certificateAuthorityFile = "/none.pem" },
        Change("clientCertificate") { $0.clientCertificate = .init(certificateFile: "/a", keyFile: "/b") },
        Change("httpVersion") { $0.httpVersion = .http1 },
        Change("addressFamily") { $0.addressFamily = .ipv4 },
        Change("localAddress") { $0.localAddress = "127.0.0.1" },
        Change("hostOverrides") { $0.hostOverrides = ["a.example": "127.0.0.1"] },
        Change("unixSocketPath") { $0.unixSocketPath = "/tmp/socket" },
        Change("pinnedPublicKeys") {
            $0.pinnedPublicKeys = ["a.example": ["sha256//YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE="]]
        },
        Change("keepAliveInterval") { $0.keepAliveInterval = .seconds(10) },
        Change("addressFallbackDelay") { $0.addressFallbackDelay = .seconds(1) },
        Change("resolutionLifetime") { $0.resolutionLifetime = .zero },
        Change("maximumConnections") { $0.maximumConnections = 3 },
        Change("decompresses") { $0.decompresses = false },
        Change("proxy") { $0.proxy = .url("http://127.0.0.1:1") },
    ])
    func unsupportedOptionFailsRequest(_ change: Change) throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        var options = TransportOptions()
        change.make(&options)
        let error = try URLSessionTransport(options: options).failure(server.request())
        #expect(error.code == .invalidOptions)
        #expect(error.text.contains(change.name))
        #expect(error.text.contains("CurlTransport"))
        #expect(server.requests.isEmpty)
    }

    @Test func pathWithDotSegmentsIsRejected() throws {
        let server = try LoopbackServer { request in .text(request.target) }
        defer { server.stop() }
        let transport = URLSessionTransport()
        #if os(Linux)
            #expect(try transport.failure(server.request(.get, "/a/../b")).code == .invalidURL)
        #endif
        #expect(
            try transport.response(to: server.request(.get, "/a%2F..b//c?x=%20..")).text == "/a%2F..b//c?x=%20..")
    }

    #if os(Linux)
        private static let messages: [(String, TransportError.Code, String?)] = [
            ("SSL certificate problem: certificate has expired", .tls, "expiredCertificate"),
            ("SSL certificate problem: unable to get local issuer certificate", .tls, "untrustedCertificate"),
            ("SSL: no alternative certificate subject name matches target host name 'x'", .tls, "wrongHost"),
            ("error:0A00010B:SSL routines::wrong version number", .tls, "handshake"),
            ("transfer closed with 95 bytes remaining to read", .closedEarly, nil),
            ("OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0", .closedEarly, nil),
            ("Recv failure: Connection reset by peer", .closedEarly, nil),
            ("Send failure: Broken pipe", .sendFailed, nil),
            ("Failed writing header", .malformedResponse, nil),
            ("Illegal or missing hexadecimal sequence in chunked-encoding", .malformedResponse, nil),
            ("CONNECT tunnel failed, response 404", .couldNotConnect, "proxy"),
            ("Could not resolve proxy: none.invalid", .couldNotResolve, "proxy"),
            ("Immediate connect fail for 240.0.0.1: Network is unreachable", .couldNotConnect, "unreachable"),
        ]

        @Test(arguments: messages)
        func errorMessageDeterminesCause(_ text: String, _ code: TransportError.Code, _ reason: String?) {
            let cause = CurlText.cause(of: text)
            #expect(cause?.0 == code)
            #expect(cause?.1?.description == reason)
        }
    #endif
}
