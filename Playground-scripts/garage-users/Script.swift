import Foundation
import RillGarage
import RillScript

/// The main program.
enum Script {
    static func run(_ arguments: Arguments) async throws {
        let service = try RunningService(arguments)
        defer { service.server.stop() }
        let garage = service.garage
        let isJSON = arguments.service.isJSON
        let progress = PageProgress<[GarageExample.User]>()
        try await withSignalCancellation {
            switch arguments.action {
            case .list(let page):
                let response = try await garage.users(page: page, perPage: arguments.perPage ?? 20).firstValue()
                let users = response.resource
                try write(users, asJSON: isJSON)
                if let total = response.totalCount, total > users.count {
                    Output.note("showing \(users.count.grouped) of \(total.grouped) users")
                }
            case .listAll:
                let request = GarageExample.ListUsers(perPage: arguments.perPage ?? 100)
                try await progress.collect(garage.client.pages(request).map(\.value.resource)) { pages in
                    try write(pages.flatMap(\.self), asJSON: isJSON)
                }
            case .show(let id):
                let both = Observable.zip(garage.user(id: id), garage.allPosts(ofUser: id).toArray())
                let (user, posts) = try await both.firstValue()
                try Output.write(
                    UserRecord(user, posts: posts), asJSON: isJSON, text: table([user]) + "\n" + table(posts))
            case .post(let title, let text):
                let response = try await garage.createPost(title: title, text: text).firstValue()
                let post = response.resource
                try Output.write(PostRecord(post), asJSON: isJSON, text: table([post]))
                if let location = response.location { Output.note("created \(location)") }
            }
        } cleanUp: {
            progress.clear()
        }
    }

    private static func write(_ users: [GarageExample.User], asJSON isJSON: Bool) throws {
        try Output.write(users.map { UserRecord($0) }, asJSON: isJSON, columns: columns(of: users))
    }

    private static func table(_ users: [GarageExample.User]) -> String {
        TextTable(columns(of: users), terminal: Terminal()).text
    }

    private static func columns(of users: [GarageExample.User]) -> [TextTable.Column] {
        [
            .text("ID", users.map { "\($0.id)" }), .text("Name", users.map(\.name), style: .bold),
            .text("Email", users.map(\.email)),
        ]
    }

    private static func table(_ posts: [GarageExample.Post]) -> String {
        TextTable(
            [
                .text("ID", posts.map { "\($0.id)" }), .text("Title", posts.map(\.title), style: .bold),
                .text("Published", posts.map { $0.publishedAt?.formatted(.iso8601) ?? "" }),
            ], terminal: Terminal()
        ).text
    }
}
