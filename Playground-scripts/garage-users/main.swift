// Lists the users of a Garage server and creates posts. See `swift run garage-users --help`.
import RillGarage
import RillSampleServices
import RillScript

enum Subcommand: String {
    case list
    case show
    case post
}

/// The action to perform.
enum Action {
    case list(page: Int, perPage: Int)
    case listAll(perPage: Int)
    case show(id: Int)
    case post(title: String, text: String?)
}

printActiveSubscriptionsOnSignal()
var command = Command(
    "garage-users",
    """
    Lists users, shows a user with their posts, or creates a post on a server with the API of Garage's example \
    application.
    """,
    discussion: """
        By default, garage-users uses a sample server inside its own process, which requires no account and no \
        network.

        \(ServiceOptions.outputDiscussion)
        """)
let service = ServiceOptions(
    &command, live: nil, example: "http://127.0.0.1:8080", tokenVariable: "GARAGE_TOKEN",
    baseURLHelp: "Use another server; the API must be at <url>/v1.",
    jsonHelp: "Print JSON with the server's keys: an array of users, a user with posts, or a post.")
let action: Action
switch command.subcommand(
    [Subcommand.list: "List users.", .show: "Show a user with their posts.", .post: "Create a post."], default: .list)
{
case .list:
    command.section("List options")
    let page = command.option("--page", "Page number.", default: 1, in: 1...1_000_000)
    let perPage: Int? = command.option(
        "--per-page", "Users per page, by default 20, or 100 with --all.", in: 1...100)
    let isAll = command.flag("--all", "Fetch all pages.")
    command.requireAtMostOne(of: "--all", "--page")
    action = isAll ? .listAll(perPage: perPage ?? 100) : .list(page: page, perPage: perPage ?? 20)
case .show:
    action = .show(id: command.positional("id", "The ID of the user."))
case .post:
    let title = command.positional("title", "The title. Quote arguments that contain spaces.")
    action = .post(title: title, text: command.positionals("text", "The text.", count: 0...1).first)
}

await command.run {
    let sampleToken = "sample-token"
    let server = try service.selectServer {
        var options = SampleGarage.Options()
        // The sample server accepts any token of the user.
        options.tokens = [service.token ?? sampleToken]
        let sample = try SampleGarage(options: options)
        return (sample.baseURL, sample.stop)
    }
    defer { server.stop() }
    let garage = GarageExample(
        GarageClient(
            endpoint: server.baseURL, accessToken: service.token ?? (service.isSample ? sampleToken : nil),
            timeout: service.timeout))
    let progress = PageProgress<[GarageExample.User]>()
    try await withSignalCancellation {
        switch action {
        case .list(let page, let perPage):
            let response = try await garage.users(page: page, perPage: perPage).firstValue()
            let users = response.resource
            try write([users])
            if let total = response.totalCount, total > users.count {
                Output.note("showing \(users.count.grouped) of \(total.grouped) users")
            }
        case .listAll(let perPage):
            let pages = garage.client.pages(GarageExample.ListUsers(perPage: perPage)).map(\.value.resource)
            try await progress.collect(pages, write: write)
        case .show(let id):
            let both = Observable.zip(garage.user(id: id), garage.allPosts(ofUser: id).toArray())
            let (user, posts) = try await both.firstValue()
            try Output.write(
                UserRecord(user, posts: posts), asJSON: service.isJSON, text: table([user]) + "\n" + table(posts))
        case .post(let title, let text):
            let response = try await garage.createPost(title: title, text: text).firstValue()
            let post = response.resource
            try Output.write(PostRecord(post), asJSON: service.isJSON, text: table([post]))
            if let location = response.location { Output.note("created \(location)") }
        }
    } cleanUp: {
        progress.clear()
    }
}
