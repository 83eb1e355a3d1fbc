import Rill
import RillHTTP
import Testing

/// A subscription, and what it has brought.
struct Recording<Element: Sendable>: Sendable {
    private let log = Log<Event<Element>>()
    let subscription: Disposable

    init(_ source: Observable<Element>) {
        subscription = source.subscribe { [log] in log.append($0) }
    }

    var events: [Event<Element>] { log.entries }

    var elements: [Element] { events.compactMap(\.element) }

    /// Whether it has brought one value and completed.
    var isComplete: Bool {
        if case .completed = events.last { elements.count == 1 && events.count == 2 } else { false }
    }

    /// The error, and nothing else.
    func failure(_ location: SourceLocation = #_sourceLocation) throws -> APIError {
        try #require(
            events.count == 1, "it should have failed and done nothing else: \(events)", sourceLocation: location)
        return try #require(events[0].error as? APIError, sourceLocation: location)
    }
}
