import RillTesting
import Testing

@testable import Rill

@Suite struct TaskTests {
    @Test func disposingCancelsTheTask() async {
        let started = Recorder<Int>()
        let cancelled = Recorder<Int>()
        let (recorder, subscription) = Observable<Int>.task {
            await withTaskCancellationHandler {
                started.take(.completed)
                while !Task.isCancelled { await Task.yield() }
                return 1
            } onCancel: {
                cancelled.take(.completed)
            }
        }.record()
        #expect(await started.waitForEnd())
        subscription.dispose()
        #expect(await cancelled.waitForEnd())
        #expect(recorder.events.isEmpty)
    }

    @Test func disposingCancelsAnAsynchronousUnfold() async {
        let cancelled = Recorder<Int>()
        let started = Recorder<Int>()
        let (recorder, subscription) = Observable<Int>.unfold(0) { state async throws in
            if state == 2 {
                await withTaskCancellationHandler {
                    started.take(.completed)
                    while !Task.isCancelled { await Task.yield() }
                } onCancel: {
                    cancelled.take(.completed)
                }
            }
            return (state, state + 1)
        }.record()
        #expect(await started.waitForEnd())
        subscription.dispose()
        #expect(await cancelled.waitForEnd())
        #expect(recorder.values == [0, 1])
    }

    @Test func anErrorOfADisposedTaskIsNotLostUnlessItIsTheCancellation() async {
        let errors = Recorder<Never>()
        let started = Recorder<Int>()
        let handler: UndeliveredErrors.Handler = { errors.take(.error($0)) }
        let subscription = UndeliveredErrors.withHandler(handler) {
            Observable<Int>.task {
                started.take(.completed)
                while !Task.isCancelled { await Task.yield() }
                throw TestError("late")
            }.subscribe { _ in }
        }
        #expect(await started.waitForEnd())
        subscription.dispose()
        #expect(await errors.waitForEnd())
        #expect(errors.error as? TestError == TestError("late"))
    }

    @Test func anAsynchronousSequenceIsCancelledWithItsSubscription() async {
        let terminated = Recorder<Int>()
        let recorder = Recorder<Int>()
        let subscription: Disposable
        do {
            // Who is stopped between two elements asks for no other, but lets go of the stream: nobody else may hold it.
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            continuation.onTermination = { _ in terminated.take(.completed) }
            subscription = stream.asObservable().subscribe(recorder.take)
            continuation.yield(1)
        }
        #expect(await recorder.wait { $0.contains { $0.element == 1 } })
        subscription.dispose()
        #expect(await terminated.waitForEnd())
        #expect(recorder.values == [1])
    }
}
