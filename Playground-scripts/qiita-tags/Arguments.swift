import Qiita
import ScriptSupport

/// What the command line asks for.
struct Arguments: Sendable {
    /// Who is asked.
    enum Service: Sendable {
        /// The copy inside this process.
        case sample
        /// qiita.com.
        case live
        /// Another address, up to and with `/api/v2`.
        case other(baseURL: String)
    }

    /// Which part of the list.
    enum Extent: Sendable {
        case pages(from: Int, count: Int)
        case all
    }

    var service = Service.sample
    var token: String?
    var extent = Extent.pages(from: 1, count: 1)
    var perPage: Int?
    var sort: TagSort?
    var timeout: Duration?
    var isJSON = false
}

/// What to do: the arguments, or the help that was asked for.
enum Command: Sendable {
    case help
    case list(Arguments)
}

extension Command {
    /// Reads the command line and the environment.
    ///
    /// No message repeats a value that could be the token.
    init(_ words: [String], environment: [String: String]) throws(UsageError) {
        var reader = ArgumentReader(words)
        var arguments = Arguments()
        var page: Int?
        var pages: Int?
        var isAll = false
        var isLive = false
        var baseURL: String?
        while let option = try reader.nextOption() {
            switch option {
            case "--help", "-h":
                self = .help
                return
            case "--live": isLive = try reader.flag()
            case "--all": isAll = try reader.flag()
            case "--json": arguments.isJSON = try reader.flag()
            case "--base-url": baseURL = try BaseURL.check(try reader.value())
            case "--token": arguments.token = try Token.check(try reader.value(), from: option)
            case "--page": page = try reader.integer(in: 1...100)
            case "--per-page": arguments.perPage = try reader.integer(in: 1...100)
            case "--pages": pages = try reader.integer(in: 1...100)
            case "--sort": arguments.sort = try reader.sort()
            case "--timeout": arguments.timeout = try reader.duration()
            default: throw UsageError("there is no option \(option)")
            }
        }
        if let baseURL {
            guard !isLive else { throw UsageError("--live and --base-url exclude each other") }
            arguments.service = .other(baseURL: baseURL)
        } else if isLive {
            arguments.service = .live
        }
        if arguments.token == nil, let token = environment["QIITA_TOKEN"], !token.isEmpty {
            arguments.token = try Token.check(token, from: "QIITA_TOKEN")
        }
        if isAll {
            guard page == nil, pages == nil else { throw UsageError("--all excludes --page and --pages") }
            arguments.extent = .all
        } else {
            arguments.extent = .pages(from: page ?? 1, count: pages ?? 1)
        }
        self = .list(arguments)
    }
}
