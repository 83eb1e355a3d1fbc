/// A stored user.
struct GarageUser: Sendable, Identifiable {
    let id: Int
    var name: String
    let email: String

    /// Creates users with the names `alice`, `bob2`, and so on.
    static func make(count: Int) -> [GarageUser] {
        let names = ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy"]
        return (1...max(count, 1)).map { id in
            let name = names[(id - 1) % names.count] + (id == 1 ? "" : "\(id)")
            return GarageUser(id: id, name: name, email: "\(name)@example.com")
        }
    }

    /// Returns the JSON of the selected fields.
    func value(_ selector: GarageSelector) -> GarageValue {
        let posts = GarageValue.object([("href", .text("/v1/users/\(id)/posts"))])
        let pairs: [(name: String, value: GarageValue)] = [
            ("id", .number(id)), ("name", .text(name)), ("email", .text(email)),
            ("_links", .object([("posts", posts)])),
        ]
        return .object(pairs.filter { !selector.excludes($0.name) })
    }
}
