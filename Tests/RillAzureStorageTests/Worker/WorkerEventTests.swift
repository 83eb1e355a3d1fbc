import Foundation
import Rill
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
            .failed(message, DeadLetterError(queue: "poison", handlerError: nil, sendingError: Failure())),
            "failed 7: cannot add the message to the dead-letter queue poison: it broke"
        ),
        (
            .failed(message, DeadLetterError(queue: "poison", handlerError: Failure(), sendingError: Failure())),
            "failed 7: cannot add the message to the dead-letter queue poison: it broke; handler error: it broke"
        ),
        (.unreachable(Failure()), "unreachable: it broke"),
    ])
    func descriptionOmitsMessageText(event: WorkerEvent, text: String) {
        #expect("\(event)" == text)
        #expect((event.message == nil) == text.hasPrefix("unreachable"))
    }

    @Test func fileErrorOfHandlerIsSentence() {
        let event = WorkerEvent.failed(
            Self.message,
            CocoaError(
                .fileReadNoSuchFile,
                userInfo: [
                    NSFilePathErrorKey: "/jobs/7", NSUnderlyingErrorKey: POSIXError(.ENOENT),
                ]))
        #expect("\(event)" == "failed 7: cannot read /jobs/7: No such file or directory")
    }

    @Test(arguments: [
        LeaseExpiredError(underlying: Failure(), resource: .container("c")) as any Error,
        VisibilityTimeoutError(underlying: Failure()),
        DeadLetterError(queue: "poison", handlerError: nil, sendingError: Failure()),
        MessageReturnError(Failure()),
    ])
    func underlyingErrorIsFoundByType(error: any Error) {
        #expect(error.underlying(as: Failure.self) != nil, "\(type(of: error))")
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
