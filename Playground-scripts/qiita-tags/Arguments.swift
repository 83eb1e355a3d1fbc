import RillQiita
import RillScriptSupport

/// What the command line asks for.
struct Arguments: Sendable {
    /// Which part of the list.
    enum Extent: Sendable {
        case pages(from: Int, count: Int)
        case all
    }

    var service = ServiceArguments(
        live: "https://qiita.com/api/v2", example: "http://127.0.0.1:8080/api/v2", tokenVariable: "QIITA_TOKEN")
    var extent = Extent.pages(from: 1, count: 1)
    var perPage: Int?
    var sort: TagSort?
}

/// What to do: the arguments, or the help that was asked for.
enum Command: Sendable {
    case help
    case list(Arguments)
}

extension Command {
    /// Reads the command line and the environment.
    ///
    /// No message repeats the token, or a word that may have lost its option.
    init(_ words: [String], environment: [String: String]) throws(UsageError) {
        var reader = ArgumentReader(words)
        var arguments = Arguments()
        var page: Int?
        var pages: Int?
        var isAll = false
        while let option = try reader.nextOption() {
            switch option {
            case "--help", "-h":
                self = .help
                return
            case "--all": isAll = try reader.flag()
            case "--page": page = try reader.integer(in: 1...100)
            case "--per-page": arguments.perPage = try reader.integer(in: 1...100)
            case "--pages": pages = try reader.integer(in: 1...100)
            case "--sort": arguments.sort = TagSort(rawValue: try reader.word(of: ["count", "name"]))
            default: try arguments.service.take(option, from: &reader)
            }
        }
        try arguments.service.complete(environment)
        if isAll {
            guard page == nil, pages == nil else { throw UsageError("--all excludes --page and --pages") }
            arguments.extent = .all
        } else {
            arguments.extent = .pages(from: page ?? 1, count: pages ?? 1)
        }
        self = .list(arguments)
    }
}
