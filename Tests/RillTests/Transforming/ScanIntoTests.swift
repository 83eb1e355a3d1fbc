import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite struct ScanIntoTests {
    let kit = TestKit()
    let sums: [Character: String] = ["a": "1", "b": "12", "c": "123"]

    @Test(
        "emits each intermediate result, and forwards the terminal event",
        arguments: [("----", "----"), ("---|", "---|"), ("-1--2--3|", "-a--b--c|"), ("-1-#", "-a-#"), ("#", "#")])
    func emitsIntermediateResults(source: String, result: String) {
        let source = kit.hot(source)
        expectMarbles(kit.record { source.scan(into: "") { $0 += $1 } }, result, values: sums)
    }

    @Test func disposalDisposesTheSource() {
        let source = kit.hot("-1--2--3|")
        expectMarbles(kit.record(disposedAt: 5) { source.scan(into: "") { $0 += $1 } }, "-a--b", values: sums)
        expectSubscriptions(source, "^----!")
    }

    @Test func thrownErrorFailsAndDisposesTheSource() {
        let source = kit.hot("-1--x--3|")
        let result = kit.record {
            source.scan(into: "") { result, element in
                result += element
                if element == "x" { throw TestError() }
            }
        }
        expectMarbles(result, "-a--#", values: sums)
        expectSubscriptions(source, "^---!")
    }

    @Test func eachSubscriberStartsWithTheInitialResult() {
        let stream = kit.cold("-1-2|").scan(into: "") { $0 += $1 }
        kit.expectEvents("-a-b|", late: "---a-b|", subscribedAt: 2, values: sums) { stream }
    }

    @Test func reentrantElementIsAppliedInOrder() {
        let subject = PublishSubject<Int>()
        let (recorder, _) = subject.scan(into: []) { $0.append($1) }.record { event in
            if event.element == [1] { subject.onNext(2) }
        }
        subject.onNext(1)
        subject.onNext(3)
        #expect(recorder.values == [[1], [1, 2], [1, 2, 3]])
    }

    @Test func unretainedResultIsNotCopied() {
        let copies = SerialState(0)
        _ = Observable.from(0..<100).scan(into: CountingValue(copies)) { $0.add($1) }
            .map { $0.sum }.subscribe { _ in }
        // The initial result is copied once, because it is retained for the next subscriber.
        #expect(copies.value == 1)
    }

    @Test func retainedResultsAreNotMutated() {
        let (recorder, _) = Observable.from(1...3).scan(into: []) { $0.append($1) }.record()
        #expect(recorder.values == [[1], [1, 2], [1, 2, 3]])
    }
}

/// A copy-on-write value that counts its copies.
private struct CountingValue: Sendable {
    private var storage: Storage
    private let copies: SerialState<Int>

    init(_ copies: SerialState<Int>) {
        storage = Storage(0)
        self.copies = copies
    }

    var sum: Int { storage.sum }

    mutating func add(_ number: Int) {
        if !isKnownUniquelyReferenced(&storage) {
            copies.value += 1
            storage = Storage(storage.sum)
        }
        storage.sum += number
    }

    private final class Storage: @unchecked Sendable {  // mutated only while uniquely referenced
        var sum: Int

        init(_ sum: Int) {
            self.sum = sum
        }
    }
}
