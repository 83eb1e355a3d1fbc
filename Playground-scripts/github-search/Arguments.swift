import RillGitHub
import RillScript

/// The parsed command line.
struct Arguments: Sendable {
    /// The part of the results to print.
    enum Extent: Equatable, Sendable {
        case page(Int)
        case all
        /// The first page for each query that is typed or read from standard input.
        case watch
    }

    var service = ServiceArguments(
        live: "https://api.github.com", example: "http://127.0.0.1:8080", tokenVariable: "GITHUB_TOKEN")
    var text = "language:swift"
    var sort: RepositorySort?
    var order: SortDirection?
    var extent = Extent.page(1)
    var perPage: Int?
    var waits = false

    /// The path of the timeline, or `nil` if none is recorded.
    var trace: String?
}

extension Arguments {
    /// Parses the command line and the environment.
    ///
    /// Error messages do not quote the token or arguments that can be a token without its option.
    init(from reader: inout ArgumentReader) throws {
        var arguments = Arguments()
        var texts: [String] = []
        var page: Int?
        var isAll = false
        var isWatching = false
        while let option = try reader.nextOption(collecting: &texts) {
            switch option {
            case "--sort":
                arguments.sort = RepositorySort(
                    rawValue: try reader.choice(of: ["stars", "forks", "help-wanted-issues", "updated"]))
            case "--order": arguments.order = SortDirection(rawValue: try reader.choice(of: ["desc", "asc"]))
            case "--page": page = try reader.integer(in: 1...1_000)
            case "--per-page": arguments.perPage = try reader.integer(in: 1...100)
            case "--all": isAll = true
            case "--watch": isWatching = true
            case "--wait": arguments.waits = true
            case "--trace": arguments.trace = try reader.tracePath()
            default: try arguments.service.parse(option, from: &reader)
            }
        }
        try arguments.service.applyEnvironment()
        guard [isAll, isWatching, page != nil].filter({ $0 }).count <= 1 else {
            throw ValidationError("--all, --watch and --page cannot be combined")
        }
        guard !isWatching || texts.isEmpty else {
            throw ValidationError("--watch reads the queries from standard input: omit WORDS")
        }
        if !texts.isEmpty { arguments.text = texts.joined(separator: " ") }
        arguments.extent = isAll ? .all : isWatching ? .watch : .page(page ?? 1)
        self = arguments
    }
}
