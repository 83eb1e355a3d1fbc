import Rill
import RillTesting
import RillXCTest
import XCTest

/// Tests of the failures that the XCTest assertions report, and of their lines.
final class XCTestHelperTests: XCTestCase {
    private struct Failure: Equatable {
        let text: String
        let line: UInt
    }

    /// A transport whose exchanges match only the diagram `^|`.
    private struct StubExchanges: ExchangeRecorder {
        func exchangeDifference(from diagrams: [String]) -> String? {
            diagrams == ["^|"] ? nil : "exchanges differ from \(diagrams)"
        }
    }

    private var isCatching = false
    private var failures: [Failure] = []

    /// Runs a closure and returns the failures that it records, without failing this test.
    private func failures(of work: () throws -> Void) rethrows -> [Failure] {
        isCatching = true
        failures = []
        defer { isCatching = false }
        try work()
        return failures
    }

    /// Runs an asynchronous closure and returns the failures that it records, without failing this test.
    private func asyncFailures(of work: () async throws -> Void) async rethrows -> [Failure] {
        isCatching = true
        failures = []
        defer { isCatching = false }
        try await work()
        return failures
    }

    #if canImport(Darwin)
        override func record(_ issue: XCTIssue) {
            guard isCatching else { return super.record(issue) }
            let line = issue.sourceCodeContext.location?.lineNumber ?? 0
            failures.append(Failure(text: issue.compactDescription, line: UInt(line)))
        }
    #else
        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
        ) {
            guard isCatching else {
                return super.recordFailure(
                    withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
            }
            failures.append(Failure(text: description, line: UInt(lineNumber)))
        }
    #endif

    func testMatchingMarblesPass() {
        let kit = TestKit()
        let source = kit.cold("-1-2|", values: ["1": 1, "2": 2])
        assertMarbles(kit.record { source.map { $0 * 10 } }, "-a-b|", values: ["a": 10, "b": 20])
        assertMarbles(kit.record(subscribedAt: 10) { kit.cold("-a|") }, "-----------a|")
        assertSubscriptions(source, "^---!")
    }

    func testDifferentMarblesFailAtTheCallingLine() {
        let kit = TestKit()
        let source = kit.cold("-a|")
        let result = kit.record { source }
        let line: UInt = #line
        let failures = failures {
            assertMarbles(result, "-b|")
            assertSubscriptions(source, "^--!")
        }
        XCTAssertEqual(failures.map(\.line), [line + 2, line + 3])
        XCTAssertEqual(
            failures.map(\.text),
            [
                """
                failed - differs at tick 1: expected next("b"), got next("a")
                expected  -b|
                actual    -a|
                           ^
                """,
                """
                failed - subscription 1 differs at tick 2: expected nothing, got '!'
                expected  ^--!
                actual    ^-!
                            ^
                """,
            ])
    }

    func testDifferentTimelineFailsAtTheCallingLine() {
        let kit = TestKit()
        let timeline = kit.timeline { kit.cold("-a|", values: ["a": 1]) }
        let texts = TestKit().timeline { Observable.of("b") }
        let line: UInt = #line
        let failures = failures {
            assertMarbles(timeline, "-a|", values: ["a": 1])
            assertMarbles(timeline, "-a|", values: ["a": 2])
            assertMarbles(texts, "(a|)")
        }
        XCTAssertEqual(failures.map(\.line), [line + 3, line + 4])
        XCTAssertEqual(failures.first?.text.hasSuffix("\ntimeline\ntick    012\nresult  -1|"), true)
        XCTAssertEqual(failures.last?.text.hasSuffix("\ntimeline\ntick    0\nresult  (b|)"), true)
    }

    func testDifferentDemandFailsAtTheCallingLine() {
        let kit = TestKit()
        let source = kit.cold("-a-b|", pauses: true)
        assertMarbles(kit.record(pace: "^[-]-!") { source }, "---(ab)|")
        assertDemand(source, "^[-]!")
        let line: UInt = #line
        let failures = failures { assertDemand(source, "^[--]!") }
        let text = """
            failed - subscription 1 differs at tick 3: expected nothing, got ']'
            expected  ^[--]!
            actual    ^[-]!
                         ^
            """
        XCTAssertEqual(failures, [Failure(text: text, line: line + 1)])
    }

    func testDifferentExchangesFailAtTheCallingLine() {
        let line: UInt = #line
        let failures = failures {
            assertExchanges(StubExchanges(), "^|")
            assertExchanges(StubExchanges(), "^", "^!")
        }
        XCTAssertEqual(
            failures, [Failure(text: #"failed - exchanges differ from ["^", "^!"]"#, line: line + 3)])
    }

    func testReaderReadsEvents() async throws {
        let kit = TestKit()
        let reader = kit.reader(of: kit.cold("-ab|"))
        let first = try await reader.next()
        XCTAssertEqual(first, "a")
        await reader.expectNext("b")
        await reader.expectCompleted()
        let numbers = Observable.of(1, 2).testReader()
        await numbers.expectNext(1, 2)
        await numbers.expectCompleted()
    }

    func testReaderFailsAtTheLineOfTheCallOrCreation() async {
        let kit = TestKit()
        let line: UInt = #line
        let failures = await asyncFailures {
            let reader = kit.reader(of: kit.cold("-a|"))
            await reader.expectNext("b")
            let numbers = Observable.of(1, 2).testReader()
            await numbers.expectNext(1)
        }
        XCTAssertEqual(
            failures,
            [
                Failure(text: #"failed - expected next("b"), got next("a") at tick 1"#, line: line + 3),
                Failure(text: "failed - 2 events were not read: next(2), completed", line: line + 4),
            ])
    }

    func testClosureWithoutLeaksPasses() async throws {
        XCTAssertEqual(assertNoLeaks { 7 }, 7)
        let tags = try await assertNoLeaks { () async throws in try await Observable.of(1, 2).collected() }
        XCTAssertEqual(tags, [1, 2])
    }

    func testLeaksFailAtTheCallingLine() {
        let subject = PublishSubject<Int>()
        let line: UInt = #line
        let failures = failures { assertNoLeaks { _ = subject.subscribe() } }
        XCTAssertEqual(
            failures,
            [
                Failure(
                    text: """
                        failed - 1 subscription is open:
                            subscribe at RillTestingTests/XCTestHelperTests.swift:\(line + 1)
                        """,
                    line: line + 1)
            ])
    }

    func testFailingOrderFailsAtTheCallingLine() {
        let line: UInt = #line
        let failures = failures {
            assertInterleavings { order in
                let last = Box("")
                for name in ["first", "second"] { order.perform(on: order.scheduler(name)) { last.value = name } }
                try order.run()
                order.expect(last.value == "second", "the first one was last")
            }
        }
        let file = "RillTestingTests/XCTestHelperTests.swift"
        let text = """
            failed - the first one was last (\(file):\(line + 6))
            in order 2, with these steps:
                second  1. \(file):\(line + 4)
                first   2. \(file):\(line + 4)
            run only this order with Interleavings(replaying: "b")
            """
        XCTAssertEqual(failures, [Failure(text: text, line: line + 2)])
    }
}
