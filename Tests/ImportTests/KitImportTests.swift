import RillHTTPTesting
import Testing

// Besides Testing, the only import of this file is RillHTTPTesting.

@Suite struct KitImportTests {
    @Test func oneImportSufficesForStubbedClient() throws {
        let kit = TestKit()
        let source = kit.hot("-1--2-|", values: ["1": 1, "2": 2])
        let result = kit.record { source.map { $0 * 10 } }
        #expect(result.difference(from: "-a--b-|", values: ["a": 10, "b": 20]) == nil)

        let transport = StubTransport { _ in .text("up") }
        let client = Client(baseURL: "https://api.example.com", transport: transport)
        #expect(try client.send(Endpoint("/status", parser: .text)).wait(timeout: .seconds(10)) == "up")
    }
}
