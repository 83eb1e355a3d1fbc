#if os(Linux)
    import RillHTTP
    import RillHTTPTesting
    import Testing

    /// The libcurl transport does what a transport has to do, but for a few things.
    @Suite struct CurlConformanceTests {
        /// What it cannot do, and why.
        private static let exceptions = [
            "errors/refusesGzipThatBreaksOff": "libcurl does not tell that compressed data ended before its end"
        ]

        @Test(arguments: TransportConformance.cases(except: exceptions))
        func conforms(_ testCase: TransportConformance.Case) async throws {
            try await testCase.run { CurlTransport(options: $0.options) }
        }
    }
#endif
