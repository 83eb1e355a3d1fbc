import Foundation
import RillTesting
import Testing

@testable import AzureStorage

/// What a worker decides, by itself: two places, and waits of 1 to 5 seconds.
@Suite struct WorkerStateTests {
    private var state = WorkerState(
        places: 2, interval: PollingInterval(minimum: .seconds(1), maximum: .seconds(5)))

    private static func message(_ id: String) -> QueueMessage {
        QueueMessage(
            id: id, text: "", insertedAt: Date(timeIntervalSince1970: 0), popReceipt: PopReceipt(rawValue: "r"),
            visibleAt: Date(timeIntervalSince1970: 30))
    }

    /// What is to be done until there is nothing more just now, in words.
    private mutating func steps(isPaused: Bool = false) -> [String] {
        var steps: [String] = []
        while let step = state.next(isPaused: isPaused) {
            let word =
                switch step {
                case .begin(let message): "begin \(message.id)"
                case .poll(let count): "poll \(count)"
                case .wait(let delay): "wait \(delay)"
                case .park: "park"
                case .abandon: "abandon"
                case .tell(let event): "tell \(event)"
                case .end(nil): "complete"
                case .end: "fail"
                }
            steps.append(word)
        }
        return steps
    }

    @Test mutating func asksForAsManyAsThereArePlaces() {
        #expect(steps() == ["poll 2"])
        state.arrived([Self.message("1")])
        #expect(steps() == ["begin 1", "poll 1"])
        state.arrived([])
        #expect(steps() == ["wait 1.0 seconds"])
        state.finished(.handled(Self.message("1")))
        #expect(steps() == ["tell handled 1"])
        state.wake()
        #expect(steps() == ["poll 2"])
    }

    @Test mutating func parksOnceHoweverOftenItIsAsked() {
        #expect(steps(isPaused: true) == ["park"] && steps(isPaused: true).isEmpty)
        state.resume()
        #expect(steps(isPaused: true) == ["park"])
        state.resume()
        #expect(steps() == ["poll 2"])
    }

    @Test mutating func whatArrivesForAPausedSubscriberIsBegunAndNotTold() {
        #expect(steps() == ["poll 2"])
        state.arrived([Self.message("1")])
        #expect(steps(isPaused: true) == ["begin 1", "park"])
        state.finished(.handled(Self.message("1")))
        #expect(steps(isPaused: true).isEmpty)
        state.resume()
        #expect(steps() == ["tell handled 1", "poll 2"])
    }

    @Test mutating func whatFinishesBehindAFailureIsNotTold() {
        #expect(steps() == ["poll 2"])
        state.arrived([Self.message("1"), Self.message("2")])
        #expect(steps() == ["begin 1", "begin 2"])
        state.finished(.handled(Self.message("1")))
        state.fail(TestError())
        state.finished(.handled(Self.message("2")))
        #expect(steps() == ["abandon", "tell handled 1", "fail"])
        state.fail(TestError())
        #expect(steps().isEmpty)
    }

    @Test mutating func whatHasNotBegunWhenItFailsDoesNotBegin() {
        #expect(steps() == ["poll 2"])
        state.arrived([Self.message("1")])
        state.fail(TestError())
        #expect(steps() == ["abandon", "fail"])
    }

    @Test mutating func stopsWhenAllThatWasAskedForHasComeAndIsDone() {
        #expect(steps() == ["poll 2"])
        state.stop()
        #expect(steps().isEmpty)
        state.arrived([Self.message("1")])
        #expect(steps() == ["begin 1"])
        state.finished(.handled(Self.message("1")))
        #expect(steps() == ["tell handled 1", "complete"])
    }

    @Test mutating func aPollThatFailsWhileItStopsEndsIt() {
        #expect(steps() == ["poll 2"])
        state.stop()
        state.missed(TestError(), isPassing: true)
        #expect(steps().map { $0.prefix(8) } == ["tell unr", "complete"])
    }

    @Test mutating func nothingComesAfterDisposal() {
        state.dispose()
        state.finished(.handled(Self.message("1")))
        state.fail(TestError())
        #expect(steps().isEmpty)
    }
}
