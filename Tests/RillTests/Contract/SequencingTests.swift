import Dispatch
import RillTestSupport
import RillTesting
import Synchronization
import Testing

@testable import Rill

/// Tests of operators that subscribe to sources sequentially: recursion depth, back-pressure, memory, and threads.
@Suite struct SequencingTests {
    // MARK: Depth

    @Test(
        "4.1 recursion with another operator in each level uses constant stack space",
        .disabledUnderThreadSanitizer("single-threaded"), arguments: SequencingCases.mixedLevels)
    func mixedRecursionUsesConstantStack(mixed: NamedOperator) async {
        await onSmallStack {
            @Sendable func level(_ number: Int) -> Observable<Int> {
                number == DepthTests.repetitions ? .just(0) : mixed.build(.deferred { level(number + 1) })
            }
            let (recorder, subscription) = level(0).record()
            #expect(recorder.events == .completed([0]))
            subscription.dispose()
        }
    }

    @Test("4.1 recursion through startWith does not outrun a paused subscriber")
    func recursionThroughStartWithRespectsPause() async {
        await onSmallStack {
            @Sendable func level(_ number: Int) -> Observable<Int> {
                number == DepthTests.repetitions ? .empty() : .deferred { level(number + 1) }.startWith(number)
            }
            let scope = Scope()
            level(0).start(Observer(scope) { _ in scope.pause() })
            scope.stop()
        }
    }

    // MARK: Back-pressure

    @Test("5.2 repeated sources do not outrun a paused subscriber", arguments: SequencingCases.repeatedSources)
    func repeatedSourcesRespectPause(source: PausableSource) {
        let (recorder, scope) = source.build(2_000).startRecording { _, scope in scope.pause() }
        // The next source may already be subscribed to, and may send one element that it cannot hold back.
        #expect(recorder.events.count <= 2)
        scope.stop()
    }

    @Test("5.2 startWith buffers all its elements for a paused subscriber")
    func startWithBuffersElementsDuringPause() {
        let source = Observable<Int>.never().startWith(contentsOf: 1...70)
        let (recorder, scope) = source.startRecording { _, scope in scope.pause() }
        #expect(recorder.values == [1])
        scope.stop()
    }

    // MARK: Memory

    @Test("3.4 completed prefetched sources release their scopes")
    func prefetchedSourcesReleaseTheirScopes() {
        let stream = Observable.concat((0..<1_000).lazy.map { .just($0) })
        let (recorder, scope) = stream.startRecording { _, scope in scope.pause() }
        for _ in 0..<900 { scope.open() }
        var children = 0
        var child = scope.firstChild
        while let current = child {
            children += 1
            child = current.next
        }
        #expect(recorder.events.count == 901)
        #expect(children <= 2)
        scope.stop()
    }

    // MARK: Races

    @Test("a source completes between the two steps of a resumption")
    func sourceCompletesDuringResumption() {
        let hot = PublishSubject<Int>()
        let sources = [.just(0), hot.asObservable(), .just(1_001), .just(1_002), .just(1_003)]
        let (recorder, scope) = Observable.concat(sources).startRecording { event, scope in
            if event.element == 0 || event.element == 1_001 { scope.pause() }
        }
        for number in 1...64 { hot.onNext(number) }
        // Simulates the first step of `scope.open()` on another thread, before that thread acquires the lock for the
        // second step.
        scope.word.bitwiseAnd(~Scope.Bit.pausedByOwner, ordering: .acquiringAndReleasing)
        for number in 65...70 { hot.onNext(number) }
        hot.onCompleted()
        for _ in 0..<10 {
            scope.pause()
            scope.open()
        }
        #expect(recorder.events == .completed(Array(0...70) + [1_001, 1_002, 1_003]))
    }

