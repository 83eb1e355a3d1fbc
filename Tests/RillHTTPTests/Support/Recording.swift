import Rill
import RillHTTP
import RillTestSupport
import Testing

/// A subscription that records the received events.
struct Recording<Element: Sendable>: Sendable {
    private let log = Log<Event<Element>>()
    let subscription: Disposable

    init(_ source: Observable<Element>) {
        subscription = source.subscribe { [log] in log.append($0) }
    }

    var events: [Event<Element>] { log.entries }

    var elements: [Element] { events.compactMap(\.element) }

    /// Whether exactly one element was received, followed by completion.
    var isComplete: Bool {
        if case .completed = events.last { elements.count == 1 && events.count == 2 } else { false }
    }

    /// Returns the error if it is the only event.
    func failure(_ location: SourceLocation = #_sourceLocation) throws -> APIError {
        try #require(
            events.count == 1, "expected only a failure, found \(events)", sourceLocation: location)
        return try #require(events[0].error as? APIError, sourceLocation: location)
    }
}
