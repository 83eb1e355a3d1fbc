import Foundation
import RillTesting
import Testing

@testable import RillAzureStorage

/// Tests the state machine with a visibility timeout of 30 seconds.
@Suite struct MessageLeaseTests {
    private static let message = QueueMessage(
        id: "1", text: "", insertedAt: Date(timeIntervalSince1970: 0), popReceipt: PopReceipt(rawValue: "r1"),
        visibleAt: Date(timeIntervalSince1970: 30))

    private var lease = MessageLease(of: message, timeout: .seconds(30), now: .seconds(100))

    /// Returns a description of the next step at a second.
    private mutating func step(at second: Int) -> String? {
        switch lease.next(at: .seconds(second)) {
        case .wait(let delay): "wait \(delay)"
        case .renew(let receipt): "renew \(receipt)"
        case .delete(let receipt): "delete \(receipt)"
        case .release(let receipt): "release \(receipt)"
        case .end(let event): "end: \(event)"
        case nil: nil
        }
    }

    @Test mutating func emitsWaitOnce() {
        #expect(step(at: 100) == "wait 15.0 seconds" && step(at: 101) == nil)
        lease.wake()
        #expect(step(at: 102) == "wait 13.0 seconds")
    }

    /// If the machine was suspended, the message may still be available.
    @Test mutating func lateRenewalIsTriedOnce() {
        #expect(step(at: 150) == "renew r1" && step(at: 151) == "wait 14.0 seconds")
        #expect(
            step(at: 165)
                == "end: lost 1: the visibility timeout of the message expired without a response from the service")
        #expect(step(at: 166) == nil)
    }

    @Test mutating func lateRenewalExtendsLease() {
        #expect(step(at: 150) == "renew r1")
        lease.renewed(with: PopReceipt(rawValue: "r2"))
        #expect(step(at: 151) == "wait 14.0 seconds")
    }

    @Test mutating func lateDeletionIsTriedOnce() {
        lease.finishProcessing(.delete(.handled(Self.message)))
        #expect(step(at: 500) == "delete r1" && step(at: 600) == nil)
        lease.failed(TestError(), isLost: false, at: .seconds(600))
        #expect(step(at: 600)?.hasPrefix("wait") == false)
    }

    @Test mutating func stopIgnoresLaterResults() {
        lease.stop()
        lease.finishProcessing(.delete(.handled(Self.message)))
        lease.renewed(with: PopReceipt(rawValue: "r2"))
        lease.completed()
        lease.failed(TestError(), isLost: true, at: .seconds(100))
        #expect(step(at: 100) == nil)
    }

    // MARK: Returned messages

    @Test mutating func releasesMessageOnceAndEnds() {
        lease.finishProcessing(.release(.returned(Self.message, TestError())))
        #expect(step(at: 101) == "release r1" && step(at: 102) == nil)
        lease.completed()
        #expect(step(at: 103)?.hasPrefix("end: returned 1: ") == true)
        #expect(step(at: 104) == nil)
    }

    /// A renewal replaces the pop receipt.
    @Test mutating func releasesMessageWithRenewedPopReceipt() {
        #expect(step(at: 115) == "renew r1")
        lease.finishProcessing(.release(.returned(Self.message, TestError())))
        #expect(step(at: 116) == "wait 14.0 seconds")
        lease.renewed(with: PopReceipt(rawValue: "r2"))
        #expect(step(at: 117) == "release r2")
    }

    @Test mutating func failedReleaseKeepsVisibilityTimeout() {
        lease.finishProcessing(.release(.returned(Self.message, TestError())))
        #expect(step(at: 101) == "release r1")
        lease.failed(TestError(), isLost: false, at: .seconds(102))
        #expect(step(at: 102)?.hasPrefix("end: returned 1: ") == true)
    }

    @Test mutating func lostMessageIsReportedDuringRelease() {
        lease.finishProcessing(.release(.returned(Self.message, TestError())))
        #expect(step(at: 101) == "release r1")
        lease.failed(TestError(), isLost: true, at: .seconds(102))
        #expect(step(at: 102)?.hasPrefix("end: lost 1: ") == true)
    }

    @Test mutating func firstOutcomeWins() {
        lease.finishProcessing(.keep(.handled(Self.message)))
        lease.finishProcessing(.delete(.unreachable(TestError())))
        #expect(step(at: 100) == "end: handled 1")
    }
}
