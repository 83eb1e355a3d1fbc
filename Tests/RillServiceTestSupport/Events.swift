package import Rill
package import RillHTTP
package import Testing

/// Records the events of a subscription.
package final class Events<Element: Sendable>: @unchecked Sendable {  // `all` is guarded by `lock`
    private let lock = Lock()
    private var kept: [Event<Element>] = []

    private init() {}

    /// Subscribes to a source.
    ///
    /// The subscription is not disposed when the recorder is deallocated.
    package static func of(_ source: Observable<Element>) -> (events: Events, subscription: Disposable) {
        let events = Events()
        return (events, source.subscribe { event in events.lock.withLock { events.kept.append(event) } })
    }

    /// Subscribes to a source and returns the events that it emits synchronously.
    package static func now(_ source: Observable<Element>) -> Events {
        of(source).events
    }

    package var all: [Event<Element>] { lock.withLock { kept } }

    package var values: [Element] { all.compactMap(\.element) }

    package var isCompleted: Bool {
        if case .completed = all.last { true } else { false }
    }

    /// The error with which the source failed.
    package func failure(_ location: SourceLocation = #_sourceLocation) throws -> APIError {
        let error = try #require(all.last?.error, "expected a failure, got \(all)", sourceLocation: location)
        return try #require(error as? APIError, sourceLocation: location)
    }
}
