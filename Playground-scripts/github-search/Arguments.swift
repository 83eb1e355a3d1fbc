import RillGitHub
import RillScriptSupport

/// What the command line asks for.
struct Arguments: Sendable {
    /// Which part of what is found.
    enum Extent: Sendable {
        case page(Int)
        case all
        /// The first page for each text that is typed.
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
}

/// What to do: the arguments, or the help that was asked for.
enum Command: Sendable {
    case help
    case search(Arguments)
}

extension Command {
    /// Reads the command line and the environment.
    ///
    /// No message repeats the token, or a word that may have lost its option.
    init(_ words: [String], environment: [String: String]) throws(UsageError) {
        var reader = ArgumentReader(words)
        var arguments = Arguments()
        var texts: [String] = []
        var page: Int?
        var isAll = false
        var isWatching = false
        while let word = reader.next() {
            guard case .option(let option) = word else {
                if case .operand(let text) = word { texts.append(text) }
                continue
            }
            switch option {
            case "--help", "-h":
                self = .help
                return
            case "--sort":
                arguments.sort = RepositorySort(
                    rawValue: try reader.word(of: ["stars", "forks", "help-wanted-issues", "updated"]))
            case "--order": arguments.order = SortDirection(rawValue: try reader.word(of: ["desc", "asc"]))
            case "--page": page = try reader.integer(in: 1...1_000)
            case "--per-page": arguments.perPage = try reader.integer(in: 1...100)
            case "--all": isAll = try reader.flag()
            case "--watch": isWatching = try reader.flag()
            case "--wait": arguments.waits = try reader.flag()
            default: try arguments.service.take(option, from: &reader)
            }
        }
        try arguments.service.complete(environment)
        guard [isAll, isWatching, page != nil].filter({ $0 }).count <= 1 else {
            throw UsageError("--all, --watch and --page exclude each other")
        }
        guard !isWatching || texts.isEmpty else {
            throw UsageError("--watch reads what to search for from standard input: leave out the words")
        }
        if !texts.isEmpty { arguments.text = texts.joined(separator: " ") }
        arguments.extent = isAll ? .all : isWatching ? .watch : .page(page ?? 1)
        self = .search(arguments)
    }
}
