import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

/// Tests of timed operators whose timers fire late, as on a busy queue: `moveClock(to:)` advances the time without
/// running work.
@Suite struct LateTimerTests {
    let kit = TestKit()
    let subject = PublishSubject<Int>()

    @Test(arguments: throttle + debounce + buffer + timeout + delay)
    func emitsAsIfTheTimerWereInTime(row: Row) {
        let (received, subscription) = row.record(subject.asObservable(), kit.scheduler)
        for (index, step) in row.steps.enumerated() {
            switch step {
            case .clock(let second): kit.scheduler.moveClock(to: .seconds(second))
            case .send(let element, let second):
                kit.scheduler.moveClock(to: .seconds(second))
                subject.onNext(element)
            case .sendNow(let element): subject.onNext(element)
            case .complete: subject.onCompleted()
            case .fail: subject.onError(TestError())
            case .run: kit.scheduler.advance(by: .zero)
            case .advance(let milliseconds): kit.scheduler.advance(by: .milliseconds(milliseconds))
            case .runUntil(let second): kit.scheduler.advance(to: .seconds(second))
            case .dispose: subscription.dispose()
            case .events(let text): #expect(received() == text, "step \(index + 1): \(step)")
            case .timers(let count): #expect(kit.scheduler.pendingCount == count, "step \(index + 1): \(step)")
            }
        }
        subscription.dispose()
    }

    enum Step: Sendable {
        /// Moves the clock to a number of seconds.
        case clock(Int)

        /// Moves the clock to a number of seconds, and sends an element.
        case send(Int, at: Int)
        case sendNow(Int)
        case complete
        case fail

        /// Runs the timers that are due.
        case run

        /// Advances by a number of milliseconds.
        case advance(Int)
        case runUntil(Int)
        case dispose

        /// Expects elements, followed by `|` for completion, `#` for a `TestError`, or the code of a `StreamError`.
        case events(String)

        /// Expects a number of pending timers.
        case timers(Int)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        let record: @Sendable (Observable<Int>, TestScheduler) -> (received: () -> String, subscription: Disposable)

        init<Element: Sendable>(
            _ name: String, _ steps: [Step],
            _ build: @escaping @Sendable (Observable<Int>, TestScheduler) -> Observable<Element>
        ) {
            testDescription = name
            self.steps = steps
            record = { source, scheduler in
                let (recorder, subscription) = build(source, scheduler).record()
                return ({ recorder.events.map { Row.text($0) }.joined(separator: " ") }, subscription)
            }
        }

        private static func text<Element>(_ event: Event<Element>) -> String {
            switch event {
            case .next(let element): return "\(element)"
            case .completed: return "|"
            case .error(let error):
                if error is TestError { return "#" }
                let codes: [StreamError.Code: String] = [.timeout: "timeout", .deadline: "deadline"]
                return (error as? StreamError).flatMap { codes[$0.code] } ?? "\(error)"
            }
        }
    }

    static let throttle = [
        // The late timer of the first period does not end the second period.
        Row(
            "throttle without latest uses the time of the clock",
            [
                .send(1, at: 0), .send(2, at: 7), .events("1 2"), .run, .send(3, at: 8), .events("1 2"),
                .send(4, at: 12), .events("1 2 4"), .dispose, .timers(0),
            ]
        ) { $0.throttle(.seconds(5), latest: false, scheduler: $1) },
        Row(
            "throttle replaces the pending element",
            [
                .send(1, at: 0), .send(2, at: 3), .send(3, at: 7), .events("1 3"), .run, .events("1 3"),
                .send(4, at: 8), .runUntil(12), .events("1 3 4"),
            ]
        ) { $0.throttle(.seconds(5), scheduler: $1) },
        Row(
            "throttle, overdue before an error",
            [.send(1, at: 0), .send(2, at: 3), .clock(7), .fail, .events("1 2 #")]
        ) { $0.throttle(.seconds(5), scheduler: $1) },
        Row(
            "throttle ends the period if time does not advance",
            [.send(1, at: 0), .send(2, at: 0), .send(3, at: 0), .events("1 2 3")]
        ) { source, _ in
            source.throttle(.seconds(5), latest: false, scheduler: ImmediateScheduler.shared)
        },
    ]

    static let debounce = [
        Row(
            "debounce, overdue on the scheduler",
            [
                .send(1, at: 0), .send(2, at: 5), .send(3, at: 10), .events(""), .run, .events("1 2"), .runUntil(12),
                .events("1 2"), .runUntil(13), .events("1 2 3"),
            ]
        ) { $0.debounce(.seconds(3), scheduler: $1) },
        Row(
            "debounce, overdue before completion",
            [.send(1, at: 0), .send(2, at: 5), .complete, .events("1 2 |"), .timers(0)]
        ) { $0.debounce(.seconds(3), scheduler: $1) },
        Row(
            "debounce, overdue before an error, which drops the rest",
            [.send(1, at: 0), .send(2, at: 5), .fail, .events("1 #")]
        ) { $0.debounce(.seconds(3), scheduler: $1) },
        Row(
            "debounce uses one timer at a time",
            (0..<5).flatMap { [.send($0, at: $0), .timers(1)] as [Step] } + [.dispose, .timers(0)]
        ) { $0.debounce(.seconds(3), scheduler: $1) },
        Row(
            "debounce rearms its timer for elements close together and far apart",
            [1, 2, 3, 4, 5, 20, 21, 22, 40].flatMap { [.runUntil($0), .sendNow($0), .timers(1)] as [Step] }
                + [.events("5 22"), .runUntil(42), .events("5 22"), .runUntil(43), .events("5 22 40"), .timers(0)]
        ) { $0.debounce(.seconds(3), scheduler: $1) },
    ]

