import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Parts 2 and 3 of `EventContract.md`: the end of a subscription and the release of its resources.
@Suite("Contract 2 and 3: disposal and release")
struct DisposalTests {
    @Test("2.1 disposal emits no event and disposes the source", .contract, arguments: OperatorCase.all)
    func disposalEmitsNothingAndDisposesTheSource(operator: OperatorCase) {
        let source = ManualSource()
        let (recorder, subscription) = `operator`.build(source.observable).record()
        subscription.dispose()
        let count = recorder.events.count
        source.send(1, 2, 3, thenComplete: true)
        #expect(recorder.events.count == count)
        #expect(recorder.endCount == 0)
        #expect(source.subscriptionCount == source.disposalCount)
    }

    @Test("2.2 disposal is idempotent", .contract, arguments: OperatorCase.all)
    func disposalIsIdempotent(operator: OperatorCase) {
        let source = ManualSource()
        let (_, subscription) = `operator`.build(source.observable).record()
        let subscribed = source.subscriptionCount
        subscription.dispose()
        subscription.dispose()
        #expect(source.disposalCount == subscribed)
        #expect(subscription.isDisposed)
    }

    @Test("2.3 disposal inside onNext stops delivery", .contract, arguments: OperatorCase.all)
    func disposalInsideOnNextStopsDelivery(operator: OperatorCase) async {
        let source = ManualSource()
        let scope = Scope()
        let delivered = Log<Void>()
        let recorder = Recorder<Int>()
        `operator`.build(source.observable).start(
            Observer(scope) { event in
                recorder.receive(event)
                guard event.element != nil else { return }
                scope.stop()
                delivered.append(())
            })
        source.send(1, 2, 3, thenComplete: true)
        await delivered.wait(for: 1)
        #expect(recorder.events.count == 1)
    }

    @Test("2.4 disposal inside onNext stops an infinite sequence", .contract, arguments: OperatorCase.synchronous)
    func disposalInsideOnNextStopsAnInfiniteSequence(operator: OperatorCase) {
        let scope = Scope()
        let events = SerialState(0)
        let infinite = Observable.from(repeatElement(1, count: .max)).scan(0) { $0 + $1 }
        let waitsForTheEnd = `operator`.output.count == 1
        let source = waitsForTheEnd ? infinite.take(10) : infinite
        `operator`.build(source).start(
            Observer(scope) { _ in
                events.value += 1
                scope.stop()
            })
        #expect(events.value == 1)
    }

    @Test("2.5 disposal before the first event prevents all events", .contract, arguments: OperatorCase.synchronous)
    func disposalBeforeTheFirstEventPreventsAllEvents(operator: OperatorCase) {
        let scope = Scope()
        let events = SerialState(0)
        scope.stop()
        let source = ManualSource()
        `operator`.build(source.observable).start(
            Observer(scope) { _ in
                if !scope.isStopped { events.value += 1 }
            })
        source.send(1, 2, 3, thenComplete: true)
        #expect(events.value == 0)
        #expect(source.disposalCount == source.subscriptionCount)
    }

    @Test("3.1 completion releases the source and the observer", .contract, arguments: OperatorCase.all)
    func completionReleasesSourceAndObserver(operator: OperatorCase) async {
        await expectRelease(`operator`) { source, recorder, _ in
            source.send(1, 2, 3, thenComplete: true)
            #expect(await recorder.waitForEnd())
        }
    }

    @Test("3.2 an error releases the source and the observer", .contract, arguments: OperatorCase.all)
    func errorReleasesSourceAndObserver(operator: OperatorCase) async {
        await expectRelease(`operator`) { source, recorder, _ in
            source.send(1)
            source.send(.error(TestError()))
            source.send(.error(TestError()))  // for the second attempt of retry
            #expect(await recorder.waitForEnd())
        }
    }

    @Test("3.3 disposal releases the source and the observer", .contract, arguments: OperatorCase.all)
    func disposalReleasesSourceAndObserver(operator: OperatorCase) async {
        await expectRelease(`operator`) { source, _, subscription in
            source.send(1)
            subscription.dispose()
        }
    }

    /// Runs a subscription to its end and expects the source and the observer to be released while the handle is
    /// retained.
    private func expectRelease(
        _ operator: OperatorCase, sourceLocation: SourceLocation = #_sourceLocation,
        _ run: (ManualSource, Recorder<Int>, Disposable) async -> Void
    ) async {
        let released = Log<Void>()
        let subscription = await subscribeAndRun(`operator`, released, run)
        // On a real queue, the last reference may be released shortly after the last event.
        await released.wait(for: 1, sourceLocation: sourceLocation)
        withExtendedLifetime(subscription) {}
    }

    private func subscribeAndRun(
        _ operator: OperatorCase, _ released: Log<Void>,
        _ run: (ManualSource, Recorder<Int>, Disposable) async -> Void
    ) async -> Disposable {
        let source = ManualSource(sendsAfterDisposal: false, onRelease: { released.append(()) })
        let ignore: UndeliveredErrors.Handler = { _ in }
        let (recorder, subscription) = UndeliveredErrors.withHandler(ignore) {
            `operator`.build(source.observable).record()
        }
        await run(source, recorder, subscription)
        return subscription
    }
}
