import Foundation
import RillGarage
import RillScript

/// Writes the users of all pages.
func write(_ pages: [[GarageExample.User]]) throws {
    let users = pages.flatMap(\.self)
    try Output.write(users.map { UserRecord($0) }, asJSON: service.isJSON, columns: columns(of: users))
}

func table(_ users: [GarageExample.User]) -> String {
    TextTable(columns(of: users), terminal: Terminal()).text
}

func columns(of users: [GarageExample.User]) -> [TextTable.Column] {
    [
        .text("ID", users.map { "\($0.id)" }), .text("Name", users.map(\.name), style: .bold),
        .text("Email", users.map(\.email)),
    ]
}

func table(_ posts: [GarageExample.Post]) -> String {
    TextTable(
        [
            .text("ID", posts.map { "\($0.id)" }), .text("Title", posts.map(\.title), style: .bold),
            .text("Published", posts.map { $0.publishedAt?.formatted(.iso8601) ?? "" }),
        ], terminal: Terminal()
    ).text
}