    @Test("a source moves below a queue between the two steps of a pause")
    func sourceMovesDuringPause() throws {
        let observers = SerialState<[Observer<Int>]>([])
        let hot = Observable<Int> { observers.value.append($0) }
        let stream = Observable.just(0).concat(hot, line: 1).concat(.just(3))
        let (recorder, scope) = stream.startRecording { event, scope in if event.element == 0 { scope.pause() } }
        scope.open()
        let source = try #require(observers.value.first)
        // Simulates the first step of `scope.pause()` on another thread, before that thread acquires the lock for the
        // second step.
        scope.word.bitwiseOr(Scope.Bit.pausedByOwner, ordering: .acquiringAndReleasing)
        source.send(.next(1))
        scope.pause()
        #expect(!source.scope.isOpen)
        #expect(recorder.values == [0])
        scope.open()
        #expect(source.scope.isOpen)
        source.send(.next(2))
        source.send(.completed)
        #expect(recorder.events == .completed([0, 1, 2, 3]))
    }

    /// The first element of the hot source that arrives during a pause moves the source below a queue.
    @Test("a source moves below a queue while another thread resumes the subscriber", .tags(.realThreads))
    func sourceMovesDuringResumption() async {
        for round in 0..<50 {
            let scope = Scope()
            let hot = PublishSubject<Int>()
            let recorder = Recorder<Int>()
            let received = Milestone()
            Observable.just(0).concat(hot, line: 1).concat(.from(21...30), line: 2).concat(.just(31)).start(
                Observer(scope) { event in
                    recorder.receive(event)
                    if event.isTerminal { scope.stop() } else { scope.pause() }
                    received.reach(recorder.events.count)
                })
            let hasReturned = await onThreads([
                {
                    for number in 1...20 { hot.onNext(number) }
                    hot.onCompleted()
                },
                {
                    for number in 1...32 where received.wait(for: number) { scope.open() }
                },
            ])
            guard hasReturned, recorder.isCompleted, recorder.values == Array(0...31) else {
                Issue.record("events are missing in round \(round): \(recorder.events)")
                return
            }
        }
    }

    @Test("zip of a collection from several threads")
    func zipEmitsAllRowsFromSeveralThreads() async {
        for _ in 0..<20 {
            let subjects = (0..<3).map { _ in PublishSubject<Int>() }
            let (recorder, subscription) = Observable<[Int]>.zip(subjects.map { $0.asObservable() }).record()
            let work = subjects.map { subject in
                { @Sendable in for number in 0..<300 { subject.onNext(number) } }
            }
            #expect(await onThreads(work))
            #expect(recorder.values.count == 300)
            subscription.dispose()
        }
    }

    // MARK: Nesting

    @Test("1.8 an operator behaves deep inside others as it does alone", arguments: SequencingCases.deepStreams)
    func deeplyNestedOperatorBehavesAsOnItsOwn(deep: SequencingCases.Stream) {
        let (alone, _) = deep.build().record()
        for depth in [8, 16, 17, 18, 24, 32] {
            let (nested, _) = nest(depth, deep.build).record()
            #expect(nested.events.map { "\($0)" } == alone.events.map { "\($0)" }, "at depth \(depth)")
        }
    }

    private func nest(_ depth: Int, _ build: @escaping @Sendable () -> Observable<Int>) -> Observable<Int> {
        depth == 0 ? build() : Observable.just(0).flatMap { _ in nest(depth - 1, build) }
    }

    // MARK: Traces

    @Test func errorTraceListsAnOperatorEachTimeTheErrorPassesIt() {
        @Sendable func prefixed(_ source: Observable<Int>) -> Observable<Int> { source.startWith(1) }
        let names = SerialState<[String]>([])
        let source = prefixed(prefixed(.error(TestError())).map { $0 })
        let subscription = source.subscribe(onError: { _ in names.value = ErrorTrace.current?.steps.map(\.name) ?? [] })
        #expect(names.value == ["error", "startWith", "map", "startWith", "subscribe"])
        subscription.dispose()
    }
}
