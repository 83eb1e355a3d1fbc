import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTesting
import Testing

// The code of the tutorials. `DocumentationTests` compares it with the last steps line by line.

enum TutorialSamples {
    struct Repository: Decodable, Sendable {
        let name: String
        let stars: Int

        enum CodingKeys: String, CodingKey {
            case name
            case stars = "stargazers_count"
        }
    }

    struct Repositories: Request {
        typealias Response = [Repository]
        let user: String
        var path: URLPath { "/users/\(user)/repos" }
        var query: QueryItems { ["per_page": 100] }
    }

    struct GitHub: Sendable {
        private let client: Client

        init(
            transport: any Transport = makeDefaultTransport(),
            scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
        ) {
            client = Client(
                baseURL: "https://api.github.com",
                transport: transport,
                middleware: [Retry(.constantBackoff(attempts: 3, delay: .seconds(2)), scheduler: scheduler)],
                scheduler: scheduler)
        }

        func repositories(of user: String) -> Observable<[Repository]> {
            client.send(Repositories(user: user))
        }

        func allRepositories(of user: String) -> Observable<Repository> {
            client.elements(of: Repositories(user: user), by: .linkHeader)
        }
    }

    @Suite struct GitHubTests {
        let kit = TestKit()

        @Test func reportsMissingUser() async {
            let gitHub = GitHub(transport: StubTransport { _ in .status(.notFound) })
            let error = await #expect(throws: APIError.self) {
                try await gitHub.repositories(of: "nobody").firstValue()
            }
            #expect(error?.status == .notFound)
        }

        @Test func retriesAfterTwoSeconds() {
            let transport = StubTransport(
                scheduler: kit.scheduler,
                responses: [
                    "GET /users/apple/repos": .marbles("-#"),
                    "GET /users/apple/repos": .marbles(
                        "-(ha|)", chunks: ["a": #"[{"name": "swift", "stargazers_count": 1}]"#]),
                ])
            let gitHub = GitHub(transport: transport, scheduler: kit.scheduler)
            let result = kit.record { gitHub.repositories(of: "apple").map { $0.map(\.name) } }
            expectMarbles(result, "----(a|)", values: ["a": ["swift"]])
            expectExchanges(transport, "^#", "---^(ha|)")
        }

        @Test func requestsNextPage() {
            let transport = StubTransport(
                scheduler: kit.scheduler,
                responses: [
                    "GET /users/apple/repos": .marbles(
                        "-(ha|)", fields: ["Link": #"</users/apple/repos?page=2>; rel="next""#],
                        chunks: ["a": #"[{"name": "swift", "stargazers_count": 1}]"#]),
                    "GET /users/apple/repos": .marbles(
                        "-(hb|)", chunks: ["b": #"[{"name": "swift-nio", "stargazers_count": 2}]"#]),
                ])
            let gitHub = GitHub(transport: transport, scheduler: kit.scheduler)
            let result = kit.record { gitHub.allRepositories(of: "apple").map(\.name) }
            expectMarbles(result, "-a(b|)", values: ["a": "swift", "b": "swift-nio"])
            #expect(transport.requests.map { $0.queryItem("page") } == [nil, "2"])
        }
    }
}
