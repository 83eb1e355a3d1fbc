import RillScriptSupport

/// What the command line asks for.
struct Arguments: Sendable {
    /// What to do.
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

/// What to do: the arguments, or the help that was asked for.
enum Command: Sendable {
    case help
    case run(Arguments)
}

extension Command {
    /// Reads the command line and the environment.
    ///
    /// No message repeats the token, or a word that may have lost its option.
    init(_ words: [String], environment: [String: String]) throws(UsageError) {
        var reader = ArgumentReader(words)
        var arguments = Arguments()
        var operands: [String] = []
        var page: Int?
        var isAll = false
        while let word = reader.next() {
            guard case .option(let option) = word else {
                if case .operand(let text) = word { operands.append(text) }
                continue
            }
            switch option {
            case "--help", "-h":
                self = .help
                return
            case "--page": page = try reader.integer(in: 1...1_000_000)
            case "--per-page": arguments.perPage = try reader.integer(in: 1...100)
            case "--all": isAll = try reader.flag()
            default: try arguments.service.take(option, from: &reader)
            }
        }
        try arguments.service.complete(environment)
        guard !isAll || page == nil else { throw UsageError("--all excludes --page") }
        arguments.action = try Self.action(operands[...], isAll ? .listAll : .list(page: page ?? 1))
        switch arguments.action {
        case .list, .listAll: break
        case .show, .post:
            guard page == nil, arguments.perPage == nil, !isAll else {
                throw UsageError("--page, --per-page and --all are for lists")
            }
        }
        self = .run(arguments)
    }

    private static func action(
        _ operands: ArraySlice<String>, _ list: Arguments.Action
    ) throws(UsageError) -> Arguments.Action {
        let rest = Array(operands.dropFirst())
        switch operands.first {
        case nil, "list":
            guard rest.isEmpty else { throw UsageError("list takes no further word") }
            return list
        case "show":
            guard rest.count == 1, let id = Int(rest[0]) else { throw UsageError("show needs the number of a user") }
            return .show(id: id)
        case "post":
            guard 1...2 ~= rest.count, !rest[0].isEmpty else {
                throw UsageError("post needs a title, and perhaps a text; put each in quotes")
            }
            return .post(title: rest[0], text: rest.count > 1 ? rest[1] : nil)
        default:
            throw UsageError("what to do is list, show or post, not another word")
        }
    }
}
