import RillScript

/// The parsed command line.
struct Arguments: Sendable {
    /// The action to perform.
    enum Action: String, Sendable, CaseIterable {
        case list
        case redact
        case split
        case check
    }

    var action = Action.list
    var files: [String] = []
    var secretNames: Set<String> = []
    /// The maximum age of the recordings, or `nil` if it is unlimited.
    var maximumAge: Duration?
    var isJSON = false

    /// Parses the command line.
    init(from reader: inout ArgumentReader) throws {
        var action: Action?
        while let argument = try reader.next() {
            switch argument {
            case .positional(let text):
                if action != nil {
                    files.append(text)
                } else if let named = Action(rawValue: text) {
                    action = named
                } else {
                    throw ValidationError("expected an action: list, redact, split or check")
                }
            case .option("--secret"): secretNames.insert(try reader.value())
            case .option("--maximum-age"): maximumAge = .seconds(86_400) * (try reader.integer(in: 0...36_500))
            case .option: isJSON = true
            }
        }
        guard let action else { throw ValidationError("expected an action: list, redact, split or check") }
        guard !files.isEmpty else { throw ValidationError("expected a file after \(action)") }
        guard maximumAge == nil || action == .check else { throw ValidationError("--maximum-age requires check") }
        guard !isJSON || action == .list else { throw ValidationError("--json requires list") }
        self.action = action
    }
}
