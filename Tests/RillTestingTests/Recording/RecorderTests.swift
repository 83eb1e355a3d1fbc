import Rill
import RillTesting
import Testing

@Suite struct RecorderTests {
    @Test func recordsAStreamFromAnotherThread() {
        let recorder = Recorder<Int>()
        recorder.record(
            Observable.create { observer in
                ConcurrentDispatchQueueScheduler().schedule {
                    for value in 1...3 { observer.onNext(value) }
                    observer.onCompleted()
                }
            })
        #expect(recorder.waitForEnd(timeout: .seconds(60)))
        #expect(recorder.values == [1, 2, 3])
        #expect(recorder.isCompleted && recorder.hasEnded && recorder.error == nil)
        #expect(recorder.events.map(\.description) == ["next(1)", "next(2)", "next(3)", "completed"])
    }

    @Test func recordsAnError() {
        let recorder = Recorder(
            Observable<Int>.create { observer in
                observer.onError(TestError("lost"))
                return .none
            })
        #expect(recorder.waitForEnd(timeout: .zero))
        #expect(recorder.error as? TestError == TestError("lost"))
        #expect(!recorder.isCompleted && recorder.hasEnded)
    }

    @Test func waitForEndReturnsFalseAfterTimeout() {
        let recorder = Recorder<Int>()
        recorder.record(Observable.create { _ in .none })
        let start = ContinuousClock.now
        #expect(!recorder.waitForEnd(timeout: .milliseconds(30)))
        #expect(ContinuousClock.now - start >= .milliseconds(30))
        #expect(!recorder.waitForEnd(timeout: .seconds(-1)))
        #expect(!recorder.hasEnded)
    }

    @Test func waitForEventsReturnsWhenTheCountIsReached() {
        let recorder = Recorder<Int>()
        let subject = PublishSubject<Int>()
        recorder.record(subject.asObservable())
        let queue = ConcurrentDispatchQueueScheduler()
        queue.schedule { for value in 1...2 { subject.onNext(value) } }
        #expect(recorder.waitForEvents(2, timeout: .seconds(60)))
        #expect(recorder.values == [1, 2])
        #expect(!recorder.waitForEvents(3, timeout: .zero))
        #expect(!recorder.hasEnded)
    }

    @Test func terminalEventWakesAllWaitingThreads() async {
        let recorder = Recorder<Int>()
        let subject = PublishSubject<Int>()
        recorder.record(subject.asObservable())
        let waiting = Recorder<Bool>()
        waiting.record(
            Observable.create { observer in
                for _ in 0..<3 {
                    ConcurrentDispatchQueueScheduler().schedule {
                        observer.onNext(recorder.waitForEnd(timeout: .seconds(60)))
                    }
                }
                return .none
            })
        subject.onCompleted()
        #expect(waiting.waitForEvents(3, timeout: .seconds(60)))
        #expect(waiting.values == [true, true, true])
    }

    /// Verifies that waiting tasks do not block threads, by using more tasks than the thread pool has threads.
    @Test func asynchronousWaitsSuspendTheirTasks() async {
        let recorder = Recorder<Int>()
        let subject = PublishSubject<Int>()
        recorder.record(subject.asObservable())
        await withTaskGroup { group in
            for _ in 0..<500 {
                group.addTask { await recorder.waitForEvents(2, timeout: .seconds(60)) && recorder.values == [1] }
                group.addTask { await recorder.waitForEnd(timeout: .seconds(60)) && recorder.isCompleted }
            }
            group.addTask {
                subject.onNext(1)
                subject.onCompleted()
                return await recorder.waitForEnd(timeout: .zero)
            }
            for await isReached in group { #expect(isReached) }
        }
    }

    @Test func asynchronousWaitReturnsFalseAfterTimeout() async {
        let recorder = Recorder<Int>(.never())
        let start = ContinuousClock.now
        let hasEnded = await recorder.waitForEnd(timeout: .milliseconds(30))
        let hasElement = await recorder.waitForEvents(1, timeout: .seconds(-1))
        #expect(!hasEnded && !hasElement)
        #expect(ContinuousClock.now - start >= .milliseconds(30))
    }

    @Test func disposingTheHandleStopsRecording() {
        let recorder = Recorder<Int>()
        let subject = PublishSubject<Int>()
        let subscription = recorder.record(subject.asObservable())
        subject.onNext(1)
        subscription.dispose()
        subject.onNext(2)
        #expect(recorder.values == [1])
    }

    #if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
        @Test func recordingTwiceTraps() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let recorder = Recorder<Int>()
                recorder.record(.just(1))
                recorder.record(.just(2))
            }
            expectTrap(result, "Recorder: already recording a stream. Use one recorder per stream")
        }
    #endif
}
