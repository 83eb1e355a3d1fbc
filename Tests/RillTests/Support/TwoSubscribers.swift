import Rill
import RillSwiftTesting
import RillTesting
import Testing

extension TestKit {
    /// Expects the events of a stream's first subscriber, and of a second one that subscribes later.
    func expectEvents(
        _ first: String, disposedAt firstEnd: Int? = nil, late second: String, subscribedAt tick: Int? = nil,
        disposedAt secondEnd: Int? = nil, values: [Character: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation, _ stream: () -> Observable<String>
    ) {
        let early = observe(disposedAt: firstEnd) { stream() }
        let late = observe(subscribedAt: tick, disposedAt: secondEnd) { stream() }
        scheduler.advance(toTick: 20)
        expectMarbles(early.recording, first, values: values, sourceLocation: sourceLocation)
        expectMarbles(late.recording, second, values: values, sourceLocation: sourceLocation)
    }
}
