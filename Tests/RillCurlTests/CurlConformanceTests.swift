#if os(Linux)
    import CRillCurl
    import RillHTTP
    import RillHTTPTesting
    import RillTransportConformance
    import Testing

    /// Runs the conformance suite for transports against `CurlTransport`.
    @Suite struct CurlConformanceTests {
        @Test(arguments: TransportConformance.cases(except: exceptions))
        func conforms(_ testCase: TransportConformance.Case) async throws {
            try await testCase.run { CurlTransport(options: $0.options) }
        }

        /// The cases that fail with the installed version of libcurl, with the reasons.
        private static var exceptions: [String: String] {
            let version = ccurl_open() == nil ? ccurl_version_number() : .max
            return differences.filter { $0.versions.contains(version) }.reduce(into: [:]) { exceptions, difference in
                exceptions.merge(difference.cases) { reason, _ in reason }
            }
        }

        private static let connection = "a request that is not idempotent uses a new connection"
        private static let proxy = "the head of a response to CONNECT is not reported"
        private static let version = "HTTP/2 is not used by default, because a paused response blocks others"

        /// The cases that fail with a range of versions.
        private static let differences: [(versions: Range<UInt32>, cases: [String: String])] = [
            (
                0..<0x075000,
                [
                    "reuse/reusesOneConnectionForSequentialRequests": connection,
                    "reuse/doesNotRetryAPOSTAfterAPartialResponse": connection,
                    "proxy/sendsHTTPSRequestsThroughATunnel": connection,
                    "reuse/closesAnIdleConnectionWithExcessBytes": "idle connections are not identified",
                    "proxy/enforcesTheHeadLimitsForAProxy": proxy,
                    "proxy/rejectsAnEndlessHeadOfAProxy": proxy,
                    "proxy/rejectsMalformedHeadsOfAProxy": proxy,
                    "proxy/reportsAProxyThatClosesTheConnection": proxy,
                ]
            ),
            (0..<0x075100, ["tls/neverTreatsExcessBytesAsAResponse": "the connection is used again"]),
            (0..<0x075500, ["errors/rejectsNonHexadecimalChunkSizes": "such a chunk size is read as 0"]),
            (
                0..<0x075800,
                [
                    "http2/negotiatesHTTP2": version, "http2/sharesOneConnection": version,
                    "http2/cancelsASingleStream": version,
                ]
            ),
            (
                0x080500..<0x080600,
                ["uploads/endsWithACompleteResponseWhileTheStreamIsIdle": "the end of reading is not reported"]
            ),
        ]
    }
#endif
