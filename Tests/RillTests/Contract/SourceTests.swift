import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of the rules of `EventContract.md` for streams that factory methods create.
@Suite("Contract: sources")
struct SourceTests {
    @Test("1.1 next* (error | completed)?: elements, then the terminal event", .contract, arguments: SourceCase.all)
    func emitsElementsThenTerminates(source: SourceCase) async {
        let (recorder, subscription) = source.build { $0 }.record()
        if source.end != nil { #expect(await recorder.waitForEnd()) }
        #expect(recorder.values == source.output)
        #expect(recorder.endCount == (source.end == nil ? 0 : 1))
        #expect(recorder.error as? TestError == source.end?.error as? TestError)
        subscription.dispose()
    }

    @Test("1.6 each subscriber has its own stream", .contract, arguments: SourceCase.ending)
    func eachSubscriberHasItsOwnStream(source: SourceCase) async {
        // An AsyncStream can be iterated only once.
        guard source.testDescription != "asObservable of an asynchronous sequence" else { return }
        let observable = source.build { $0 }
        for _ in 0..<2 {
            let (recorder, _) = observable.record()
            #expect(await recorder.waitForEnd())
            #expect(recorder.values == source.output)
        }
    }

    @Test("2.3 disposal inside onNext stops delivery", .contract, arguments: SourceCase.all)
    func disposalInsideOnNextStopsDelivery(source: SourceCase) async {
        let scope = Scope()
        let recorder = Recorder<Int>()
        source.build { $0 }.start(
            Observer(scope) { event in
                scope.stop()
                recorder.receive(event)
            })
        if source.end != nil { #expect(await recorder.waitForEvents(1, timeout: .seconds(60))) }
        #expect(recorder.events.count <= 1)
        #expect(recorder.values == Array(source.output.prefix(1)))
    }

    @Test("2.5 disposal before the first event prevents all events", .contract, arguments: SourceCase.all)
    func disposalBeforeTheFirstEventPreventsAllEvents(source: SourceCase) {
        let (recorder, subscription) = Observable.never().take(until: Observable.just(1))
            .concat(source.build { $0 }).take(0).record()
        #expect(recorder.events == .completed())
        subscription.dispose()
    }

    @Test("3.1 termination releases the resources of the source", .contract, arguments: SourceCase.all)
    func terminationReleasesResources(source: SourceCase) async {
        let released = Log<Void>()
        let subscription = await run(source, released)
        await released.wait(for: 1)
        withExtendedLifetime(subscription) {}
    }

    private func run(_ source: SourceCase, _ released: Log<Void>) async -> Disposable {
        let detector = ReleaseDetector { released.append(()) }
        let (recorder, subscription) = source.build { detector.passThrough($0) }.record()
        if source.end == nil {
            subscription.dispose()
        } else {
            #expect(await recorder.waitForEnd())
        }
        return subscription
    }
}

extension SourceCase {
    static let ending = all.filter { $0.end != nil }
}
