import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct InterleavingFailureTests {
    private let file = "RillTestingTests/InterleavingFailureTests.swift"

    /// Fails if the reset runs between the two writes.
    ///
    /// The first write schedules the second.
    private func reset(_ order: Interleaving, _ line: Box<UInt>) throws {
        let (network, ui) = (order.scheduler("network"), order.scheduler("ui"))
        let value = Box(0)
        line.value = #line
        order.perform(on: network) {
            value.value += 1
            network.schedule { value.value += 1 }
        }
        order.perform(on: ui) { value.value = 0 }
        try order.run()
        order.expect(value.value != 1, "the value is \(value.value)")
    }

    @Test func reportListsStepsWithSourceLocations() {
        let line = Box<UInt>(0)
        let report = Interleavings().run { try reset($0, line) }
        #expect(!report.isComplete && report.count == 3)
        #expect(
            report.description == """
                the value is 1 (\(file):\(line.value + 7))
                in order 3, with these steps:
                    network  1. \(file):\(line.value + 1)
                    ui       2. \(file):\(line.value + 5)
                    network  3. scheduled by step 1 (\(file):\(line.value + 1))
                run only this order with Interleavings(replaying: "ab")
                """)
    }

    @Test func replayRunsOneOrder() throws {
        let line = Box<UInt>(0)
        let failure = try #require(Interleavings(replaying: "ab").run { try reset($0, line) }.failure)
        #expect(failure.order == "ab" && failure.number == 1 && failure.steps.count == 3)
        for order in ["", "aa", "ba"] {
            let report = Interleavings(replaying: order).run { try reset($0, line) }
            #expect(report.failure == nil && report.count == 1 && !report.isComplete)
        }
    }

    /// Performs two increments that can overwrite each other.
    private func increment(_ order: Interleaving) -> Box<Int> {
        let value = Box(0)
        for name in ["first", "second"] {
            order.perform(on: order.scheduler(name)) {
                let old = value.value
                order.preemptionPoint()
                value.value = old + 1
            }
        }
        return value
    }

    @Test func reportListsPreemptedSteps() {
        let report = Interleavings().run { order in
            let value = increment(order)
            order.kit.scheduler.schedule { value.value += 0 }
            try order.run()
            order.expect(value.value == 2)
        }
        #expect(
            report.failure?.steps.map { $0.prefix { $0 != "(" && $0 != "/" } } == [
                "first   1. RillTestingTests", "second  2. RillTestingTests", "first   1. continues",
                "kit     3. scheduled before the first step",
            ])
        #expect(report.failure?.reason.hasPrefix("an expectation failed (\(file):") == true)
    }

    @Test func reportListsStepThatContinuesAfterPreemption() {
        let report = Interleavings().run { order in
            let value = increment(order)
            try order.run()
            order.expect(value.value == 2)
        }
        #expect(report.failure?.steps.map { $0.prefix(8) } == ["first   ", "second  ", "first   "])
        #expect(report.failure?.steps.last == "first   1. continues")
    }

    @Test func reportListsEventsOfKit() {
        let report = Interleavings().run { order in
            let result = order.kit.record(subscribedAt: 1) { order.kit.hot("-a|") }
            order.expectNone(result.difference(from: "-b|"))
        }
        #expect(
            report.failure?.steps == [
                "kit  1. subscription or disposal by the kit", "kit  2. event of a diagram",
                "kit  3. event of a diagram",
            ])
        #expect(
            report.failure?.reason.hasSuffix(
                ": differs at tick 1: expected next(\"b\"), got next(\"a\")\nexpected  -b|\nactual    -a|\n           ^"
            ) == true)
    }

    @Test func longReportIsShortened() {
        let report = Interleavings().run { order in
            for _ in 0..<70 { order.perform(on: order.scheduler("first")) {} }
            try order.run()
            throw TestError("late")
        }
        #expect(report.failure?.reason == "TestError(late)" && report.failure?.steps.count == 70)
        #expect(report.description.contains("    … 20 more\nrun only this order with Interleavings(replaying: \"\")"))
    }

    // MARK: Random orders

    /// Fails if two schedulers are preempted, each by a different scheduler.
    private func manyOrders(_ order: Interleaving) throws {
        let log = Log<String>()
        for name in ["a", "b", "c", "d"] {
            for number in 0..<5 { order.perform(on: order.scheduler(name)) { log.append("\(name)\(number)") } }
        }
        try order.run()
        let positions = Dictionary(uniqueKeysWithValues: log.entries.enumerated().map { ($1, $0) })
        func isOrder(_ steps: String...) -> Bool {
            zip(steps, steps.dropFirst()).allSatisfy { positions[$0, default: 0] < positions[$1, default: 0] }
        }
        order.expect(!(isOrder("a1", "c0", "c4", "a2") && isOrder("b2", "d0", "d4", "b3")))
    }

    @Test func randomOrdersAreRepeatableAndSimplified() throws {
        let interleavings = Interleavings(limit: 1_000, seed: 1)
        let reports = (0..<2).map { _ in interleavings.run { try manyOrders($0) } }
        let failure = try #require(reports[0].failure)
        #expect(reports[1].description == reports[0].description)
        #expect(failure.number == reports[0].count && failure.number > 500, "\(failure)")
        let lanes = failure.steps.map { $0.prefix(1) }
        #expect(zip(lanes, lanes.dropFirst()).count { $0 != $1 } == 5, "\(failure)")
        #expect(Interleavings(replaying: failure.order).run { try manyOrders($0) }.failure?.steps == failure.steps)
    }

    @Test func seedsRunDifferentRandomOrders() {
        let orders = (UInt64(0)..<2).map { seed in
            let orders = Log<String>()
            let report = Interleavings(limit: 40, seed: seed).run { order in
                let log = Log<String>()
                for name in ["a", "b", "c", "d"] {
                    for _ in 0..<5 { order.perform(on: order.scheduler(name)) { log.append(name) } }
                }
                try order.run()
                orders.append(log.entries.joined())
            }
            #expect(report.failure == nil && orders.entries.count == 40)
            return orders.entries
        }
        #expect(orders[0].prefix(20) == orders[1].prefix(20))
        let repeated = zip(orders[0].dropFirst(21), orders[1].dropFirst(20)).count { $0 == $1 }
        #expect(repeated < 5, "\(repeated) of 19 random orders are the same")
    }

    // MARK: Invalid tests

    @Test func testThatSchedulesNoWorkFails() {
        let text = "no step ran: schedule work on the schedulers of the order, and call run() before the end"
        #expect(Interleavings().run { _ in }.failure?.reason == text)
        #expect(Interleavings().run { order in order.perform(on: order.scheduler("a")) {} }.failure?.reason == text)
    }

    @Test func replayedOrderThatDoesNotMatchTestFails() {
        let line = Box<UInt>(0)
        let report = Interleavings(replaying: "bb").run { try reset($0, line) }
        #expect(
            report.failure?.reason == """
                the order cannot be repeated: the scheduler of choice 2 has no work. Make the test deterministic: \
                create all objects inside the closure, and do not use the real time or random values
                """)
        let longer = Interleavings(replaying: "baaa").run { try reset($0, line) }
        #expect(
            longer.failure?.reason.hasPrefix("the order cannot be repeated: the scheduler of choice 4 has no work.")
                == true)
        #expect(
            Interleavings(replaying: "a1").run { try reset($0, line) }.failure?.reason
                == "the order \"a1\" is invalid: it must consist of the letters a to z")
    }

    @Test func schedulerOfAnotherTestFails() {
        let report = Interleavings().run { order in
            order.perform(on: order.scheduler("first")) {}
            order.perform(on: TestScheduler()) {}
            try order.run()
        }
        #expect(
            report.failure?.reason.hasPrefix(
                """
                the step cannot run: its scheduler does not belong to this order. Create it with scheduler(_:) \
                (\(file):
                """)
                == true)
    }

    @Test func testThatBehavesDifferentlyEachTimeFails() {
        let runs = Box(0)
        let report = Interleavings().run { order in
            runs.value += 1
            order.perform(on: order.scheduler("a")) {}
            if runs.value == 1 { order.perform(on: order.scheduler("b")) {} }
            try order.run()
        }
        #expect(
            report.failure?.reason.hasPrefix("the order cannot be repeated: the scheduler of choice 1 has no work.")
                == true)
        runs.value = 0
        let once = Interleavings().run { order in
            runs.value += 1
            order.perform(on: order.scheduler("a")) {}
            try order.run()
            order.expect(runs.value > 1, "failed")
        }
        #expect(
            once.failure?.reason.hasSuffix(
                """

                the order passed when it was repeated. Make the test deterministic: create all objects inside the \
                closure, and do not use the real time or random values
                """)
                == true)
    }

    @Test func endlessWorkFails() {
        let report = Interleavings().run { order in
            _ = Observable.interval(.seconds(1), scheduler: order.scheduler("a")).subscribe()
            try order.run(limit: 20)
        }
        #expect(
            report.failure?.reason.hasPrefix("TestScheduler.run stopped at 20.0 seconds after 20 work items") == true)
    }

    @Test func endlessWorkAtPreemptionPointFails() {
        let report = Interleavings(limit: 40).run { order in
            let (first, second) = (order.scheduler("first"), order.scheduler("second"))
            let isDone = Box(false)
            @Sendable func poll() {
                if !isDone.value { second.schedule { poll() } }
            }
            order.perform(on: first) {
                poll()
                order.preemptionPoint()
                isDone.value = true
            }
            for _ in 0..<5 { order.perform(on: order.scheduler("third")) {} }
            try order.run()
        }
        #expect(
            report.failure?.reason == """
                10000 steps ran at preemption points: work reschedules itself without a delay while it waits for the \
                preempted step. Schedule the work with a delay
                """)
    }

    // MARK: Swift Testing

    @Test func expectationFailsAtTheCallingLine() {
        let (line, location) = (Box<UInt>(0), #_sourceLocation)
        withKnownIssue {
            expectInterleavings(sourceLocation: location) { try reset($0, line) }
        } matching: { issue in
            issue.sourceLocation == location && issue.comments.count == 1
                && issue.comments[0].rawValue.hasPrefix("the value is 1 (\(file):\(line.value + 7))\nin order 3,")
        }
    }

    @Test func expectMacroFailsTheOrder() {
        let location = #_sourceLocation
        withKnownIssue {
            expectInterleavings(sourceLocation: location) { order in
                let last = Box("")
                for name in ["first", "second"] { order.perform(on: order.scheduler(name)) { last.value = name } }
                try order.run()
                #expect(last.value == "second")
            }
        } matching: { issue in
            issue.sourceLocation == location
                && issue.comments[0].rawValue.hasPrefix("Expectation failed: (last.value → \"first\") == \"second\"")
                && issue.comments[0].rawValue.hasSuffix("Interleavings(replaying: \"b\")")
        }
    }
}
