import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

/// Tests of a reader in virtual time.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct StreamReaderTests {
    let kit = TestKit()

    @Test func readsEventsInOrder() async throws {
        let reader = kit.reader(of: kit.cold("--1-(23)-|", values: ["1": 1, "2": 2, "3": 3]))
        #expect(try await reader.next() == 1)
        #expect(kit.scheduler.time == 2)
        await reader.expectNext(2, 3)
        #expect(kit.scheduler.time == 4)
        await reader.expectCompleted()
        await reader.disposeAndExpectNoUnreadEvents()
        #expect(kit.scheduler.time == 6)
    }

    @Test func runsAllWorkThatIsDueWithTheEvent() async throws {
        let reader = kit.reader(of: kit.cold("-a|"))
        let other = kit.observe { kit.cold("-b-c") }
        await reader.expectNext("a")
        #expect(other.recording.values == ["b"])
        await reader.expectCompleted()
    }

    @Test func returnsTheErrorOfTheStream() async {
        let reader = kit.reader(of: kit.cold("-#", error: TestError("lost")))
        let error = await reader.expectError(as: TestError.self)
        #expect(error == TestError("lost"))
    }

    @Test func expectNothingAdvancesTheClock() async {
        let reader = kit.reader(of: kit.hot("-----a"))
        await reader.expectNothing(for: .seconds(4.5))
        #expect(kit.scheduler.now == .seconds(4.5))
        await reader.expectNext("a")
        await reader.expectNothing(for: .seconds(60))
        #expect(kit.scheduler.now == .seconds(65))
    }

    @Test func readsEventsCausedByActionsOfTheTest() async {
        let taps = PublishSubject<Int>()
        let reader = kit.reader(of: taps.debounce(.seconds(2), scheduler: kit.scheduler))
        taps.onNext(1)
        await reader.expectNothing(for: .seconds(1))
        taps.onNext(2)
        await reader.expectNext(2)
        #expect(kit.scheduler.time == 3)
        taps.onCompleted()
        await reader.expectCompleted()
    }

    @Test func sourceIsAtMostOneEventAhead() async throws {
        let made = Box(0)
        let numbers = Observable.from(1...).do(onNext: { _ in made.value += 1 })
        let reader = kit.reader(of: numbers.take(3))
        #expect(made.value == 1)
        await reader.expectNext(1)
        #expect(made.value == 2)
        await reader.expectNext(2, 3)
        await reader.expectCompleted()
    }

    @Test func buffersEventsOfSourceThatCannotPause() async {
        let subject = PublishSubject<Int>()
        let reader = kit.reader(of: subject)
        for number in 1...3 { subject.onNext(number) }
        await reader.expectNext(1, 2, 3)
        await reader.disposeAndExpectNoUnreadEvents()
        subject.onNext(4)
    }

    @Test func releasingTheReaderDisposesTheSubscription() async {
        let source = kit.cold("-a-b")
        do {
            let reader = kit.reader(of: source)
            await reader.expectNext("a")
        }
        expectSubscriptions(source, "^!")
    }

    @Test func releasesElementsAfterTheyAreRead() async throws {
        weak var first: Box<Int>?
        let subject = PublishSubject<Box<Int>>()
        let reader = kit.reader(of: subject)
        for number in 1...5 {
            let box = Box(number)
            if number == 1 { first = box }
            subject.onNext(box)
        }
        for number in 1...5 { #expect(try await reader.next().value == number) }
        #expect(first == nil)
    }

    @Test(.ledger) func readerLeavesNothingOpen() async {
        let reader = kit.reader(of: kit.cold("-a-b"))
        await reader.expectNext("a")
    }
}
