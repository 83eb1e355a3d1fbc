import Foundation
import RillTesting
import Testing

@testable import AzureStorage

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
            "lost 7: the message's visibility timeout has run out: it broke"
        ),
        (
            .lost(message, VisibilityTimeoutError(underlying: nil)),
            "lost 7: the message's visibility timeout has run out while the service did not answer"
        ),
        (
            .failed(message, DeadLetterError(queue: "poison", underlying: Failure(), handlerError: nil)),
            "failed 7: the message could not be put into poison: it broke"
        ),
        (
            .failed(message, DeadLetterError(queue: "poison", underlying: Failure(), handlerError: Failure())),
            "failed 7: the message could not be put into poison: it broke; the handler had failed: it broke"
        ),
        (.unreachable(Failure()), "unreachable: it broke"),
    ])
    func saysWhatHasBecomeOfWhichMessageWithoutItsText(event: WorkerEvent, text: String) {
        #expect("\(event)" == text)
        #expect((event.message == nil) == text.hasPrefix("unreachable"))
    }

    @Test func waitsDoubleUpToTheLongest() {
        let interval = PollingInterval(minimum: .seconds(1), maximum: .seconds(5))
        var waits: [Duration] = []
        for _ in 0..<5 { waits.append(interval.next(after: waits.last)) }
        #expect(waits == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
        #expect(
            PollingInterval(minimum: .seconds(1), maximum: .seconds(Int64.max)).next(after: .seconds(Int64.max)) > .zero
        )
    }
}
