import RillQiita
import RillScript

/// The parsed command line.
struct Arguments: Sendable {
    /// The part of the list to print.
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

extension Arguments {
    /// Parses the command line and the environment.
    ///
    /// Error messages do not quote the token or arguments that can be a token without its option.
    init(from reader: inout ArgumentReader) throws {
        var arguments = Arguments()
        var page: Int?
        var pages: Int?
        var isAll = false
        while let option = try reader.nextOption() {
            switch option {
            case "--all": isAll = true
            case "--page": page = try reader.integer(in: 1...100)
            case "--per-page": arguments.perPage = try reader.integer(in: 1...100)
            case "--pages": pages = try reader.integer(in: 1...100)
            case "--sort": arguments.sort = TagSort(rawValue: try reader.choice(of: ["count", "name"]))
            default: try arguments.service.parse(option, from: &reader)
            }
        }
        try arguments.service.applyEnvironment()
        if isAll {
            guard page == nil, pages == nil else {
                throw ValidationError("--all cannot be combined with --page or --pages")
            }
            arguments.extent = .all
        } else {
            arguments.extent = .pages(from: page ?? 1, count: pages ?? 1)
        }
        self = arguments
    }
}
