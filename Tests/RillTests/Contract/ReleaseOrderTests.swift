import Foundation
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of rules 3.6 and 3.7 of `EventContract.md`: the last element, the terminal event, and then the release.
@Suite("Contract 3.6: order at the end")
struct ReleaseOrderTests {
    private let log = Log<String>()

    /// Returns a source that logs its release.
    private func released(_ elements: Observable<Int>) -> Observable<Int> {
        .using({}, { elements }, release: { log.append("released") })
    }

    /// Returns a source that logs its start and its release.
    private func made(_ elements: Observable<Int>) -> Observable<Int> {
        .using({ log.append("made") }, { elements }, release: { log.append("released") })
    }

    /// The operators that rule 3.6 excludes.
    private enum Exception {
        /// Another source follows, or could follow until the operator has decided.
        static let anotherSourceFollows: Set<String> = [
            "concat", "concat of several", "ifEmpty of nothing", "ignoreElements", "poll", "poll with back-off",
            "repeat when", "single where",
        ]

        /// If the source ends while it is subscribed to, other sources of the operator are still active or start later.
        static let synchronousSourceEndsFirst: Set<String> = [
            "flatMapFirst as the active inner", "merge", "merge of a collection", "merge of streams, as one of them",
            "retry when, as the trigger", "switchLatest as the latest", "withLatestFrom as the other", "zip",
            "zip of a collection", "zip of three",
        ]

        /// A subscriber that receives the terminal event can subscribe again, which connects to the source again.
        static let sharedSource: Set<String> = [
            "multicast", "multicast through an AsyncSubject", "multicast with refCount", "share",
            "share with keep-alive", "share with replay",
        ]

        /// The source can end while tasks are active, which depends on the threads.
        static let tasks: Set<String> = ["flatMapTask", "mapTask", "mapTask with maxConcurrent 3"]

        /// Returns whether the source is released before the terminal event, or `nil` if that depends on the threads.
        static func includes(_ name: String, isSynchronous: Bool) -> Bool? {
            if tasks.contains(name) { return nil }
            return anotherSourceFollows.contains(name) || sharedSource.contains(name)
                || isSynchronous && synchronousSourceEndsFirst.contains(name)
        }
    }

    @Test("3.6 resources are released after the terminal event", .contract, arguments: OperatorCase.all, [true, false])
    func resourcesAreReleasedAfterTheTerminalEvent(entry: OperatorCase, isSynchronous: Bool) async {
        let subject = PublishSubject<Int>()
        let source = released(isSynchronous ? .of(1, 2, 3) : subject.asObservable())
        let subscription = entry.build(source.do(onDispose: { log.append("disposed") })).subscribe { event in
            log.append(event.isTerminal ? "end" : "element")
        }
        for number in 1...3 { subject.onNext(number) }
        subject.onCompleted()
        let expected = entry.output.map { _ in "element" } + ["end", "released", "disposed"]
        let entries = await log.wait(for: expected.count)
        #expect(entries.sorted() == expected.sorted())
        subscription.dispose()
        guard let isException = Exception.includes(entry.testDescription, isSynchronous: isSynchronous) else { return }
        let precedesEnd = entries.prefix { $0 != "end" }.contains { $0 != "element" }
        #expect(precedesEnd == isException, "\(entries)")
    }

    @Test("3.6 an error arrives before resources are released", arguments: [true, false])
    func errorArrivesBeforeResourcesAreReleased(isSynchronous: Bool) {
        let subject = PublishSubject<Int>()
        let source = released(isSynchronous ? .of(1, 2, 3) : subject.asObservable())
        let subscription = source.do(onDispose: { log.append("disposed") }).map { _ in throw TestError() }
            .subscribe(onNext: { (_: Int) in }, onError: { _ in log.append("error") })
        subject.onNext(1)
        #expect(log.entries.first == "error")
        #expect(log.entries.dropFirst().sorted() == ["disposed", "released"])
        subscription.dispose()
    }

    @Test("3.6 a source that another one follows is released first")
    func sourceThatAnotherOneFollowsIsReleasedFirst() {
        let subject = PublishSubject<Int>()
        let source = made(subject.asObservable())
        let failing = source.map { (_: Int) -> Int in throw TestError() }
        let subscription = failing.retry(2).subscribe(onError: { _ in log.append("error") })
        subject.onNext(1)
        subject.onNext(2)
        #expect(log.entries == ["made", "released", "made", "error", "released"])
        subscription.dispose()
    }

