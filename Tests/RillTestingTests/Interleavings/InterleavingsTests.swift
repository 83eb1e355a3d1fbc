import Rill
import RillTestSupport
import RillTesting
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct InterleavingsTests {
    /// Performs a number of steps on each scheduler.
    ///
    /// Each step appends the name of its scheduler to a log.
    private func perform(_ counts: [Int], in order: Interleaving, _ log: Log<String>) throws {
        for (number, count) in counts.enumerated() {
            let name = "\(number + 1)"
            for _ in 0..<count { order.perform(on: order.scheduler(name)) { log.append(name) } }
        }
        try order.run()
    }

    @Test(arguments: [([1], 1), ([3], 1), ([1, 1], 2), ([2, 2], 6), ([1, 2, 3], 60), ([3, 2, 2], 210)])
    func runsEachOrderOnce(counts: [Int], orders: Int) {
        let seen = Box<Set<String>>([])
        let report = Interleavings().run { order in
            let log = Log<String>()
            try perform(counts, in: order, log)
            order.expect(seen.value.insert(log.entries.joined()).inserted)
        }
        #expect(
            report.description == (orders == 1 ? "passed in the only possible order" : "passed in all \(orders) orders")
        )
        #expect(report.count == orders && report.isComplete && seen.value.count == orders)
    }

    @Test func runsTenThousandOrdersOfTenSteps() {
        let runs = Box(0)
        let report = Interleavings(limit: 10_000).run { order in
            runs.value += 1
            let log = Log<String>()
            try perform([3, 3, 2, 2], in: order, log)
            order.expect(log.entries.count == 10)
        }
        #expect(report.description == "passed in 10000 orders; there may be more")
        #expect(report.count == 10_000 && !report.isComplete && runs.value == 10_000)
    }

    @Test func workOfOneSchedulerRunsInOrder() {
        let report = Interleavings().run { order in
            let log = Log<Int>()
            let (first, second) = (order.scheduler("first"), order.scheduler("second"))
            for number in 0..<3 { order.perform(on: first) { log.append(number) } }
            order.perform(on: second) {}
            try order.run()
            order.expect(log.entries == [0, 1, 2], "\(log.entries)")
        }
        #expect(report.description == "passed in all 4 orders")
    }

    @Test func runsOrdersWithFewPreemptionsFirst() {
        let orders = Log<String>()
        let report = Interleavings().run { order in
            let log = Log<String>()
            try perform([2, 2], in: order, log)
            orders.append(log.entries.joined())
        }
        #expect(report.isComplete)
        #expect(orders.entries == ["1122", "2211", "1221", "2112", "1212", "2121"])
    }

    @Test func canceledWorkIsNotChosen() {
        let report = Interleavings().run { order in
            let (first, second) = (order.scheduler("first"), order.scheduler("second"))
            let canceled = second.schedule { order.expect(false) }
            canceled.dispose()
            order.perform(on: first) {}
            try order.run()
        }
        #expect(report.description == "passed in the only possible order")
    }

    @Test func disposalAndDeliveryRunInAllOrders() {
        let seen = Box<Set<[Int]>>([])
        let report = Interleavings().run { order in
            let (network, ui) = (order.scheduler("network"), order.scheduler("ui"))
            let (source, received) = (PublishSubject<Int>(), Recorder<Int>())
            let subscription = received.record(source.observeOn(ui))
            order.perform(on: network) { source.onNext(1) }
            order.perform(on: order.scheduler("caller")) { subscription.dispose() }
            try order.run()
            seen.value.insert(received.values)
        }
        #expect(report.description == "passed in all 3 orders" && seen.value == [[], [1]])
    }

    // MARK: Virtual time

    @Test func timersDueAtSameTimeRunInAllOrders() {
        for (delay, orders) in [(1, 2), (2, 1)] {
            let report = Interleavings().run { order in
                order.perform(on: order.scheduler("first"), after: .seconds(1)) {}
                order.perform(on: order.scheduler("second"), after: .seconds(delay)) {}
                try order.run()
                order.expect(order.scheduler("first").now == .seconds(delay))
                order.expect(order.scheduler("second").now == .seconds(delay))
                order.expect(order.scheduler("third").now == .seconds(delay))
            }
            #expect(report.count == orders && report.isComplete)
        }
    }

    @Test func advancingOneSchedulerRunsAll() {
        let report = Interleavings().run { order in
            let log = Log<Int>()
            let (first, second) = (order.scheduler("first"), order.scheduler("second"))
            for time in 1...3 { order.perform(on: second, after: .seconds(time)) { log.append(time) } }
            first.advance(by: .milliseconds(2_500))
            order.expect(log.entries == [1, 2] && second.now == .milliseconds(2_500))
            first.moveClock(to: .seconds(5))
            order.expect(second.now == .seconds(5))
        }
        #expect(report.description == "passed in the only possible order")
    }

    @Test func kitRecordsStreamInEachOrder() {
        let results = Box<Set<String>>([])
        let report = Interleavings().run { order in
            let (network, ui) = (order.scheduler("network"), order.scheduler("ui"))
            let source = order.kit.hot("-a-|").observeOn(network)
            let other = order.kit.hot("-b-|").observeOn(ui)
            let result = order.kit.record { Observable.merge(source, other) }
            results.value.insert("\(result.events.compactMap(\.event.element))")
            order.expect(result.events.map(\.time) == [1, 1, 3])
        }
        #expect(report.isComplete && results.value == [#"["a", "b"]"#, #"["b", "a"]"#])
    }

    @Test func subscriptionPrecedesOtherWorkOfItsTick() {
        let report = Interleavings().run { order in
            let source = PublishSubject<String>()
            order.perform(on: order.scheduler("network"), after: .seconds(2)) { source.onNext("a") }
            order.perform(on: order.scheduler("network"), after: .seconds(4)) { source.onNext("b") }
            let result = order.kit.record(subscribedAt: 2, disposedAt: 4) { source }
            order.expectNone(result.difference(from: "--a-"))
        }
        #expect(report.description == "passed in the only possible order")
    }

    // MARK: Preemption

    @Test func preemptionPointRunsOtherWork() {
        let seen = Box<Set<String>>([])
        let report = Interleavings().run { order in
            let log = Log<String>()
            order.perform(on: order.scheduler("first")) {
                log.append("a")
                order.preemptionPoint()
                log.append("b")
            }
            order.perform(on: order.scheduler("first")) { log.append("c") }
            order.perform(on: order.scheduler("second")) {
                log.append("x")
                order.preemptionPoint()
                log.append("y")
            }
            order.preemptionPoint()
            order.expect(log.entries.isEmpty)
            try order.run()
            seen.value.insert(log.entries.joined())
        }
        #expect(seen.value == ["abcxy", "abxcy", "abxyc", "axybc", "xyabc", "xabcy", "xabyc"])
        #expect(report.isComplete && report.count == 7)
    }

    @Test func releasesPendingWork() {
        weak var token: Log<Int>?
        let report = Interleavings().run { order in
            let log = Log<Int>()
            token = log
            order.perform(on: order.scheduler("first")) { log.append(1) }
            order.perform(on: order.scheduler("first"), after: .seconds(1)) { order.expect(log.entries == [1]) }
            order.scheduler("first").advance(by: .zero)
        }
        #expect(report.isComplete && token == nil)
    }
}