    static let buffer = [
        Row(
            "buffer, overdue on the scheduler",
            [.send(1, at: 0), .send(2, at: 7), .events(""), .run, .events("[1]"), .runUntil(12), .events("[1] [2]")]
        ) { $0.buffer(timeSpan: .seconds(5), count: 3, scheduler: $1) },
        Row(
            "buffer, overdue before a full one",
            [.send(1, at: 0), .send(2, at: 7), .send(3, at: 7), .events("[1] [2, 3]"), .timers(0)]
        ) { $0.buffer(timeSpan: .seconds(5), count: 2, scheduler: $1) },
        Row("buffer, overdue before completion", [.send(1, at: 0), .send(2, at: 7), .complete, .events("[1] [2] |")]) {
            $0.buffer(timeSpan: .seconds(5), count: 3, scheduler: $1)
        },
        Row("buffer, overdue before an error", [.send(1, at: 0), .send(2, at: 7), .fail, .events("[1] #")]) {
            $0.buffer(timeSpan: .seconds(5), count: 3, scheduler: $1)
        },
    ]

    static let timeout = [
        Row(
            "timeout accepts an event before the late timer",
            [.send(1, at: 6), .runUntil(9), .events("1"), .runUntil(10), .events("1 timeout")]
        ) { $0.timeout(.seconds(4), scheduler: $1) },
        // As after the process was stopped: the timer fires before the source has read what has arrived.
        Row(
            "timeout accepts an event soon after a very late timer",
            [
                .clock(9), .run, .events(""), .sendNow(1), .runUntil(12), .events("1"), .runUntil(13),
                .events("1 timeout"),
            ]
        ) { $0.timeout(.seconds(4), scheduler: $1) },
        Row(
            "timeout fails if no event arrives soon after a very late timer",
            [.clock(9), .advance(99), .events(""), .advance(1), .events("timeout")]
        ) { $0.timeout(.seconds(4), scheduler: $1) },
        Row("deadline, later element", [.send(1, at: 7), .events("deadline"), .timers(0)]) {
            $0.deadline(.seconds(6), scheduler: $1)
        },
        Row("deadline, later completion", [.clock(7), .complete, .events("deadline"), .timers(0)]) {
            $0.deadline(.seconds(6), scheduler: $1)
        },
        Row("deadline, later error", [.clock(7), .fail, .events("#")]) { $0.deadline(.seconds(6), scheduler: $1) },
        Row("take(for:), later element", [.send(1, at: 5), .send(2, at: 6), .events("1 |"), .timers(0)]) {
            $0.take(for: .seconds(5), scheduler: $1)
        },
    ]

    static let delay = [
        Row(
            "delay emits all due elements",
            [.send(1, at: 0), .send(2, at: 1), .send(3, at: 9), .run, .events("1 2"), .runUntil(11), .events("1 2 3")]
        ) { $0.delay(.seconds(2), scheduler: $1) },
        Row(
            "interval catches up",
            [.clock(7), .run, .events("0 1 2"), .runUntil(8), .events("0 1 2 3")]
        ) { _, scheduler in
            Observable.interval(.seconds(2), scheduler: scheduler)
        },
    ]

    @Test func debounceStopsWhenDisposedWhileEmittingOverdueElement() {
        let bag = DisposeBag()
        let (recorder, subscription) = subject.debounce(.seconds(3), scheduler: kit.scheduler)
            .record { _ in bag.dispose() }
        bag.insert(subscription)
        for (second, element) in [(0, 1), (5, 2), (10, 3)] {
            kit.scheduler.moveClock(to: .seconds(second))
            subject.onNext(element)
        }
        kit.scheduler.advance(by: .zero)
        #expect(recorder.values == [1])
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func takeForStopsASourceThatKeepsTheSchedulerBusy() {
        let stream = Observable.from(0...).do(onNext: { [kit] in kit.scheduler.moveClock(to: .seconds($0)) })
            .take(for: .seconds(5), scheduler: kit.scheduler)
        expectMarbles(kit.record { stream.toArray().map { "\($0.count)" } }, "------(6|)")
    }

    @Test func takeForReportsALateErrorAsUndelivered() {
        let undelivered = Log<any Error>()
        let handler: UndeliveredErrors.Handler = { undelivered.append($0) }
        let (recorder, _) = UndeliveredErrors.withHandler(handler) {
            subject.take(for: .seconds(5), scheduler: kit.scheduler).record()
        }
        kit.scheduler.moveClock(to: .seconds(6))
        subject.onError(TestError())
        #expect(recorder.isCompleted)
        #expect(recorder.error == nil)
        #expect(undelivered.entries.first is TestError)
    }
}
