import Rill
import RillGarage
import RillHTTP
import RillScript

/// The main program.
enum Script {
    static func run(_ arguments: Arguments) async throws {
        let service = try RunningService(arguments)
        defer { service.stop() }
        let garage = service.garage
        let writer = Writer(isJSON: arguments.service.isJSON, terminal: Terminal())
        let progress = PageProgress<[GarageExample.User]>(terminal: Terminal(.errors))
        try await withSignalCancellation {
            switch arguments.action {
            case .list(let page):
                let response = try await garage.users(page: page, perPage: arguments.perPage ?? 20).firstValue()
                try writer.write(response.resource, total: response.totalCount)
            case .listAll:
                let request = GarageExample.ListUsers(perPage: arguments.perPage ?? 100)
                try await progress.collect {
                    for try await page in garage.client.pages(request).values { progress.append(page.value.resource) }
                } write: { pages in
                    try writer.write(pages.flatMap(\.self), total: nil)
                }
            case .show(let id):
                let both = Observable.zip(garage.user(id: id), garage.allPosts(ofUser: id).toArray())
                let (user, posts) = try await both.firstValue()
                try writer.write(user, posts)
            case .post(let title, let text):
                let response = try await garage.createPost(title: title, text: text).firstValue()
                try writer.write(response.resource)
                if let location = response.location { Output.note("created \(location)") }
            }
        } cleanUp: {
            progress.clear()
        }
    }
}

/// Writes users and posts as tables or JSON.
private struct Writer: Sendable {
    let isJSON: Bool
    let terminal: Terminal

    func write(_ users: [GarageExample.User], total: Int?) throws {
        if isJSON {
            try Output.write(try JSONOutput.text(of: users.map { UserRecord($0) }))
        } else {
            try Output.write(TextTable(users, terminal: terminal).text)
        }
        if let total, total > users.count { Output.note("showing \(users.count.grouped) of \(total.grouped) users") }
    }

    func write(_ user: GarageExample.User, _ posts: [GarageExample.Post]) throws {
        if isJSON {
            try Output.write(try JSONOutput.line(of: UserRecord(user, posts: posts)) + "\n")
        } else {
            try Output.write(TextTable([user], terminal: terminal).text + "\n")
            try Output.write(TextTable(posts, terminal: terminal).text)
        }
    }

    func write(_ post: GarageExample.Post) throws {
        if isJSON {
            try Output.write(try JSONOutput.line(of: PostRecord(post)) + "\n")
        } else {
            try Output.write(TextTable([post], terminal: terminal).text)
        }
    }
}
