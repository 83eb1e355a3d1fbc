import Foundation
import RillGarage
import RillScript

extension TextTable {
    /// Creates a table of users.
    init(_ users: [GarageExample.User], terminal: Terminal) {
        self.init(
            [
                .text("ID", users.map { "\($0.id)" }), .text("Name", users.map(\.name), style: .bold),
                .text("Email", users.map(\.email)),
            ], terminal: terminal)
    }

    /// Creates a table of posts.
    init(_ posts: [GarageExample.Post], terminal: Terminal) {
        self.init(
            [
                .text("ID", posts.map { "\($0.id)" }), .text("Title", posts.map(\.title), style: .bold),
                .text("Published", posts.map { $0.publishedAt?.formatted(.iso8601) ?? "" }),
            ], terminal: terminal)
    }
}
