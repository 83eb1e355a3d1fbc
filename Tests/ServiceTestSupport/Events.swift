package import Rill
package import RillHTTP
package import Testing

/// A subscription, and what it has brought.
package final class Events<Element: Sendable>: @unchecked Sendable {  // `all` is guarded by `lock`
    private let lock = Lock()
    private var kept: [Event<Element>] = []

    private init() {}

    /// Subscribes to a source; the subscription is not ended by letting go of this.
    package static func of(_ source: Observable<Element>) -> (events: Events, subscription: Disposable) {
        let events = Events()
        return (events, source.subscribe { event in events.lock.withLock { events.kept.append(event) } })
    }

    /// What a source brings at once.
    package static func now(_ source: Observable<Element>) -> Events {
        of(source).events
    }

    package var all: [Event<Element>] { lock.withLock { kept } }

    package var values: [Element] { all.compactMap(\.element) }

    package var isCompleted: Bool {
        if case .completed = all.last { true } else { false }
    }

    /// The error at the end.
    package func failure(_ location: SourceLocation = #_sourceLocation) throws -> APIError {
        let error = try #require(all.last?.error, "it should have failed: \(all)", sourceLocation: location)
        return try #require(error as? APIError, sourceLocation: location)
    }
}
