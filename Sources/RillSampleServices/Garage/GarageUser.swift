/// A user as the sample keeps it.
struct GarageUser: Sendable {
    let id: Int
    var name: String
    let email: String

    /// The first so many users, `alice`, `bob2` and so on.
    static func make(count: Int) -> [GarageUser] {
        let names = ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy"]
        return (1...max(count, 1)).map { id in
            let name = names[(id - 1) % names.count] + (id == 1 ? "" : "\(id)")
            return GarageUser(id: id, name: name, email: "\(name)@example.com")
        }
    }

    /// What is sent of the user.
    func value(_ selector: GarageSelector) -> GarageValue {
        var pairs: [(name: String, value: GarageValue)] = []
        if !selector.excludes("id") { pairs.append(("id", .number(id))) }
        if !selector.excludes("name") { pairs.append(("name", .text(name))) }
        if !selector.excludes("email") { pairs.append(("email", .text(email))) }
        if !selector.excludes("_links") {
            let posts = GarageValue.object([("href", .text("/v1/users/\(id)/posts"))])
            pairs.append(("_links", .object([("posts", posts)])))
        }
        return .object(pairs)
    }
}
