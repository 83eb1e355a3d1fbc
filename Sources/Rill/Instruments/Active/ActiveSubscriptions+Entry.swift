extension ActiveSubscriptions {
    /// A subscription that has not ended, or its pending work.
    public struct Entry: Sendable, Hashable {
        /// The kind of an entry.
        public enum Kind: Sendable, Hashable {
            /// A subscription.
            case subscription
            /// Work that an operator has scheduled with a delay.
            case timer
            /// Work that an operator has scheduled to run as soon as possible.
            case work
            /// An exchange of an HTTP client.
            case exchange
        }

        /// The kind of the entry.
        public let kind: Kind

        /// The operator that subscribed, the name of a scheduler, or the method and redacted URL of an exchange.
        public let name: String

        /// The file of the call site of the subscription as a `#fileID`, such as `App/TagList.swift`.
        public let file: String

        /// The line of the call site of the subscription.
        public let line: UInt

        /// The debug texts of the context's values, such as `request r-17`, or an empty string.
        ///
        /// A subscription has the context of its subscriber. Other entries have the context of their part of the stream.
        public let context: String

        /// The time since the subscription or the work began, with a resolution of a few milliseconds.
        public let age: Duration

        /// The delay of a timer, or `nil` for other entries.
        public let delay: Duration?

        /// The number of elements that the subscriber of a subscription has received.
        public let elementCount: Int

        /// The number of events in those buffers of a subscription that support back-pressure, including the queue of
        /// `flatMap(maxConcurrent:)` and the buffer of `values`.
        public let bufferedCount: Int

        /// Whether a buffer of the subscription, `flatMap(maxConcurrent:)`, or the subscriber has paused a source.
        public let isPaused: Bool

        /// The scheduler or transport of the work, if it can list the work itself.
        package let owner: ObjectIdentifier?
    }
}

extension ActiveSubscriptions.Entry: CustomStringConvertible {
    /// The name, followed by the call site and context of a subscription, or by the delay of a timer.
    public var description: String {
        switch kind {
        case .subscription: "\(name) at \(file):\(line)\(context.isEmpty ? "" : " [\(context)]")"
        case .timer: "due after \((delay ?? .zero).text) on \(name)"
        case .work: "scheduled on \(name)"
        case .exchange: name
        }
    }
}

extension ActiveSubscriptions: CustomStringConvertible {
    /// A table of the first 100 ``entries``, and the number of omitted entries.
    ///
    /// Control characters are replaced.
    public var description: String {
        ActivityTable(entries: entries).text
    }
}

/// The entries of a registry as text.
struct ActivityTable {
    /// The maximum number of entries in the table.
    private static let limit = 100

    let entries: [ActiveSubscriptions.Entry]

    var text: String {
        guard !entries.isEmpty else { return "no subscriptions are active" }
        let header = ["AGE", "KIND", "ELEMENTS", "BUFFERED", "NAME"]
        var context = ""
        let rows =
            [header]
            + entries.prefix(Self.limit).map { entry in
                var cells = cells(of: entry)
                if entry.kind == .subscription {
                    context = entry.context
                } else if !entry.context.isEmpty, entry.context != context {
                    // The description of a subscription contains its context.
                    cells[cells.count - 1] += " [\(entry.context)]"
                }
                return cells.map(printable)
            }
        let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = row.indices.map { column in
                let padding = String(repeating: " ", count: widths[column] - row[column].count)
                switch column {
                case 0, 2: return padding + row[column]
                case row.count - 1: return row[column]
                default: return row[column] + padding
                }
            }
            return "  " + cells.joined(separator: "  ")
        }
        let omitted = entries.count > Self.limit ? ["  … and \(entries.count - Self.limit) more"] : []
        return ([summary] + lines + omitted).joined(separator: "\n")
    }

    private func cells(of entry: ActiveSubscriptions.Entry) -> [String] {
        let isSubscription = entry.kind == .subscription
        let buffered = entry.bufferedCount > 0 ? ["\(entry.bufferedCount)"] : []
        let paused = entry.isPaused ? ["paused"] : []
        return [
            entry.age.text, (isSubscription ? "" : "  ") + "\(entry.kind)",
            isSubscription ? "\(entry.elementCount)" : "", (buffered + paused).joined(separator: " "), "\(entry)",
        ]
    }

    /// Returns text in which characters that would affect the terminal or the lines of the table are replaced.
    private func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The number of entries of each kind, as text.
    private var summary: String {
        let kinds: [(ActiveSubscriptions.Entry.Kind, String, String)] = [
            (.subscription, "subscription", "subscriptions"), (.timer, "timer", "timers"),
            (.work, "work item", "work items"), (.exchange, "exchange", "exchanges"),
        ]
        let parts = kinds.compactMap { kind, one, many in
            let count = entries.count { $0.kind == kind }
            return count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
        }
        let verb = entries.count == 1 ? "is" : "are"
        guard parts.count > 1 else { return "\(parts[0]) \(verb) active:" }
        let start = parts.dropLast().joined(separator: ", ")
        return "\(start)\(parts.count > 2 ? "," : "") and \(parts[parts.count - 1]) \(verb) active:"
    }
}
