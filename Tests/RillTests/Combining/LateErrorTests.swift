import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of rule 1.2 for operators with several sources: an error that arrives after the subscription has ended is
/// reported to `UndeliveredErrors`.
@Suite struct LateErrorTests {
    typealias Row = NamedOperator

    /// An operator on a source that continues to send events after its disposal, as a source on another thread can do.
    static let active: [Row] = [
        Row("zip, the first") { .zip($0, .never()) { $0 + $1 } },
        Row("zip, the second") { .zip(.never(), $0) { $0 + $1 } },
        Row("combineLatest, the first") { .combineLatest($0, .never()) { $0 + $1 } },
        Row("combineLatest, the second") { .combineLatest(.never(), $0) { $0 + $1 } },
        Row("zip of three, the second") { .zip(.never(), $0, .never()) { $0 + $1 + $2 } },
        Row("zip of a collection") { source in Observable<[Int]>.zip([.never(), source]).map { $0[0] } },
        Row("combineLatest of three, the second") { .combineLatest(.never(), $0, .never()) { $0 + $1 + $2 } },
        Row("combineLatest of a collection") { source in
            Observable<[Int]>.combineLatest([.never(), source]).map { $0[0] }
        },
        Row("skip(until:)") { $0.skip(until: Observable<Int>.never()) },
        Row("skip(until:), the other") { Observable<Int>.never().skip(until: $0) },
        Row("poll") { $0.poll(every: .seconds(1), until: { _ in false }) },
        Row("repeat") { $0.repeat() },
        Row("repeat, the trigger") { trigger in Observable.never().repeat { _ in trigger } },
        Row("multicast with refCount") { $0.multicast { PublishSubject<Int>() }.refCount() },
        Row("merge") { .merge($0, .never()) },
        Row("withLatestFrom") { $0.withLatestFrom(Observable<Int>.never()) },
        Row("withLatestFrom, the other") { Observable<Int>.never().withLatestFrom($0) },
        Row("amb, a loser") { $0.amb(.just(1)) },
        Row("flatMapFirst") { $0.flatMapFirst { .just($0) } },
        Row("flatMapFirst, the active inner") { source in Observable.just(0).flatMapFirst { _ in source } },
        Row("retry, the trigger") { trigger in Observable.never().retry { _ in trigger } },
        Row("multicast") { source in
            let shared = source.multicast { PublishSubject<Int>() }
            return Observable<Int>.merge(shared.asObservable(), .create { _ in shared.connect() })
        },
        Row("debounce") { $0.debounce(.seconds(1), scheduler: FrozenScheduler()) },
        Row("throttle") { $0.throttle(.seconds(1), scheduler: FrozenScheduler()) },
        Row("timeout") { $0.timeout(.seconds(1), scheduler: FrozenScheduler()) },
        Row("timeout with another source") { $0.timeout(.seconds(1), other: .just(9), scheduler: FrozenScheduler()) },
        Row("deadline") { $0.deadline(.seconds(1), scheduler: FrozenScheduler()) },
    ]

    @Test(arguments: active) func lateErrorIsReportedAsUndelivered(late: Row) throws {
        let recorder = try expectUndelivered(late) { observer, subscription in
            subscription.dispose()
            observer.send(.error(TestError("late")))
        }
        #expect(recorder.error == nil)
    }

    /// Operators whose result has already ended for a reason other than disposal when a source fails.
    static let ended: [Row] = [
        Row("zip, after another source failed") { .zip($0, .error(TestError())) { $0 + $1 } },
        Row("zip, after another source completed") { .zip($0, .empty()) { $0 + $1 } },
        Row("zip of a collection") { source in Observable<[Int]>.zip([source, .empty()]).map { $0[0] } },
        Row("combineLatest, after another source failed") { .combineLatest($0, .error(TestError())) { $0 + $1 } },
        Row("combineLatest, after another source completed") { .combineLatest($0, .empty()) { $0 + $1 } },
        Row("combineLatest of a collection") { source in
            Observable<[Int]>.combineLatest([source, .empty()]).map { $0[0] }
        },
        Row("debounce, after take") { $0.debounce(.seconds(1), scheduler: ImmediateScheduler.shared).take(1) },
        Row("throttle, after take") { $0.throttle(.seconds(1), scheduler: FrozenScheduler()).take(1) },
        Row("timeout, after the timeout") { $0.timeout(.seconds(1), scheduler: ImmediateScheduler.shared) },
        Row("timeout with another source, after the timeout") {
            $0.timeout(.seconds(1), other: .never(), scheduler: ImmediateScheduler.shared)
        },
        Row("deadline, after the deadline") { $0.deadline(.seconds(1), scheduler: ImmediateScheduler.shared) },
    ]

    @Test(arguments: ended) func errorAfterTerminationIsReportedAsUndelivered(late: Row) throws {
        _ = try expectUndelivered(late) { observer, _ in
            observer.send(.next(1))
            observer.send(.error(TestError("late")))
        }
    }

    /// Runs a closure with the observer of the source, and expects the error that it sends to be undelivered.
    private func expectUndelivered(
        _ late: Row, sourceLocation: SourceLocation = #_sourceLocation, _ run: (Observer<Int>, Disposable) -> Void
    ) throws -> Recorder<Int> {
        let sender = SerialState<Observer<Int>?>(nil)
        let errors = Log<any Error>()
        let handler: UndeliveredErrors.Handler = { errors.append($0) }
        let source = Observable<Int> { observer in sender.value = observer }
        let (recorder, subscription) = UndeliveredErrors.withHandler(handler) { late.build(source).record() }
        run(try #require(sender.value, sourceLocation: sourceLocation), subscription)
        #expect(errors.entries.compactMap { $0 as? TestError } == [TestError("late")], sourceLocation: sourceLocation)
        subscription.dispose()
        return recorder
    }
}
