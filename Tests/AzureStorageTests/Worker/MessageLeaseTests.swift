import Foundation
import RillTesting
import Testing

@testable import AzureStorage

/// The lease by itself, with a timeout of 30 seconds.
@Suite struct MessageLeaseTests {
    private static let message = QueueMessage(
        id: "1", text: "", insertedAt: Date(timeIntervalSince1970: 0), popReceipt: PopReceipt(rawValue: "r1"),
        visibleAt: Date(timeIntervalSince1970: 30))

    private var lease = MessageLease(of: message, timeout: .seconds(30), now: .seconds(100))

    /// What is to be done at a second, in words.
    private mutating func step(at second: Int) -> String? {
        switch lease.next(at: .seconds(second)) {
        case .wait(let delay): "wait \(delay)"
        case .renew(let receipt): "renew \(receipt)"
        case .delete(let receipt): "delete \(receipt)"
        case .putBack(let receipt): "put back \(receipt)"
        case .end(let event): "end: \(event)"
        case nil: nil
        }
    }

    @Test mutating func saysOnceHowLongToWait() {
        #expect(step(at: 100) == "wait 15.0 seconds" && step(at: 101) == nil)
        lease.wake()
        #expect(step(at: 102) == "wait 13.0 seconds")
    }

    /// As where a machine has slept: perhaps nobody has come for the message.
    @Test mutating func whatIsRenewedTooLateIsTriedOnceAndNotForEver() {
        #expect(step(at: 150) == "renew r1" && step(at: 151) == "wait 14.0 seconds")
        #expect(
            step(at: 165)
                == "end: lost 1: the message's visibility timeout has run out while the service did not answer")
        #expect(step(at: 166) == nil)
    }

    @Test mutating func whatIsRenewedTooLateMayBeHeldAgain() {
        #expect(step(at: 150) == "renew r1")
        lease.renewed(with: PopReceipt(rawValue: "r2"))
        #expect(step(at: 151) == "wait 14.0 seconds")
    }

    @Test mutating func whatIsDoneTooLateIsDeletedAllTheSame() {
        lease.judge(.delete(.handled(Self.message)))
        #expect(step(at: 500) == "delete r1" && step(at: 600) == nil)
        lease.failed(TestError(), isLost: false, at: .seconds(600))
        #expect(step(at: 600)?.hasPrefix("wait") == false)
    }

    @Test mutating func whatComesAfterTheEndChangesNothing() {
        lease.stop()
        lease.judge(.delete(.handled(Self.message)))
        lease.renewed(with: PopReceipt(rawValue: "r2"))
        lease.deleted()
        lease.failed(TestError(), isLost: true, at: .seconds(100))
        #expect(step(at: 100) == nil)
    }

    // MARK: Returned messages

    @Test mutating func putsTheMessageBackOnceAndEnds() {
        lease.judge(.putBack(.returned(Self.message, TestError())))
        #expect(step(at: 101) == "put back r1" && step(at: 102) == nil)
        lease.wasPutBack()
        #expect(step(at: 103)?.hasPrefix("end: returned 1: ") == true)
        #expect(step(at: 104) == nil)
    }

    /// A renewal replaces the receipt.
    @Test mutating func putsTheMessageBackWithTheReceiptOfTheRenewal() {
        #expect(step(at: 115) == "renew r1")
        lease.judge(.putBack(.returned(Self.message, TestError())))
        #expect(step(at: 116) == "wait 14.0 seconds")
        lease.renewed(with: PopReceipt(rawValue: "r2"))
        #expect(step(at: 117) == "put back r2")
    }

    @Test mutating func aMessageThatCannotBePutBackIsLeftToItsTimeout() {
        lease.judge(.putBack(.returned(Self.message, TestError())))
        #expect(step(at: 101) == "put back r1")
        lease.failed(TestError(), isLost: false, at: .seconds(102))
        #expect(step(at: 102)?.hasPrefix("end: returned 1: ") == true)
    }

    @Test mutating func aMessageThatIsLostBeforeItIsPutBackIsLost() {
        lease.judge(.putBack(.returned(Self.message, TestError())))
        #expect(step(at: 101) == "put back r1")
        lease.failed(TestError(), isLost: true, at: .seconds(102))
        #expect(step(at: 102)?.hasPrefix("end: lost 1: ") == true)
    }

    @Test mutating func theFirstVerdictCounts() {
        lease.judge(.leave(.handled(Self.message)))
        lease.judge(.delete(.unreachable(TestError())))
        #expect(step(at: 100) == "end: handled 1")
    }
}
