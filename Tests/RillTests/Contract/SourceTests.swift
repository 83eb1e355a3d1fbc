import RillTesting
import Testing

@testable import Rill

/// The rules of `EventContract.md` that concern what makes a stream.
@Suite("Contract: sources")
struct SourceTests {
    @Test("1.1 next* (error | completed)?: values, then the end", .contract, arguments: SourceCase.all)
    func valuesThenEnd(source: SourceCase) async {
        let (recorder, subscription) = source.build { $0 }.record()
        if source.end != nil { #expect(await recorder.waitForEnd()) }
        #expect(recorder.values == source.output)
        #expect(recorder.endCount == (source.end == nil ? 0 : 1))
        #expect(recorder.error as? TestError == source.end?.error as? TestError)
        subscription.dispose()
    }

    @Test("1.6 each subscriber has a stream of its own", .contract, arguments: SourceCase.ending)
    func twoSubscribers(source: SourceCase) async {
        guard source.variant != "of an asynchronous sequence" else { return }  // an AsyncStream is read once
        let observable = source.build { $0 }
        for _ in 0..<2 {
            let (recorder, _) = observable.record()
            #expect(await recorder.waitForEnd())
            #expect(recorder.values == source.output)
        }
    }

    @Test("2.3 disposed where events are delivered, nothing follows", .contract, arguments: SourceCase.all)
    func insideOnNext(source: SourceCase) async {
        let scope = Scope()
        let recorder = Recorder<Int> { _ in scope.stop() }
        source.build { $0 }.start(Observer(scope, send: recorder.take))
        if source.end != nil { #expect(await recorder.wait { !$0.isEmpty }) }
        #expect(recorder.events.count <= 1)
        #expect(recorder.values == Array(source.output.prefix(1)))
    }

    @Test("2.5 stopped before the first event, nothing is delivered", .contract, arguments: SourceCase.all)
    func stoppedBefore(source: SourceCase) {
        let (recorder, subscription) = Observable.never().take(until: Observable.just(1))
            .concat(source.build { $0 }).take(0).record()
        #expect(recorder.values.isEmpty)
        #expect(recorder.isCompleted)
        subscription.dispose()
    }

    @Test("3.1 the end releases what the source held", .contract, arguments: SourceCase.all)
    func releases(source: SourceCase) async {
        let released = Recorder<Int>()
        let subscription = await run(source, released)
        #expect(await released.waitForEnd())
        withExtendedLifetime(subscription) {}
    }

    private func run(_ source: SourceCase, _ released: Recorder<Int>) async -> Disposable {
        let keeper = Keeper { released.take(.completed) }
        let (recorder, subscription) = source.build { keeper.keep($0) }.record()
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

/// Passes numbers, and tells when it is released.
private final class Keeper: Sendable {
    private let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
    }

    deinit {
        onRelease()
    }

    func keep(_ number: Int) -> Int { number }
}
