/// A row of a timeline.
enum TimelineLane: Hashable {
    /// The events of all checkpoints with a name.
    case checkpoint(String)

    /// The failed attempts of a retry.
    case retry(id: UInt64)

    /// The number of buffered events whenever a buffer pauses or resumes its source.
    case buffer(name: String, id: UInt)

    /// The events that the subscriber received.
    case result

    /// The label of the ruler.
    static let ruler = "tick"

    private var isCheckpoint: Bool {
        if case .checkpoint = self { true } else { false }
    }

    /// The name on one line of at most 24 characters.
    private var name: String {
        switch self {
        case .checkpoint(let name):
            let line = String(name.map { $0.isNewline ? " " : $0 })
            return line.count > 24 ? "\(line.prefix(23))\u{2026}" : line
        case .retry: return "retry"
        case .buffer(let name, _): return "\(name) buffer"
        case .result: return "result"
        }
    }

    /// Returns a different label for each row: its name, followed by a number if another row has the same name.
    static func labels(of lanes: [Self]) -> [Self: String] {
        var labels = [result: result.name]
        var used: Set = [ruler, result.name]
        var counts: [String: Int] = [:]
        // Checkpoints come first, so that they keep their names if possible.
        for lane in lanes.filter(\.isCheckpoint) + lanes.filter({ !$0.isCheckpoint }) where lane != .result {
            let name = lane.name
            var label = name
            while !used.insert(label).inserted {
                counts[name, default: 1] += 1
                label = "\(name) \(counts[name, default: 1])"
            }
            labels[lane] = label
        }
        return labels
    }
}
