#if os(Linux)
    import RillHTTP
    import RillHTTPTesting
    import RillTestSupport
    import RillTransportConformance
    import Testing

    /// The back-pressure of a transport that is written outside of RillHTTP.
    @Suite(.serialized, .disabledUnderThreadSanitizer("the conformance tests of CurlTransport cover its threads"))
    struct RelayTransportTests {
        @Test(arguments: TransportConformance.cases.filter { $0.group == .backPressure })
        func conforms(_ testCase: TransportConformance.Case) async throws {
            try await testCase.run { RelayTransport(base: CurlTransport(options: $0.options)) }
        }
    }
#endif
