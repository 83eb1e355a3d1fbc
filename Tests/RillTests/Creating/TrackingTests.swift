import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@MainActor @Suite struct TrackingTests {
    private let model = ObservedModel()

    /// Runs the work that is enqueued on the main actor.
    private func runMainActor() async {
        await withCheckedContinuation { continuation in
            Task { @MainActor in continuation.resume() }
        }
    }

    @Test func emitsTheValueAndEachChange() async {
        let (recorder, subscription) = Observable.tracking { [model] in model.name }.record()
        await runMainActor()
        model.name = "b"
        await runMainActor()
        model.name = "c"
        await runMainActor()
        #expect(recorder.values == ["a", "b", "c"])
        subscription.dispose()
    }

    @Test func changesBeforeTheNextReadAreCombined() async {
        let (recorder, subscription) = Observable.tracking { [model] in "\(model.name)\(model.count)" }.record()
        await runMainActor()
        model.name = "b"
        model.count = 1
        model.count = 2
        await runMainActor()
        #expect(recorder.values == ["a0", "b2"])
        subscription.dispose()
    }

    @Test func propertiesThatAreNotReadAreIgnored() async {
        let calls = SerialState(0)
        let (recorder, subscription) = Observable.tracking { [model] in
            calls.value += 1
            return model.name
        }.record()
        await runMainActor()
        model.count = 1
        model.ignored = 1
        await runMainActor()
        #expect(calls.value == 1)
        #expect(recorder.values == ["a"])
        subscription.dispose()
    }

    @Test func pausedSubscriberReceivesTheLatestValue() async {
        let scope = Scope()
        let recorder = Recorder<Int>()
        Observable.tracking { [model] in model.count }.start(Observer(scope) { recorder.receive($0) })
        await runMainActor()
        scope.pause()
        for _ in 0..<3 {
            model.count += 1
            await runMainActor()
        }
        #expect(recorder.values == [0])
        scope.open()
        await runMainActor()
        #expect(recorder.values == [0, 3])
        scope.stop()
    }

    @Test func thrownErrorFailsTheResult() async {
        let (recorder, _) = Observable.tracking { [model] in
            if model.count == 1 { throw TestError() }
            return model.count
        }.record()
        await runMainActor()
        model.count = 1
        await runMainActor()
        #expect(recorder.events == [.next(0), .error(TestError())])
    }

    @Test func disposalReleasesTheClosureBeforeTheNextChange() async {
        weak var token: Token?
        let subscription: Disposable
        do {
            let kept = Token()
            token = kept
            subscription = Observable.tracking { [model] in
                withExtendedLifetime(kept) { model.name }
            }.subscribe { _ in }
        }
        await runMainActor()
        #expect(token != nil)
        subscription.dispose()
        await runMainActor()
        #expect(token == nil)
        model.name = "b"
    }
}

private final class Token: Sendable {}
