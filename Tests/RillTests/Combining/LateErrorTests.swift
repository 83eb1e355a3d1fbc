import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of rule 1.2 for operators with several sources: an error that arrives after the subscription has ended is
/// reported to `UndeliveredErrors`.
@Suite struct LateErrorTests {
    /// An operator on a source that continues to send events after its disposal, as a source on another thread can do.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let build: @Sendable (Observable<Int>) -> Observable<Int>

        static let all: [Case] = [
            Case(testDescription: "zip, the first") { .zip($0, .never()) { $0 + $1 } },
            Case(testDescription: "zip, the second") { .zip(.never(), $0) { $0 + $1 } },
            Case(testDescription: "combineLatest, the first") { .combineLatest($0, .never()) { $0 + $1 } },
            Case(testDescription: "combineLatest, the second") { .combineLatest(.never(), $0) { $0 + $1 } },
            Case(testDescription: "zip of three, the second") { .zip(.never(), $0, .never()) { $0 + $1 + $2 } },
            Case(testDescription: "zip of a collection") { source in
                Observable<[Int]>.zip([.never(), source]).map { $0[0] }
            },
            Case(testDescription: "combineLatest of three, the second") {
                .combineLatest(.never(), $0, .never()) { $0 + $1 + $2 }
            },
            Case(testDescription: "combineLatest of a collection") { source in
                Observable<[Int]>.combineLatest([.never(), source]).map { $0[0] }
            },
            Case(testDescription: "skip(until:)") { $0.skip(until: Observable<Int>.never()) },
            Case(testDescription: "skip(until:), the other") { Observable<Int>.never().skip(until: $0) },
            Case(testDescription: "poll") { $0.poll(every: .seconds(1), until: { _ in false }) },
            Case(testDescription: "repeat") { $0.repeat() },
            Case(testDescription: "repeat, the trigger") { trigger in Observable.never().repeat { _ in trigger } },
            Case(testDescription: "multicast with refCount") { $0.multicast { PublishSubject<Int>() }.refCount() },
            Case(testDescription: "merge") { .merge($0, .never()) },
            Case(testDescription: "withLatestFrom") { $0.withLatestFrom(Observable<Int>.never()) },
            Case(testDescription: "withLatestFrom, the other") { Observable<Int>.never().withLatestFrom($0) },
            Case(testDescription: "amb, a loser") { $0.amb(.just(1)) },
            Case(testDescription: "flatMapFirst") { $0.flatMapFirst { .just($0) } },
            Case(testDescription: "flatMapFirst, the active inner") { source in
                Observable.just(0).flatMapFirst { _ in source }
            },
            Case(testDescription: "retry, the trigger") { trigger in Observable.never().retry { _ in trigger } },
            Case(testDescription: "multicast") { source in
                let shared = source.multicast { PublishSubject<Int>() }
                return Observable<Int>.merge(shared.asObservable(), .create { _ in shared.connect() })
            },
            Case(testDescription: "debounce") { $0.debounce(.seconds(1), scheduler: FrozenScheduler()) },
            Case(testDescription: "throttle") { $0.throttle(.seconds(1), scheduler: FrozenScheduler()) },
            Case(testDescription: "timeout") { $0.timeout(.seconds(1), scheduler: FrozenScheduler()) },
            Case(testDescription: "timeout with another source") {
                $0.timeout(.seconds(1), other: .just(9), scheduler: FrozenScheduler())
            },
            Case(testDescription: "deadline") { $0.deadline(.seconds(1), scheduler: FrozenScheduler()) },
        ]
    }

    @Test(arguments: Case.all) func lateErrorIsReportedAsUndelivered(late: Case) throws {
        let sender = SerialState<Observer<Int>?>(nil)
        let errors = Log<any Error>()
        let handler: UndeliveredErrors.Handler = { errors.append($0) }
        let source = Observable<Int> { observer in sender.value = observer }
        let (recorder, subscription) = UndeliveredErrors.withHandler(handler) { late.build(source).record() }
        subscription.dispose()
        try #require(sender.value).send(.error(TestError("late")))
        #expect(recorder.error == nil)
        #expect(errors.entries.compactMap { $0 as? TestError } == [TestError("late")])
    }

    /// Operators whose result has already ended for a reason other than disposal when a source fails.
    static let ended: [Case] = [
        Case(testDescription: "zip, after another source failed") { .zip($0, .error(TestError())) { $0 + $1 } },
        Case(testDescription: "zip, after another source completed") { .zip($0, .empty()) { $0 + $1 } },
        Case(testDescription: "zip of a collection") { source in
            Observable<[Int]>.zip([source, .empty()]).map { $0[0] }
        },
        Case(testDescription: "combineLatest, after another source failed") {
            .combineLatest($0, .error(TestError())) { $0 + $1 }
        },
        Case(testDescription: "combineLatest, after another source completed") {
            .combineLatest($0, .empty()) { $0 + $1 }
        },
        Case(testDescription: "combineLatest of a collection") { source in
            Observable<[Int]>.combineLatest([source, .empty()]).map { $0[0] }
        },
        Case(testDescription: "debounce, after take") {
            $0.debounce(.seconds(1), scheduler: ImmediateScheduler.shared).take(1)
        },
        Case(testDescription: "throttle, after take") {
            $0.throttle(.seconds(1), scheduler: FrozenScheduler()).take(1)
        },
        Case(testDescription: "timeout, after the timeout") {
            $0.timeout(.seconds(1), scheduler: ImmediateScheduler.shared)
        },
        Case(testDescription: "timeout with another source, after the timeout") {
            $0.timeout(.seconds(1), other: .never(), scheduler: ImmediateScheduler.shared)
        },
        Case(testDescription: "deadline, after the deadline") {
            $0.deadline(.seconds(1), scheduler: ImmediateScheduler.shared)
        },
    ]

    @Test(arguments: ended) func errorAfterTerminationIsReportedAsUndelivered(late: Case) throws {
        let sender = SerialState<Observer<Int>?>(nil)
        let errors = Log<any Error>()
        let handler: UndeliveredErrors.Handler = { errors.append($0) }
        let source = Observable<Int> { observer in sender.value = observer }
        let (_, subscription) = UndeliveredErrors.withHandler(handler) { late.build(source).record() }
        let observer = try #require(sender.value)
        observer.send(.next(1))
        observer.send(.error(TestError("late")))
        #expect(errors.entries.compactMap { $0 as? TestError } == [TestError("late")])
        subscription.dispose()
    }
}
