import RillHTTP

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
    private let client = Client(
        baseURL: "https://api.github.com",
        middleware: [Retry(.constantBackoff(attempts: 3, delay: .seconds(2)))])

    func repositories(of user: String) -> Observable<[Repository]> {
        client.send(Repositories(user: user))
    }
}
