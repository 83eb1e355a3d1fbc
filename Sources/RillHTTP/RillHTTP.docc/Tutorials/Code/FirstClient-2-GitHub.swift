import RillHTTP

struct Repository: Decodable, Sendable {
    let name: String
    let stars: Int

    enum CodingKeys: String, CodingKey {
        case name
        case stars = "stargazers_count"
    }
}
