internal import RillHTTP

/// The predefined users, roles, and projects of the ConoHa sample server.
struct ConoHaAccounts: Sendable {
    struct User: Sendable, Hashable {
        let id: String
        let name: String
        let password: String
        let isAdmin: Bool
        /// The projects in which the user has a role, starting with the primary project.
        let projects: [Project]

        /// The roles of the user in these projects.
        var roles: [Role] { isAdmin ? [Role.admin, .member] : [.member] }

        var json: JSONValue {
            [
                "id": .string(id), "name": .string(name), "domain_id": "default", "enabled": true, "options": [:],
                "password_expires_at": nil,
            ]
        }
    }

    struct Role: Sendable, Hashable {
        static let admin = Role(id: "84d1c0ffee000000000000000000beef", name: "admin")
        static let member = Role(id: "9fe2000000000000000000000000beef", name: "_member_")

        let id: String
        let name: String

        var json: JSONValue { ["id": .string(id), "name": .string(name)] }
    }

    struct Project: Sendable, Hashable {
        let id: String
        let name: String
    }

    static let adminID = "99990000999900009999000099990000"
    static let domain: JSONValue = ["id": "default", "name": "Default"]

    /// The first tenant, or project, of the customer.
    static let tenant = Project(id: SampleConoHa.tenantID, name: SampleConoHa.tenantName)

    /// All projects, sorted by ID.
    static let projects = ([tenant] + (2...23).map(otherProject)).sorted { $0.id < $1.id }

    private static func otherProject(_ number: Int) -> Project {
        // Distributes the IDs so that their order differs from the order of the names.
        let head = String(Int64(number) * 2_654_435_761 % 0xFFFF_FFFF, radix: 16)
        let id = String(repeating: "0", count: 8 - head.count) + head + "000000000000000000000000"
        return Project(id: id, name: "gnct000000\(number < 10 ? "0" : "")\(number)")
    }

    let users: [User]

    init(options: SampleConoHa.Options) {
        users = [
            User(
                id: SampleConoHa.userID, name: options.userName, password: options.password, isAdmin: false,
                projects: [Self.tenant, Self.otherProject(2)]),
            User(
                id: Self.adminID, name: options.adminName, password: options.adminPassword, isAdmin: true,
                projects: [Self.tenant]),
        ]
    }

    func user(id: String) -> User? { users.first { $0.id == id } }

    func user(name: String) -> User? { users.first { $0.name == name } }

    static func project(id: String) -> Project? { projects.first { $0.id == id } }

    static func project(name: String) -> Project? { projects.first { $0.name == name } }

    /// The sub-users of the customer.
    static let subUsers: JSONValue = [
        [
            "id": "5555000000000000000000000000aaaa", "name": "gncs00000001",
            "roles": [["id": "7777000000000000000000000000bbbb", "name": "viewer"]],
        ],
        ["id": "5555000000000000000000000000cccc", "name": "gncs00000002", "roles": []],
    ]
}
