#if os(Linux)
    import RillHTTP
    import RillHTTPTesting
    import RillTransportConformance
    import Testing

    /// Runs the conformance suite for transports against `CurlTransport`.
    @Suite struct CurlConformanceTests {
        @Test(arguments: TransportConformance.cases)
        func conforms(_ testCase: TransportConformance.Case) async throws {
            try await testCase.run { CurlTransport(options: $0.options) }
        }
    }
#endif
