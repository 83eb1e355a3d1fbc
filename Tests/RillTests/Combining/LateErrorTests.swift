import RillTesting
import Testing

@testable import Rill

/// Rule 1.2 where sources meet: an error that comes when the subscription is over goes to the hook.
@Suite struct LateErrorTests {
    /// An operator on a source that goes on sending after it has been stopped, as one on another thread may.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let build: @Sendable (Observable<Int>) -> Observable<Int>

        static let all: [Case] = [
            Case(testDescription: "zip, the first") { .zip($0, .never()) { $0 + $1 } },
            Case(testDescription: "zip, the second") { .zip(.never(), $0) { $0 + $1 } },
            Case(testDescription: "combineLatest, the first") { .combineLatest($0, .never()) { $0 + $1 } },
            Case(testDescription: "combineLatest, the second") { .combineLatest(.never(), $0) { $0 + $1 } },
            Case(testDescription: "merge") { .merge($0, .never()) },
            Case(testDescription: "withLatestFrom") { $0.withLatestFrom(Observable<Int>.never()) },
            Case(testDescription: "withLatestFrom, the other") { Observable<Int>.never().withLatestFrom($0) },
            Case(testDescription: "amb, a loser") { $0.amb(.just(1)) },
            Case(testDescription: "flatMapFirst") { $0.flatMapFirst { .just($0) } },
            Case(testDescription: "flatMapFirst, the one that runs") { source in
                Observable.just(0).flatMapFirst { _ in source }
            },
            Case(testDescription: "retry, the trigger") { trigger in Observable.never().retry { _ in trigger } },
            Case(testDescription: "multicast") { source in
                let shared = source.multicast { PublishSubject<Int>() }
                return Observable<Int>.merge(shared.asObservable(), .create { _ in shared.connect() })
            },
            Case(testDescription: "debounce") { $0.debounce(.seconds(1), scheduler: StillScheduler()) },
            Case(testDescription: "throttle") { $0.throttle(.seconds(1), scheduler: StillScheduler()) },
            Case(testDescription: "timeout") { $0.timeout(.seconds(1), scheduler: StillScheduler()) },
            Case(testDescription: "deadline") { $0.deadline(.seconds(1), scheduler: StillScheduler()) },
        ]
    }

    @Test(arguments: Case.all) func anErrorThatComesTooLateIsTold(late: Case) throws {
        let sender = SerialState<Observer<Int>?>(nil)
        let errors = Recorder<Never>()
        let handler: UndeliveredErrors.Handler = { errors.take(.error($0)) }
        let source = Observable<Int> { observer in sender.value = observer }
        let (recorder, subscription) = UndeliveredErrors.withHandler(handler) { late.build(source).record() }
        subscription.dispose()
        try #require(sender.value).send(.error(TestError("late")))
        #expect(recorder.error == nil)
        #expect(errors.events.compactMap { $0.error as? TestError } == [TestError("late")])
    }
}
