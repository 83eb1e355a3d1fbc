import RillHTTPTesting
import RillSwiftTesting
import Testing

@testable import repositories

@Suite struct GitHubTests {
    @Test func reportsMissingUser() async {
        let gitHub = GitHub(transport: StubTransport { _ in .status(.notFound) })
        let error = await #expect(throws: APIError.self) {
            try await gitHub.repositories(of: "nobody").firstValue()
        }
        #expect(error?.status == .notFound)
    }
}
