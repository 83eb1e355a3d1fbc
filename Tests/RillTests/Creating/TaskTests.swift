import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// The tasks check for cancellation themselves: the runtime of Swift 6.3 occasionally does not call the handler of
/// `withTaskCancellationHandler` if the task is running in a loop of yields.
@Suite struct TaskTests {
    @Test func disposalCancelsTheTask() async {
        let started = Log<Void>()
        let canceled = Log<Void>()
        let (recorder, subscription) = Observable<Int>.task {
            started.append(())
            while !Task.isCancelled { await Task.yield() }
            canceled.append(())
            return 1
        }.record()
        await started.wait(for: 1)
        subscription.dispose()
        await canceled.wait(for: 1)
        #expect(recorder.events.isEmpty)
    }

    @Test func disposalCancelsAnAsynchronousUnfold() async {
        let canceled = Log<Void>()
        let started = Log<Void>()
        let (recorder, subscription) = Observable<Int>.unfold(0) { state async throws in
            if state == 2 {
                started.append(())
                while !Task.isCancelled { await Task.yield() }
                canceled.append(())
            }
            return (state, state + 1)
        }.record()
        await started.wait(for: 1)
        subscription.dispose()
        await canceled.wait(for: 1)
        #expect(recorder.values == [0, 1])
    }

    /// The source that follows is subscribed to by the task of the sequence.
    @Test(arguments: ["concat", "catch", "repeat"])
    func sourceAfterASequenceIsNotCanceled(_ name: String) async throws {
        let sequence = AsyncStream<Int> { continuation in
            for number in 0..<3 { continuation.yield(number) }
        }.asObservable()
        let next = Observable.deferred {
            try Task.checkCancellation()
            return .just(9)
        }
        let result =
            switch name {
            case "concat": Observable.concat(sequence.take(1), next)
            case "catch": sequence.map { _ in throw TestError() }.catch { _ in next }
            default: Observable.deferred { next.concat(sequence.take(1)) }.repeat(2)
            }
        let (recorder, subscription) = result.record()
        defer { subscription.dispose() }
        #expect(await recorder.waitForEnd())
        let expected = ["concat": [0, 9], "catch": [9], "repeat": [9, 0, 9, 1]][name]
        #expect(recorder.error == nil)
        #expect(recorder.values == expected)
    }

    @Test func errorOfADisposedTaskIsUndelivered() async {
        let errors = Log<any Error>()
        let started = Log<Void>()
        let handler: UndeliveredErrors.Handler = { errors.append($0) }
        let subscription = UndeliveredErrors.withHandler(handler) {
            Observable<Int>.task {
                started.append(())
                while !Task.isCancelled { await Task.yield() }
                throw TestError("late")
            }.subscribe { _ in }
        }
        await started.wait(for: 1)
        subscription.dispose()
        await errors.wait(for: 1)
        #expect(errors.entries.first as? TestError == TestError("late"))
    }

    @Test func disposalTerminatesIterationOfAsyncSequence() async {
        let terminated = Log<Void>()
        let recorder = Recorder<Int>()
        let subscription: Disposable
        do {
            // A subscription that is disposed between two elements does not request another element but releases the
            // sequence, so the test must not retain the sequence.
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            continuation.onTermination = { _ in terminated.append(()) }
            subscription = recorder.record(stream.asObservable())
            continuation.yield(1)
        }
        #expect(await recorder.waitForEvents(1, timeout: .seconds(60)))
        subscription.dispose()
        await terminated.wait(for: 1)
        #expect(recorder.values == [1])
    }

    @Test func streamAfterTheSequenceIsNotCanceled() async throws {
        let sequence = AsyncStream<Bool> { $0.finish() }
        let following = Observable.deferred { .just(Task.isCancelled) }
        #expect(try await sequence.asObservable().concat(following).collected() == [false])
    }

    /// The task that has returned its element runs the subscriber's code, which must not find itself canceled.
    @Test func streamAfterTheTaskIsNotCanceled() async throws {
        let steps = Observable.unfold(1) { (number: Int) async in number < 4 ? (number, number + 1) : nil }
            .do(onNext: { _ in try Task.checkCancellation() })
        #expect(try await steps.collected() == [1, 2, 3])
        let tasks = Observable.of(1, 2).concatMap { number in
            try Task.checkCancellation()
            return Observable.task {
                await Task.yield()
                return number
            }
        }
        #expect(try await tasks.collected() == [1, 2])
        let recovered = Observable<Int>.task { throw TestError() }.catch { _ in
            try Task.checkCancellation()
            return .just(3)
        }
        #expect(try await recovered.collected() == [3])
    }
}
