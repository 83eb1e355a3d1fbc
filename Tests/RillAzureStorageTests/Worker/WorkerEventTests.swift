import Foundation
import RillTesting
import Testing

@testable import RillAzureStorage

@Suite struct WorkerEventTests {
    private static let message = QueueMessage(
        id: "7", text: "the password", insertedAt: Date(timeIntervalSince1970: 0),
        popReceipt: PopReceipt(rawValue: "r1"), visibleAt: Date(timeIntervalSince1970: 30))

    private struct Failure: Error, CustomStringConvertible {
        let description = "it broke"
    }

    @Test(arguments: [
        (WorkerEvent.handled(message), "handled 7"),
        (.failed(message, Failure()), "failed 7: it broke"),
        (.deadLettered(message, nil), "dead-lettered 7"),
        (.deadLettered(message, Failure()), "dead-lettered 7: it broke"),
        (
            .lost(message, VisibilityTimeoutError(underlying: Failure())),
            "lost 7: the visibility timeout of the message expired: it broke"
        ),
        (
            .lost(message, VisibilityTimeoutError(underlying: nil)),
            "lost 7: the visibility timeout of the message expired without a response from the service"
        ),
        (
            .failed(message, DeadLetterError(queue: "poison", underlying: Failure(), handlerError: nil)),
            "failed 7: cannot add the message to the dead-letter queue poison: it broke"
        ),
        (
            .failed(message, DeadLetterError(queue: "poison", underlying: Failure(), handlerError: Failure())),
            "failed 7: cannot add the message to the dead-letter queue poison: it broke; handler error: it broke"
        ),
        (.unreachable(Failure()), "unreachable: it broke"),
    ])
    func descriptionOmitsMessageText(event: WorkerEvent, text: String) {
        #expect("\(event)" == text)
        #expect((event.message == nil) == text.hasPrefix("unreachable"))
    }

    @Test func pollingDelayDoublesUpToMaximum() {
        let interval = PollingInterval(minimum: .seconds(1), maximum: .seconds(5))
        var delays: [Duration] = []
        for _ in 0..<5 { delays.append(interval.next(after: delays.last)) }
        #expect(delays == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
        #expect(
            PollingInterval(minimum: .seconds(1), maximum: .seconds(Int64.max)).next(after: .seconds(Int64.max)) > .zero
        )
    }
}
