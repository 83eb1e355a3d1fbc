import Rill
import RillHTTP
import Testing

/// A subscription, and what it has brought.
final class Events<Element: Sendable>: @unchecked Sendable {  // `all` is guarded by `lock`
    private let lock = Lock()
    private var kept: [Event<Element>] = []

    /// Subscribes to a source; the subscription is not ended by letting go of this.
    static func of(_ source: Observable<Element>) -> (events: Events, subscription: Disposable) {
        let events = Events()
        return (events, source.subscribe { event in events.lock.withLock { events.kept.append(event) } })
    }

    /// What a source brings at once.
    static func now(_ source: Observable<Element>) -> Events {
        of(source).events
    }

    var all: [Event<Element>] { lock.withLock { kept } }

    var values: [Element] { all.compactMap(\.element) }

    var isCompleted: Bool {
        if case .completed = all.last { true } else { false }
    }

    /// The error at the end.
    func failure(_ location: SourceLocation = #_sourceLocation) throws -> APIError {
        let error = try #require(all.last?.error, "it should have failed: \(all)", sourceLocation: location)
        return try #require(error as? APIError, sourceLocation: location)
    }
}
