import RillScript

/// The parsed command line.
struct Arguments: Sendable {
    /// The action to perform.
    enum Action: Sendable {
        case list(page: Int)
        case listAll
        case show(id: Int)
        case post(title: String, text: String?)
    }

    var service = ServiceArguments(live: nil, example: "http://127.0.0.1:8080", tokenVariable: "GARAGE_TOKEN")
    var action = Action.list(page: 1)
    var perPage: Int?
}

extension Arguments {
    /// Parses the command line and the environment.
    ///
    /// Error messages do not quote the token or arguments that can be a token without its option.
    init(from reader: inout ArgumentReader) throws {
        var arguments = Arguments()
        var operands: [String] = []
        var page: Int?
        var isAll = false
        while let option = try reader.nextOption(collecting: &operands) {
            switch option {
            case "--page": page = try reader.integer(in: 1...1_000_000)
            case "--per-page": arguments.perPage = try reader.integer(in: 1...100)
            case "--all": isAll = true
            default: try arguments.service.parse(option, from: &reader)
            }
        }
        try arguments.service.applyEnvironment()
        guard !isAll || page == nil else { throw ValidationError("--all cannot be combined with --page") }
        arguments.action = try Self.action(operands[...], isAll ? .listAll : .list(page: page ?? 1))
        switch arguments.action {
        case .list, .listAll: break
        case .show, .post:
            guard page == nil, arguments.perPage == nil, !isAll else {
                throw ValidationError("--page, --per-page and --all apply only to list")
            }
        }
        self = arguments
    }

    private static func action(
        _ operands: ArraySlice<String>, _ list: Arguments.Action
    ) throws(ValidationError) -> Arguments.Action {
        let rest = Array(operands.dropFirst())
        switch operands.first {
        case nil, "list":
            guard rest.isEmpty else { throw ValidationError("list does not take arguments") }
            return list
        case "show":
            guard rest.count == 1, let id = Int(rest[0]) else { throw ValidationError("show requires a user ID") }
            return .show(id: id)
        case "post":
            guard 1...2 ~= rest.count, !rest[0].isEmpty else {
                throw ValidationError("post requires a title and accepts a text: quote arguments that contain spaces")
            }
            return .post(title: rest[0], text: rest.count > 1 ? rest[1] : nil)
        default:
            throw ValidationError("unknown action: expected list, show or post")
        }
    }
}
