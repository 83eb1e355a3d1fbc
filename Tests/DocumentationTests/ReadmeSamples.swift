import Rill
import RillHTTP
import RillHTTPTesting
import RillQiita
import RillSampleServices
import Testing

// A test of the code of the README. `DocumentationTests` compares it with the README line by line.

@Suite struct ReadmeSamples {
    @Test func emitsPopularTags() throws {
        typealias Tag = RillQiita.Tag
        let server = try SampleQiita()
        defer { server.stop() }
        let client = QiitaClient(baseURL: server.baseURL)
        let popular: Observable<[Tag]> = client.tags(sort: .count)
            .map { tags in tags.filter { $0.itemsCount > 1_000 } }
        let subscription = popular.subscribe(
            onNext: { tags in print(tags.map(\.id)) },
            onError: { error in print(error) })
        let tags = try popular.wait(timeout: .seconds(30))
        subscription.dispose()
        #expect(!tags.isEmpty)
        #expect(tags.allSatisfy { $0.itemsCount > 1_000 })
    }

    @Test func receivesAUser() async throws {
        struct User: Decodable, Sendable {
            let id: Int
            let name: String
        }

        let server = try LoopbackServer { request in
            request.fields[.authorization] == "Bearer TOKEN"
                ? .json(#"{"id": 1, "name": "Ann"}"#) : .status(.unauthorized)
        }
        defer { server.stop() }
        let api = Client(
            baseURL: server.baseURL,
            middleware: [Authentication.bearer("TOKEN"), Retry(.exponentialBackoff(attempts: 3))])
        let user: User = try await api.send(Endpoint("/users/1")).firstValue()
        #expect(user.name == "Ann")
    }
}
