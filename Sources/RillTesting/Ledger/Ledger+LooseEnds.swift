extension Ledger {
    /// One thing that is open.
    public struct Entry: Sendable, Hashable, CustomStringConvertible {
        /// What can be open.
        public enum Kind: Sendable, Hashable {
            /// A subscription that has neither ended nor been disposed.
            case subscription

            /// Work that waits for the time of a scheduler.
            case timer

            /// A request whose answer is not complete.
            case request
        }

        /// What it is.
        public let kind: Kind

        /// Which one: the place of a subscription, the time of a timer, the method and path of a request.
        public let description: String

        init(_ kind: Kind, _ description: String) {
            self.kind = kind
            self.description = description
        }
    }

    /// All that is open, and the errors that nobody took, in words; nil if there is nothing of the kind.
    public var looseEnds: String? {
        let entries = entries
        let parts = [
            part(
                entries.filter { $0.kind == .subscription }.map(\.description), "subscription is", "subscriptions are",
                "open"),
            part(entries.filter { $0.kind == .timer }.map(\.description), "timer is", "timers are", "pending"),
            part(entries.filter { $0.kind == .request }.map(\.description), "request is", "requests are", "in flight"),
            part(undeliveredErrors.map { "\($0)" }, "error was", "errors were", "not delivered"),
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    private func part(_ lines: [String], _ one: String, _ many: String, _ state: String) -> String? {
        guard !lines.isEmpty else { return nil }
        let shown = lines.prefix(20) + (lines.count > 20 ? ["… and \(lines.count - 20) more"] : [])
        return "\(lines.count) \(lines.count == 1 ? one : many) \(state):"
            + shown.map { "\n    \($0)" }.joined()
    }
}
