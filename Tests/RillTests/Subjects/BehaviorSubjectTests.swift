import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct BehaviorSubjectTests {
    @Test func valueIsTheCurrentElement() throws {
        let subject = BehaviorSubject(value: 1)
        #expect(subject.value == 1)
        subject.onNext(2)
        #expect(subject.value == 2)
    }

    @Test func valueIsTheDeliveredElementInEveryHandler() {
        let subject = BehaviorSubject(0)
        let seen = Log<[Int?]>()
        let (_, first) = subject.asObservable().record { event in
            seen.append([event.element, subject.value])
            if event.element == 1 { subject.onNext(2) }
        }
        let (_, second) = subject.asObservable().record { seen.append([$0.element, subject.value]) }
        subject.onNext(1)
        #expect(seen.entries == [[0, 0], [0, 0], [1, 1], [1, 1], [2, 2], [2, 2]])
        #expect(subject.value == 2)
        first.dispose()
        second.dispose()
    }

    @Test func settingTheValueSendsIt() {
        let subject = BehaviorSubject(1)
        let (received, subscription) = subject.asObservable().record { _ in }
        subject.value = 2
        subject.value += 3
        #expect(subject.value == 5)
        #expect(received.values == [1, 2, 5])
        subscription.dispose()
    }

    @Test func valueAfterTerminalEventIsTheLastElement() {
        let failed = BehaviorSubject(1)
        failed.onError(TestError("failed"))
        failed.value = 2
        let completed = BehaviorSubject(1)
        completed.onNext(2)
        completed.onCompleted()
        completed.onNext(3)
        #expect(failed.value == 1)
        #expect(completed.value == 2)
    }

    @Test func valueCanBeReadWhileOtherThreadsSend() async {
        let subject = BehaviorSubject(0)
        let work = (0..<2).map { number in
            { @Sendable in
                for value in 1...1_000 {
                    if number == 0 { subject.onNext(value) } else { _ = subject.value }
                }
            }
        }
        #expect(await onThreads(work))
        #expect(subject.value == 1_000)
    }

    @Test func elementsAreReleasedWithTheSubject() {
        weak var last: Token?
        do {
            let subject = BehaviorSubject(Token())
            last = subject.value
            #expect(last != nil)
        }
        #expect(last == nil)
    }

    @Test func unboundedReplaySubjectReplaysAllElements() {
        let subject = ReplaySubject<Int>(bufferSize: .max)
        for number in 0..<5_000 { subject.onNext(number) }
        #expect(subject.asObservable().record().recorder.values == Array(0..<5_000))
        let bounded = ReplaySubject<Int>(bufferSize: 1)
        for number in 0..<3 { bounded.onNext(number) }
        #expect(bounded.asObservable().record().recorder.values == [2])
    }
}

private final class Token: Sendable {}
