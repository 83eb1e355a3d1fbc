import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of the task-local values that a context binds.
@Suite struct TaskLocalTests {
    private let log = Log<String>()
    private let kit = TestKit()

    /// Logs the request ID for each element, as a call to a logging library in `map` would.
    private func logged(_ source: Observable<Int>) -> Observable<Int> {
        source.map { [log] element in
            log.append("\(element) \(RequestID.current ?? "-")")
            return element
        }
    }

    @Test func closuresReadValueAfterObserveOn() async {
        for overflow in [OverflowStrategy.fail, .dropOldest] {
            let scheduler = SerialDispatchQueueScheduler()
            let stream = logged(Observable.of(1, 2).observeOn(scheduler, onOverflow: overflow))
            let recorder = Recorder(stream.context(\.requestID, "r-1"))
            #expect(await recorder.waitForEnd())
        }
        #expect(log.entries == ["1 r-1", "2 r-1", "1 r-1", "2 r-1"])
    }

    @Test func closuresReadValueInVirtualTime() {
        let scheduler = kit.scheduler
        let source = Observable.of(1)
        let streams: [Observable<Int>] = [
            source.subscribeOn(scheduler), source.delay(.seconds(1), scheduler: scheduler),
            source.delaySubscription(.seconds(1), scheduler: scheduler),
            Observable.timer(.seconds(1), scheduler: scheduler).map { $0 + 1 },
            Observable.interval(.seconds(1), scheduler: scheduler).take(1).map { $0 + 1 },
            source.concat(.never()).debounce(.seconds(1), scheduler: scheduler).take(1),
            source.concat(.never()).timeout(.seconds(1), scheduler: scheduler).skip(1).catchAndReturn(1),
            source.startWith(0).take(1).concat(.error(TestError())).skip(1)
                .retry(.constantBackoff(attempts: 2, delay: .seconds(1)), scheduler: scheduler).catchAndReturn(1),
        ]
        for stream in streams { _ = logged(stream).context(\.requestID, "r-1").record() }
        scheduler.advance(by: .seconds(5))
        #expect(log.entries == Array(repeating: "1 r-1", count: streams.count))
        #expect(RequestID.current == nil)
    }

    @Test func tasksReadValue() async throws {
        let task = Observable.task { RequestID.current ?? "-" }
        #expect(try await task.context(\.requestID, "r-1").firstValue() == "r-1")
        let unfolded = Observable.unfold(1) { $0 < 4 ? (RequestID.current ?? "-", $0 + 1) : nil }
        #expect(try await unfolded.context(\.requestID, "r-1").collected() == ["r-1", "r-1", "r-1"])
        let asynchronous = Observable.unfold(1) { state async in
            state < 4 ? (RequestID.current ?? "-", state + 1) : nil
        }
        #expect(try await asynchronous.context(\.requestID, "r-1").collected() == ["r-1", "r-1", "r-1"])
    }

    @Test func sourcesThatEmitOnOtherThreadsBindTheValue() {
        let source = ManualSource()
        let subject = PublishSubject<Int>()
        let pausing = PausingSubject<Int>()
        _ = logged(source.observable).context(\.requestID, "r-1").record()
        _ = logged(subject.asObservable()).context(\.requestID, "r-2").record()
        _ = logged(pausing.asObservable()).context(\.requestID, "r-3").record()
        RequestID.$current.withValue("sender") {
            source.send(1)
            subject.onNext(2)
            pausing.onNext(3)
        }
        #expect(log.entries == ["1 r-1", "2 r-2", "3 r-3"])
    }

    @MainActor
    @Test func trackedModelBindsTheValueForEachChange() async {
        let model = ObservedModel()
        let numbers = Observable.tracking { [log] in
            log.append("read \(RequestID.current ?? "-")")
            return model.count
        }
        let (recorder, subscription) = logged(numbers).context(\.requestID, "r-1").record()
        #expect(await recorder.waitForEvents(1, timeout: .seconds(60)))
        RequestID.$current.withValue("sender") { model.count = 1 }
        #expect(await recorder.waitForEvents(2, timeout: .seconds(60)))
        #expect(log.entries == ["read r-1", "0 r-1", "read r-1", "1 r-1"])
        subscription.dispose()
    }

    @Test func resumedSourceReadsValue() {
        let scope = Scope()
        logged(Observable.of(1, 2)).context(\.requestID, "r-1").start(Observer(scope) { _ in scope.pause() })
        #expect(log.entries == ["1 r-1"])
        scope.open()
        #expect(log.entries == ["1 r-1", "2 r-1"])
    }

    @Test func downstreamClosuresReadValueOfSubscriber() {
        let inner = logged(.of(1)).context(\.requestID, "inner")
        _ = logged(inner).context(\.requestID, "outer").record()
        #expect(log.entries == ["1 inner", "1 outer"])
        RequestID.$current.withValue("subscriber") {
            _ = logged(inner).record()
        }
        #expect(log.entries.suffix(2) == ["1 inner", "1 subscriber"])
    }

    @Test func elementsOfMergedStreamsAreDeliveredWithTheirValues() {
        let sources = [ManualSource(), ManualSource()]
        let merged = Observable.from(0..<2).flatMap { index in
            logged(sources[index].observable).context(\.requestID, "r-\(index)")
        }
        _ = logged(merged).record { event in
            // This element is sent during the delivery of the other stream's element.
            if event.element == 1 { sources[1].send(2) }
        }
        sources[0].send(1)
        #expect(log.entries == ["1 r-0", "1 -", "2 r-1", "2 -"])
    }

    @Test func deeplyNestedStreamsReadValue() {
        @Sendable func nested(_ depth: Int) -> Observable<Int> {
            Observable.just(depth).flatMap { depth -> Observable<Int> in
                log.append(RequestID.current ?? "-")
                return depth == 0 ? .just(0) : nested(depth - 1).concat(.empty())
            }
        }
        let stream = Observable.just(0).flatMap { _ in nested(60).context(\.requestID, "r-1") }
        let (recorder, _) = logged(stream).record()
        #expect(recorder.isCompleted)
        #expect(log.entries == Array(repeating: "r-1", count: 61) + ["0 -"])
    }

    @Test func keyWithoutTaskLocalValueBindsNone() {
        #expect(StreamContext().bindings == nil)
        var context = StreamContext()
        context.tenant = "t-1"
        #expect(context.bindings == nil)
        context.requestID = "r-1"
        #expect(context.bindings != nil)
    }
}
