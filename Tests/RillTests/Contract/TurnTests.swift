import Dispatch
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of rule 5.6 of `EventContract.md`: paused sources take turns.
@Suite("Contract 5.6: turns after a pause")
struct TurnTests {
    @Test("5.6 paused sources alternate", arguments: TurnCase.all)
    func pausedSourcesAlternate(entry: TurnCase) {
        let scheduler = TestScheduler()
        #expect(entry.elements(readOneByOne: scheduler) == entry.expected)
    }

    @Test("5.6 a subscriber that pauses for longer than one element receives all sources", arguments: 2...5)
    func bufferReceivesAboutTheSameNumberOfElements(count: Int) {
        let scheduler = ManualScheduler()
        let sources = (0..<count).map { (number: Int) -> Observable<Int> in .unfold(0) { (number, $0 + 1) } }
        let (recorder, _) = Observable.merge(sources).observeOn(scheduler, bufferSize: 16).take(20_000).record()
        scheduler.run()
        for number in 0..<count {
            let share = recorder.values.count { $0 == number } * count
            #expect(abs(share - 20_000) < 2_000, "source \(number) emitted \(share / count) elements")
        }
    }

    @Test("5.6 a source that resumes on a scheduler has its turn", .tags(.realThreads))
    func sourceOnSchedulerIsNotStarved() {
        let queue = DispatchQueue(label: "turns")
        let scheduler = SerialDispatchQueueScheduler(queue: queue)
        let merged = Observable.merge(
            .unfold(0) { ("a", $0 + 1) }, .unfold(0) { ("b", $0 + 1) }.subscribeOn(scheduler),
            .unfold(0) { ("c", $0 + 1) }.observeOn(scheduler, bufferSize: 4))
        let (recorder, scope) = merged.startRecording { _, scope in scope.pause() }
        // The subscriber resumes when the source has paused, so that each turn has one element.
        for _ in 0..<3_000 {
            scope.open()
            queue.sync {}
        }
        scope.stop()
        for name in ["a", "b", "c"] {
            let count = recorder.values.count { $0 == name }
            #expect(count > 900, "\(name) emitted \(count) of \(recorder.values.count) elements")
        }
    }

    /// Returns a paused scope of two sources, of which the first resumes on a scheduler.
    private func makePausedScope(
        _ scheduler: any Scheduler, _ log: Log<String>, sourceLocation: SourceLocation = #_sourceLocation
    ) -> (scope: Scope, first: Scope) {
        let scope = Scope()
        let first = scope.makeChild(resumingOn: scheduler)
        let second = scope.makeChild()
        scope.pause()
        #expect(first.park { log.append("first") }, sourceLocation: sourceLocation)
        #expect(second.park { log.append("second") }, sourceLocation: sourceLocation)
        return (scope, first)
    }

    @Test func laterSourcesFollowWhenTheOneThatWaitsForItsSchedulerIsDisposed() {
        let (scheduler, log) = (ManualScheduler(), Log<String>())
        let (scope, first) = makePausedScope(scheduler, log)
        scope.open()
        #expect(log.entries.isEmpty)
        first.stop()
        #expect(log.entries.isEmpty, "a thread that stops a source does not run other sources")
        scheduler.run()
        #expect(log.entries == ["second"])
    }

    @Test func openingRepeatedlySchedulesOneTurn() throws {
        let (scheduler, log) = (TestScheduler(), Log<String>())
        let (scope, _) = makePausedScope(scheduler, log)
        for _ in 0..<1_000 {
            scope.open()
            scope.pause()
        }
        #expect(scope.sharedLock.scheduledTurns.count == 1)
        #expect(scheduler.pendingCount == 1)
        scope.open()
        try scheduler.run()
        #expect(log.entries == ["first", "second"])
        #expect(scope.sharedLock.scheduledTurns.isEmpty)
    }

    @Test func stoppingTheOpenedScopeCancelsTheTurn() {
        let scheduler = TestScheduler()
        let scope = Scope()
        let first = scope.makeChild(resumingOn: scheduler)
        scope.pause()
        #expect(first.park {})
        scope.open()
        #expect(scope.sharedLock.scheduledTurns.count == 1)
        #expect(scheduler.pendingCount == 1)
        scope.stop()
        #expect(scope.sharedLock.scheduledTurns.count == 0)
        #expect(scheduler.pendingCount == 0)
    }

    @Test(arguments: [false, true])
    func eachOpenedScopeResumesItsSourcesAfterTheTurn(stopsInner: Bool) {
        let scheduler = ManualScheduler()
        let outer = Scope()
        let inner = outer.makeChild()
        let log = Log<String>()
        inner.pause()
        outer.pause()
        #expect(inner.makeChild(resumingOn: scheduler).park { log.append("first") })
        #expect(inner.makeChild().park { log.append("inner") })
        #expect(outer.makeChild().park { log.append("outer") })
        inner.open()
        outer.open()
        inner.pause()
        inner.open()
        #expect(outer.sharedLock.scheduledTurns.count == 2)
        #expect(log.entries.isEmpty)
        if stopsInner { inner.stop() }
        #expect(log.entries.isEmpty)
        scheduler.run()
        #expect(log.entries == (stopsInner ? ["outer"] : ["first", "inner", "outer"]))
    }

