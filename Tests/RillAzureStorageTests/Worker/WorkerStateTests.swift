import Foundation
import RillTesting
import Testing

@testable import RillAzureStorage

/// Tests the state machine with a capacity of two, and polling delays of 1 to 5 seconds.
@Suite struct WorkerStateTests {
    private var state = WorkerState(
        capacity: 2, interval: PollingInterval(minimum: .seconds(1), maximum: .seconds(5)))

    private static func message(_ id: String) -> QueueMessage {
        QueueMessage(
            id: id, text: "", insertedAt: Date(timeIntervalSince1970: 0), popReceipt: PopReceipt(rawValue: "r"),
            visibleAt: Date(timeIntervalSince1970: 30))
    }

    /// Returns descriptions of all pending steps.
    private mutating func steps(isPaused: Bool = false) -> [String] {
        var steps: [String] = []
        while let step = state.next(isPaused: isPaused) {
            let word =
                switch step {
                case .start(let delivery): "start \(delivery.message.id)"
                case .poll(let count): "poll \(count)"
                case .wait(let delay): "wait \(delay)"
                case .park: "park"
                case .abandon: "abandon"
                case .emit(let event): "emit \(event)"
                case .end(nil): "complete"
                case .end: "fail"
                }
            steps.append(word)
        }
        return steps
    }

    @Test mutating func pollsForAvailableCapacity() {
        #expect(steps() == ["poll 2"])
        state.arrived([Self.message("1")], requestTime: .zero)
        #expect(steps() == ["start 1", "poll 1"])
        state.arrived([], requestTime: .zero)
        #expect(steps() == ["wait 1.0 seconds"])
        state.finished(.handled(Self.message("1")))
        #expect(steps() == ["emit handled 1"])
        state.wake()
        #expect(steps() == ["poll 2"])
    }

    @Test mutating func parksOnceWhilePaused() {
        #expect(steps(isPaused: true) == ["park"] && steps(isPaused: true).isEmpty)
        state.resume()
        #expect(steps(isPaused: true) == ["park"])
        state.resume()
        #expect(steps() == ["poll 2"])
    }

    @Test mutating func pausedWorkerStartsButDoesNotEmit() {
        #expect(steps() == ["poll 2"])
        state.arrived([Self.message("1")], requestTime: .zero)
        #expect(steps(isPaused: true) == ["start 1", "park"])
        state.finished(.handled(Self.message("1")))
        #expect(steps(isPaused: true).isEmpty)
        state.resume()
        #expect(steps() == ["emit handled 1", "poll 2"])
    }

    @Test mutating func ignoresEventsAfterFailure() {
        #expect(steps() == ["poll 2"])
        state.arrived([Self.message("1"), Self.message("2")], requestTime: .zero)
        #expect(steps() == ["start 1", "start 2"])
        state.finished(.handled(Self.message("1")))
        state.fail(TestError())
        state.finished(.handled(Self.message("2")))
        #expect(steps() == ["abandon", "emit handled 1", "fail"])
        state.fail(TestError())
        #expect(steps().isEmpty)
    }

    @Test mutating func failurePreventsPendingStarts() {
        #expect(steps() == ["poll 2"])
        state.arrived([Self.message("1")], requestTime: .zero)
        state.fail(TestError())
        #expect(steps() == ["abandon", "fail"])
    }

    @Test mutating func stopCompletesAfterPendingMessages() {
        #expect(steps() == ["poll 2"])
        state.stop()
        #expect(steps().isEmpty)
        state.arrived([Self.message("1")], requestTime: .zero)
        #expect(steps() == ["start 1"])
        state.finished(.handled(Self.message("1")))
        #expect(steps() == ["emit handled 1", "complete"])
    }

    @Test mutating func failedPollCompletesStoppingWorker() {
        #expect(steps() == ["poll 2"])
        state.stop()
        state.pollFailed(TestError(), isTransient: true)
        #expect(steps().map { $0.prefix(8) } == ["emit unr", "complete"])
    }

    @Test mutating func disposalStopsAllSteps() {
        state.dispose()
        state.finished(.handled(Self.message("1")))
        state.fail(TestError())
        #expect(steps().isEmpty)
    }
}