    @Test("3.6 an inner observable is released before the next one starts")
    func innerObservableIsReleasedBeforeTheNextOneStarts() {
        let inner = made(.of(1, 2))
        _ = Observable.of(1, 2).concatMap { _ in inner.take(1) }.subscribe(onCompleted: { log.append("completed") })
        #expect(log.entries == ["made", "released", "made", "released", "completed"])
        _ = Observable.of(1).concat(.never()).concatMap { _ in inner }.subscribe()
        #expect(log.entries.suffix(2) == ["made", "released"])
    }

    @Test("3.6 disposal in the last element releases resources without an event")
    func disposalInTheLastElementReleasesWithoutEvent() {
        let subject = PublishSubject<Int>()
        let source = released(subject.asObservable())
        _ = source.take(1).startRecording { event, scope in
            log.append(event.isTerminal ? "end" : "element")
            scope.stop()
            log.append("returned")
        }
        subject.onNext(1)
        #expect(log.entries == ["element", "released", "returned"])
    }

    @Test("3.6 disposal during the terminal event releases resources once, after the event", .tags(.realThreads))
    func disposalDuringTheTerminalEventReleasesOnceAfterward() {
        let subject = PublishSubject<Int>()
        let source = released(subject.asObservable())
        let subscription = SerialState(Disposable.none)
        subscription.value = source.take(1).subscribe(onCompleted: {
            let disposable = subscription.value
            disposable.dispose()
            let isDisposed = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                disposable.dispose()
                isDisposed.signal()
            }
            isDisposed.wait()
            log.append("completed")
        })
        subject.onNext(1)
        #expect(log.entries == ["completed", "released"])
    }

    @Test("3.6 a subscription in the terminal event starts before resources are released")
    func subscriptionInTheTerminalEventStartsBeforeTheRelease() {
        let source = made(.of(1))
        _ = source.subscribe(onCompleted: {
            _ = source.subscribe(onCompleted: { log.append("second") })
            log.append("first")
        })
        #expect(log.entries == ["made", "made", "second", "released", "first", "released"])
    }

    @Test("3.6 a terminal event that is enqueued precedes the release")
    func enqueuedTerminalEventPrecedesTheRelease() {
        let subject = PublishSubject<Int>()
        let end = PublishSubject<Void>()
        let source = released(subject.asObservable())
        _ = source.take(until: end.asObservable()).subscribe(
            onNext: { _ in
                end.onNext(())
                log.append("element")
            },
            onCompleted: { log.append("completed") })
        subject.onNext(1)
        #expect(log.entries == ["element", "completed", "released"])
    }

    @Test("3.6 buffered elements arrive before resources are released", arguments: ["observeOn", "delay", "takeLast"])
    func bufferedElementsArriveBeforeTheRelease(name: String) throws {
        let kit = TestKit()
        let source = released(.of(1, 2)).take(2)
        let buffered =
            switch name {
            case "observeOn": source.observeOn(kit.scheduler)
            case "delay": source.delay(.seconds(1), scheduler: kit.scheduler)
            default: source.takeLast(2)
            }
        _ = buffered.subscribe(onNext: { log.append("\($0)") }, onCompleted: { log.append("completed") })
        try kit.scheduler.run()
        #expect(log.entries == ["1", "2", "completed", "released"])
    }

    @Test("3.6 nested operators deliver the terminal event before resources are released")
    func nestedOperatorsDeliverTheTerminalEventFirst() {
        let subject = PublishSubject<Int>()
        var stream = released(subject.asObservable())
        for _ in 0..<40 {
            let inner = stream
            stream = Observable.just(0).concatMap { _ in inner }.take(2)
        }
        _ = stream.subscribe(onNext: { log.append("\($0)") }, onCompleted: { log.append("completed") })
        subject.onNext(1)
        subject.onNext(2)
        #expect(log.entries == ["1", "2", "completed", "released"])
    }

    @Test("3.6 a source that has ended the result starts no other source")
    func sourceThatHasEndedTheResultStartsNoOtherSource() {
        let other = Observable<Int>.never().do(onSubscribe: { log.append("subscribed") })
        let zip = Observable.zip(.empty(), other) { (first: Int, _: Int) in first }
        _ = zip.checkpoint("zip").take(1).subscribe(onCompleted: { log.append("completed") })
        #expect(log.entries == ["completed"])
    }

    @Test(
        "3.6 the clean-up of a synchronous source follows events that are still buffered", arguments: ["create", "do"])
    func cleanUpOfASynchronousSourceFollowsBufferedEvents(name: String) throws {
        let kit = TestKit()
        let created = Observable<Int>.create { observer in
            observer.onNext(1)
            observer.onCompleted()
            return name == "create" ? Disposable { log.append("released") } : .none
        }
        let source = name == "create" ? created : created.do(onDispose: { log.append("released") })
        _ = source.observeOn(kit.scheduler)
            .subscribe(onNext: { log.append("\($0)") }, onCompleted: { log.append("completed") })
        try kit.scheduler.run()
        #expect(log.entries == ["1", "completed", "released"])
    }

    @Test(
        "3.6 a terminal event of several sources that is enqueued precedes the release of the last source",
        arguments: ["merge", "merge of a collection", "zip", "zip of a collection", "combineLatest", "flatMapLatest"])
    func enqueuedTerminalEventPrecedesTheReleaseOfTheLastSource(name: String) {
        let first = PublishSubject<Int>()
        let second = PublishSubject<Int>()
        func source(_ number: Int, _ subject: PublishSubject<Int>) -> Observable<Int> {
            .using({}, { subject.asObservable() }, release: { log.append("released \(number)") })
        }
        let sources = [source(1, first), source(2, second)]
        let stream: Observable<Int> =
            switch name {
            case "merge": .merge(sources[0], sources[1])
            case "merge of a collection": .merge(sources)
            case "zip": .zip(sources[0], sources[1]) { $0 + $1 }
            case "zip of a collection": Observable<[Int]>.zip(sources).map { $0.reduce(0, +) }
            case "combineLatest": .combineLatest(sources[0], sources[1]) { $0 + $1 }
            default: sources[0].flatMapLatest { _ in sources[1] }
            }
        _ = stream.subscribe(
            onNext: { _ in
                first.onCompleted()
                second.onCompleted()
                log.append("element")
            },
            onCompleted: { log.append("completed") })
        first.onNext(1)
        second.onNext(2)
        #expect(log.entries.contains("completed") && log.entries.last?.hasPrefix("released") == true, "\(log.entries)")
    }

    @Test("3.7 waiting for the end includes the release", .tags(.realThreads)) func waitingIncludesTheRelease()
        async throws
    {
        let scheduler = ConcurrentDispatchQueueScheduler()
        for _ in 0..<200 {
            let log = Log<String>()
            let source = Observable<Int>.using(
                {}, { _ in .timer(.zero, scheduler: scheduler).map { _ in 1 } }, release: { log.append("released") })
            _ = try await source.concat(.never()).firstValue()
            #expect(log.entries.count == 1)
            _ = try await source.collected()
            #expect(log.entries.count == 2)
            for try await _ in source.values {}
            #expect(log.entries.count == 3)
            #expect(await Recorder(source).waitForEnd(timeout: .seconds(60)))
            #expect(log.entries.count == 4)
        }
    }

    @Test("3.7 wait(timeout:) includes the release", .tags(.realThreads)) func waitIncludesTheRelease() throws {
        let scheduler = ConcurrentDispatchQueueScheduler()
        for count in 1...200 {
            let log = Log<String>()
            let source = Observable<Int>.using(
                {}, { _ in .timer(.zero, scheduler: scheduler).map { _ in 1 } }, release: { log.append("released") })
            #expect(try source.take(1).wait(timeout: .seconds(60)) == 1)
            #expect(log.entries == ["released"], "attempt \(count)")
        }
    }

    @Test("3.6 a resource that is added during the completion is released afterward", .tags(.realThreads))
    func resourceIsReleasedAfterTheRunningHandler() async {
        let (handling, subscribed, released) = (Latch(), Latch(), Latch())
        let source = Observable<Int>.create { observer in
            Thread.detachNewThread { observer.onCompleted() }
            _ = handling.wait()
            return Disposable {
                log.append("released")
                released.open()
            }
        }
        let isDone = await onThreads([
            {
                _ = source.subscribe(onCompleted: {
                    handling.open()
                    _ = subscribed.wait()
                    log.append("completed")
                })
                subscribed.open()
                _ = released.wait()
            }
        ])
        #expect(isDone)
        #expect(log.entries == ["completed", "released"])
    }

    @Test("3.7 wait(timeout:) returns a result whose resources are released later", .tags(.realThreads))
    func waitDoesNotFailDuringTheRelease() async {
        let results = Log<Int>()
        let (isReleasing, returned) = (Latch(), Latch())
        // If the result is late, the waiting thread releases the resource, which must not wait for itself.
        let waiting = Log<ThreadID>()
        let source = Observable<Int>.using(
            {}, { _ in .timer(.zero, scheduler: ConcurrentDispatchQueueScheduler()).map { _ in 1 } },
            release: {
                isReleasing.open()
                if waiting.entries.first != .current { _ = returned.wait() }
            })
        let isDone = await onThreads([
            {
                waiting.append(.current)
                if let result = try? source.take(1).wait(timeout: .seconds(1)) { results.append(result) }
                returned.open()
            }
        ])
        #expect(isDone)
        #expect(isReleasing.wait())
        #expect(results.entries == [1])
    }
}
