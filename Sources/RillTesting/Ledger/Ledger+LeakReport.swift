extension Ledger {
    /// A leak: a subscription, timer, or request that is still open.
    public struct Entry: Sendable, Hashable, CustomStringConvertible {
        /// The kinds of open resources.
        public enum Kind: Sendable, Hashable {
            /// A subscription that has neither terminated nor been disposed.
            case subscription

            /// Work that is scheduled but has not run.
            case timer

            /// A request without a complete response.
            case request
        }

        /// The kind of resource.
        public let kind: Kind

        /// The call site of a subscription, the due time of a timer, or the method and path of a request.
        public let description: String

        init(_ kind: Kind, _ description: String) {
            self.kind = kind
            self.description = description
        }
    }

    /// A description of all open resources and undelivered errors, or `nil` if there are none.
    public var leakReport: String? {
        let entries = Dictionary(grouping: entries, by: \.kind)
        let parts = [
            part(entries[.subscription], "subscription is", "subscriptions are", "open"),
            part(entries[.timer], "timer is", "timers are", "pending"),
            part(entries[.request], "request is", "requests are", "in flight"),
            part(undeliveredErrors, "error was", "errors were", "not delivered"),
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    private func part(_ items: [some Any]?, _ one: String, _ many: String, _ state: String) -> String? {
        guard let items, !items.isEmpty else { return nil }
        let shown = items.prefix(20).map { "\($0)" } + (items.count > 20 ? ["… and \(items.count - 20) more"] : [])
        return "\(items.count) \(items.count == 1 ? one : many) \(state):" + shown.map { "\n    \($0)" }.joined()
    }
}
