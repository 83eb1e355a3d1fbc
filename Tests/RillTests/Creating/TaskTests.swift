import RillTesting
import Testing

@testable import Rill

@Suite struct TaskTests {
    @Test func disposalCancelsTheTask() async {
        let started = Recorder<Int>()
        let canceled = Recorder<Int>()
        let (recorder, subscription) = Observable<Int>.task {
            await withTaskCancellationHandler {
                started.receive(.completed)
                while !Task.isCancelled { await Task.yield() }
                return 1
            } onCancel: {
                canceled.receive(.completed)
            }
        }.record()
        #expect(await started.waitForEnd())
        subscription.dispose()
        #expect(await canceled.waitForEnd())
        #expect(recorder.events.isEmpty)
    }

    @Test func disposalCancelsAnAsynchronousUnfold() async {
        let canceled = Recorder<Int>()
        let started = Recorder<Int>()
        let (recorder, subscription) = Observable<Int>.unfold(0) { state async throws in
            if state == 2 {
                await withTaskCancellationHandler {
                    started.receive(.completed)
                    while !Task.isCancelled { await Task.yield() }
                } onCancel: {
                    canceled.receive(.completed)
                }
            }
            return (state, state + 1)
        }.record()
        #expect(await started.waitForEnd())
        subscription.dispose()
        #expect(await canceled.waitForEnd())
        #expect(recorder.values == [0, 1])
    }

    @Test func errorOfADisposedTaskIsUndelivered() async {
        let errors = Recorder<Never>()
        let started = Recorder<Int>()
        let handler: UndeliveredErrors.Handler = { errors.receive(.error($0)) }
        let subscription = UndeliveredErrors.withHandler(handler) {
            Observable<Int>.task {
                started.receive(.completed)
                while !Task.isCancelled { await Task.yield() }
                throw TestError("late")
            }.subscribe { _ in }
        }
        #expect(await started.waitForEnd())
        subscription.dispose()
        #expect(await errors.waitForEnd())
        #expect(errors.error as? TestError == TestError("late"))
    }

    @Test func disposalTerminatesAnAsyncSequence() async {
        let terminated = Recorder<Int>()
        let recorder = Recorder<Int>()
        let subscription: Disposable
        do {
            // A subscription disposed between two elements does not request another one but releases the sequence, so
            // the test must not retain it.
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            continuation.onTermination = { _ in terminated.receive(.completed) }
            subscription = stream.asObservable().subscribe(recorder.receive)
            continuation.yield(1)
        }
        #expect(await recorder.wait { $0.contains { $0.element == 1 } })
        subscription.dispose()
        #expect(await terminated.waitForEnd())
        #expect(recorder.values == [1])
    }
}
