import Rill
import RillTestSupport
import RillTesting
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct InterleavingsTests {
    /// Performs a number of steps on each scheduler, which append the name of the scheduler to a log.
    private func perform(_ counts: [Int], in order: Interleaving, _ log: Log<String>) throws {
        for (number, count) in counts.enumerated() {
            let name = "\(number + 1)"
            for _ in 0..<count { order.perform(on: order.scheduler(name)) { log.append(name) } }
        }
        try order.run()
    }

    @Test(arguments: [([1], 1), ([3], 1), ([1, 1], 2), ([2, 2], 6), ([1, 2, 3], 60), ([4, 3, 3], 4_200)])
    func runsEachOrderOnce(counts: [Int], orders: Int) {
        let seen = Box<Set<String>>([])
        let report = Interleavings().run { order in
            let log = Log<String>()
            try perform(counts, in: order, log)
            order.expect(seen.value.insert(log.entries.joined()).inserted)
        }
        #expect(report.description == "passed in all \(orders) orders")
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
        #expect(report.description == "passed in 10000 orders; there are more")
        #expect(report.count == 10_000 && !report.isComplete && runs.value == 10_000)
    }
}
