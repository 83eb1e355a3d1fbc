import Rill
import RillTestSupport
import RillTesting
import Testing

/// Tests that `Interleavings` finds the races in copies of faulty code within a known number of orders.
///
/// The corrected code passes in all orders.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct PlantedRaceTests {
    // MARK: The timer of share(keepAlive:)

    /// A copy of the departure handling in an earlier version of `share(keepAlive:)`, which could lose the timer of the
    /// last departure.
    private final class KeptConnection: Sendable {
        private struct State {
            var subscribers = 0
            var departures = 0
            var timer: Disposable?
            var isConnected = true
        }

        private let order: Interleaving
        private let scheduler: TestScheduler
        private let isCorrected: Bool
        private let state = Box(State())

        init(_ order: Interleaving, isCorrected: Bool) {
            self.order = order
            self.isCorrected = isCorrected
            scheduler = order.scheduler("timers")
        }

        var isConnected: Bool { state.value.isConnected }

        func join() {
            state.value.subscribers += 1
            state.value.timer?.dispose()
        }

        func leave() {
            state.value.subscribers -= 1
            guard state.value.subscribers == 0 else { return }
            state.value.departures += 1
            startTimer(after: state.value.departures)
        }

        private func startTimer(after departure: Int) {
            order.preemptionPoint()
            state.value.timer?.dispose()
            state.value.timer = scheduler.schedule(after: .seconds(3)) { [self] in
                guard state.value.subscribers == 0 else { return }
                if departure == state.value.departures {
                    state.value.isConnected = false
                } else if isCorrected {
                    startTimer(after: state.value.departures)
                }
            }
        }
    }

    private func connectionEnds(_ order: Interleaving, isCorrected: Bool) throws {
        let connection = KeptConnection(order, isCorrected: isCorrected)
        for name in ["first", "second"] {
            order.perform(on: order.scheduler(name)) {
                connection.join()
                connection.leave()
            }
        }
        try order.run()
        order.expect(!connection.isConnected, "the connection is open")
    }

    /// Expects that the faulty code fails in an order, and that the corrected code passes in all orders.
    private func expectRace(
        in number: Int, _ order: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ check: (Interleaving, _ isCorrected: Bool) throws -> Void
    ) {
        let failure = Interleavings().run { try check($0, false) }.failure
        #expect(failure?.number == number, sourceLocation: sourceLocation)
        #expect(failure?.order == order, sourceLocation: sourceLocation)
        #expect(Interleavings().run { try check($0, true) }.isComplete, sourceLocation: sourceLocation)
    }

    @Test func findsLostTimer() {
        expectRace(in: 3, "bc") { try connectionEnds($0, isCorrected: $1) }
    }

    // MARK: The demand of a publisher

    /// A copy of the demand handling in an earlier version of a publisher, which could pause the source after another
    /// thread had requested elements.
    private final class Demand: Sendable {
        private let order: Interleaving
        private let isCorrected: Bool
        private let state = Box((demand: 1, isPaused: false))

        init(_ order: Interleaving, isCorrected: Bool) {
            self.order = order
            self.isCorrected = isCorrected
        }

        var isStalled: Bool { state.value.demand > 0 && state.value.isPaused }

        func receive() {
            state.value.demand -= 1
            update()
        }

        func request() {
            state.value.demand += 1
            update()
        }

        private func update() {
            let wantsMore = state.value.demand > 0
            order.preemptionPoint()
            if !wantsMore { state.value.isPaused = true }
            order.preemptionPoint()
            if isCorrected ? state.value.demand > 0 : wantsMore { state.value.isPaused = false }
        }
    }

    private func demandResumes(_ order: Interleaving, isCorrected: Bool) throws {
        let demand = Demand(order, isCorrected: isCorrected)
        order.perform(on: order.scheduler("source")) { demand.receive() }
        order.perform(on: order.scheduler("subscriber")) { demand.request() }
        try order.run()
        order.expect(!demand.isStalled, "the source is paused although there is demand")
    }

    @Test func findsLateResume() {
        expectRace(in: 3, "ab") { try demandResumes($0, isCorrected: $1) }
    }

    // MARK: A refresh of credentials

    /// A refresher that does not compare the rejected token with the current one.
    private final class Refresher: Sendable {
        private let order: Interleaving
        private let isCorrected: Bool
        private let state = Box((token: 0, refreshes: 0, isRefreshing: false))

        init(_ order: Interleaving, isCorrected: Bool) {
            self.order = order
            self.isCorrected = isCorrected
        }

        var refreshes: Int { state.value.refreshes }

        func reject(_ token: Int) {
            if state.value.isRefreshing || isCorrected && token != state.value.token { return }
            state.value.isRefreshing = true
            state.value.refreshes += 1
            order.scheduler("server").schedule { [state] in
                state.value.token += 1
                state.value.isRefreshing = false
            }
        }
    }

    private func checkRefresh(_ order: Interleaving, isCorrected: Bool) throws {
        let refresher = Refresher(order, isCorrected: isCorrected)
        for name in ["first", "second", "third"] {
            order.perform(on: order.scheduler(name)) { refresher.reject(0) }
        }
        try order.run()
        order.expect(refresher.refreshes == 1, "\(refresher.refreshes) refreshes")
    }

    @Test func findsRepeatedRefresh() {
        expectRace(in: 5, "ad") { try checkRefresh($0, isCorrected: $1) }
    }
}