    @Test("6.2 a thread that ends a source emits no elements of the sources that wait for it")
    func endingThreadDoesNotEmitElementsOfOtherSources() {
        let scheduler = ManualScheduler()
        let end = PublishSubject<Void>()
        let merged = Observable.merge(
            .unfold(0) { ("a", $0 + 1) }.subscribeOn(scheduler).take(until: end.asObservable()),
            .unfold(0) { ("b", $0 + 1) })
        let (recorder, scope) = merged.startRecording { _, scope in scope.pause() }
        scheduler.run()
        scope.open()
        #expect(recorder.values == ["b"])
        end.onNext(())
        #expect(recorder.values == ["b"])
        scheduler.run()
        #expect(recorder.values == ["b", "b"])
        scope.stop()
    }

    @Test(.tags(.realThreads)) func sourcesResumeBesideAThreadThatStopsTheOneBeforeThem() async {
        let scheduler = SerialDispatchQueueScheduler()
        for round in 0..<500 {
            let scope = Scope()
            let first = scope.makeChild(resumingOn: scheduler)
            let threads = Log<ThreadID>()
            let stoppingThread = Log<ThreadID>()
            let (start, haveResumed) = (Latch(), Latch())
            let resume: @Sendable () -> Void = { if threads.append(.current).count == 3 { haveResumed.open() } }
            scope.pause()
            #expect(first.park {})
            for _ in 0..<3 { #expect(scope.makeChild().park(resume)) }
            let hasReturned = await onThreads([
                {
                    stoppingThread.append(.current)
                    start.open()
                    first.stop()
                    #expect(haveResumed.wait())
                },
                {
                    #expect(start.wait())
                    for _ in 0..<10 {
                        scope.open()
                        scope.pause()
                    }
                    scope.open()
                },
            ])
            guard hasReturned, Set(threads.entries.map(\.value)).isDisjoint(with: stoppingThread.entries.map(\.value))
            else {
                Issue.record("sources have resumed on the thread that stops another one, or not at all: round \(round)")
                return
            }
            scope.stop()
        }
    }

    @Test func turnsOnASchedulerTakeLinearTime() {
        expectLinearTime(size: 4_000) { count in
            let (scope, scheduler) = (Scope(), ManualScheduler())
            return (scope, scheduler, (0..<count).map { _ in scope.makeChild(resumingOn: scheduler) })
        } _: { scope, scheduler, sources in
            scope.pause()
            let turns = SerialState(0)
            for source in sources { _ = source.park { turns.value += 1 } }
            scope.open()
            scheduler.run()
            #expect(turns.value == sources.count)
        }
    }

    @Test func sourceThatFindsTheSubscriberPausedKeepsItsPlace() {
        let (scheduler, log) = (ManualScheduler(), Log<String>())
        let (scope, _) = makePausedScope(scheduler, log)
        scope.open()
        scope.pause()
        scheduler.run()
        #expect(log.entries.isEmpty)
        scope.open()
        scheduler.run()
        #expect(log.entries == ["first", "second"])
    }
}

/// A stream with several sources, read one element at a time.
struct TurnCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: [String]
    let build: @Sendable (TestScheduler) -> Observable<String>

    private init(
        _ name: String, _ expected: [String], _ build: @escaping @Sendable (TestScheduler) -> Observable<String>
    ) {
        testDescription = name
        self.expected = expected
        self.build = build
    }

    func elements(readOneByOne scheduler: TestScheduler) -> [String] {
        let (recorder, scope) = build(scheduler).startRecording { event, scope in
            if event.isTerminal { scope.stop() } else { scope.pause() }
        }
        for _ in 0..<20 {
            scheduler.advance(by: scheduler.tick)
            scope.open()
            scheduler.advance(by: scheduler.tick)
        }
        scope.stop()
        return recorder.values
    }

    static func three(_ name: String) -> Observable<String> { .of("\(name)1", "\(name)2", "\(name)3") }

    static let inTurn = ["a1", "b1", "a2", "b2", "a3", "b3"]
    static let threeInTurn = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]

    static let all = [
        TurnCase("merge", inTurn) { _ in .merge(three("a"), three("b")) },
        TurnCase("merge of three", threeInTurn) { _ in .merge(three("a"), three("b"), three("c")) },
        TurnCase("merge of merge", threeInTurn) { _ in .merge(.merge(three("a"), three("b"), line: 1), three("c")) },
        TurnCase("merge in a loop", threeInTurn) { _ in
            [three("b"), three("c")].reduce(three("a")) { .merge($0, $1) }
        },
        TurnCase("merge, nested second", threeInTurn) { _ in .merge(three("a"), .merge(three("b"), three("c"))) },
        TurnCase("merge of operators with scopes", inTurn) { _ in
            .merge(three("a").take(3), three("b").concat(.empty()))
        },
        TurnCase("merge on a scheduler", inTurn) { scheduler in
            .merge(three("a").subscribeOn(scheduler), three("b").subscribeOn(scheduler))
        },
        TurnCase("merge with a source on a scheduler", inTurn) { scheduler in
            .merge(three("a"), three("b").subscribeOn(scheduler))
        },
        TurnCase("merge with a buffer", ["b1", "b2", "a1", "b3", "a2", "a3"]) { scheduler in
            .merge(three("a").observeOn(scheduler), three("b"))
        },
        TurnCase("flatMap", ["a1", "a2", "b1", "a3", "b2", "c1", "b3", "c2", "c3"]) { _ in
            Observable.of("a", "b", "c").flatMap { three($0) }
        },
        TurnCase("concatMap", ["a1", "a2", "a3", "b1", "b2", "b3"]) { _ in
            Observable.of("a", "b").concatMap { three($0) }
        },
        TurnCase("zip", ["a1b1", "a2b2", "a3b3"]) { _ in .zip(three("a"), three("b")) { $0 + $1 } },
        TurnCase("amb", ["a1", "a2", "a3"]) { _ in .amb([three("a"), three("b")]) },
    ]
}
