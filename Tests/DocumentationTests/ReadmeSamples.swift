import Rill
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
}
