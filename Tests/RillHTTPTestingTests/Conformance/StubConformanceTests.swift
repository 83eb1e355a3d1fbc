import RillHTTP
import RillHTTPTesting
import RillTransportConformance
import Testing

/// Runs the cases that check only responses with a stub that simulates the server's handler.
@Suite struct StubConformanceTests {
    @Test(arguments: TransportConformance.cases.filter(\.runsWithoutNetwork))
    func conforms(_ testCase: TransportConformance.Case) async throws {
        try await testCase.run { setup in
            StubTransport { request in try StubTransport.Response(of: setup.handler, to: request) }
        }
    }

    @Test func simulatesASubstantialNumberOfCases() {
        let groups = Set(TransportConformance.cases.filter(\.runsWithoutNetwork).map(\.group))
        #expect(TransportConformance.cases.count(where: \.runsWithoutNetwork) >= 25)
        #expect(groups.isSuperset(of: [.heads, .bodies, .uploads, .errors, .redirects, .concurrency, .backPressure]))
    }
}
