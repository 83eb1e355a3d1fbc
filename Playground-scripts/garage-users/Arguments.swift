import RillScript

/// The values of the command line and the environment.
struct Arguments: Sendable {
    /// The action to perform.
    enum Action: Sendable {
        case list(page: Int)
        case listAll
        case show(id: Int)
        case post(title: String, text: String?)
    }

    private enum Subcommand: String {
        case list
        case show
        case post
    }

    let service: ServiceOptions
    let action: Action
    var perPage: Int?

    init(_ command: inout Command) {
        service = ServiceOptions(
            &command, live: nil, example: "http://127.0.0.1:8080", tokenVariable: "GARAGE_TOKEN",
            baseURLHelp: "Use another server; the API must be at <url>/v1.",
            jsonHelp: "Print JSON with the server's keys: an array of users, a user with posts, or a post.")
        switch command.subcommand(
            [
                Subcommand.list: "List users.", .show: "Show a user with their posts.", .post: "Create a post.",
            ], default: .list)
        {
        case .list:
            command.section("List options")
            let page = command.option("--page", "Page number.", default: 1, in: 1...1_000_000)
            perPage = command.option("--per-page", "Users per page, by default 20, or 100 with --all.", in: 1...100)
            let isAll = command.flag("--all", "Fetch all pages.")
            command.requireAtMostOne(of: "--all", "--page")
            action = isAll ? .listAll : .list(page: page)
        case .show:
            action = .show(id: command.positional("id", "The ID of the user."))
        case .post:
            let title = command.positional("title", "The title. Quote arguments that contain spaces.")
            action = .post(title: title, text: command.positionals("text", "The text.", count: 0...1).first)
        }
    }
}
