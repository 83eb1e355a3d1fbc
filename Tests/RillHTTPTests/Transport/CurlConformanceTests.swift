#if os(Linux)
    import RillHTTP
    import RillHTTPTesting
    import Testing

    /// Runs the conformance suite for transports against `CurlTransport`.
    @Suite struct CurlConformanceTests {
        /// The cases that `CurlTransport` does not pass, with the reasons.
        private static let exceptions = [
            "errors/rejectsTruncatedGzip": "libcurl does not report truncated compressed data"
        ]

        @Test(arguments: TransportConformance.cases(except: exceptions))
        func conforms(_ testCase: TransportConformance.Case) async throws {
            try await testCase.run { CurlTransport(options: $0.options) }
        }
    }
#endif
