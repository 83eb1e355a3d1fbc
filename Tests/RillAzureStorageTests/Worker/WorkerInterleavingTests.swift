import Rill
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@testable import RillAzureStorage

/// Events of a message at 15 s, when its lease is renewed, in all orders: the worker, the service and the handler run on
/// threads of their own.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct WorkerInterleavingTests {
    private func queue(_ order: Interleaving) -> StubQueue {
        StubQueue(
            scheduler: order.scheduler("worker"), server: order.scheduler("service"),
            handlers: order.scheduler("handler"))
    }

    @Test func messageIsDeletedOnceWhenHandledDuringRenewal() {
        let report = Interleavings().run { order in
            let queue = queue(order)
            queue.add("15")
            let (recorder, subscription) = queue.work().record()
            queue.scheduler.advance(by: .seconds(50))
            subscription.dispose()
            order.expect(recorder.words == ["handled 1"] && queue.texts() == [], "\(recorder.words)")
            order.expect(
                [["15 delete 1 r1"], ["15 renew 1 r1", "15 delete 1 r2"]].contains(queue.logOfMessages),
                "\(queue.logOfMessages)")
            order.expect(queue.active == 0 && queue.transport.requests.allSatisfy { $0.state != .running })
        }
        #expect(report.isComplete && report.count > 2, "\(report)")
    }

    @Test func stolenMessageIsHandledOrLost() {
        let report = Interleavings().run { order in
            let queue = queue(order)
            queue.add("15")
            let (recorder, subscription) = queue.work().record()
            order.perform(on: order.scheduler("service"), after: .seconds(15)) { queue.steal("1") }
            queue.scheduler.advance(by: .seconds(50))
            subscription.dispose()
            let expected = queue.texts() == [] ? "handled 1" : "lost 1"
            order.expect(recorder.words == [expected], "\(recorder.words), \(queue.logOfMessages)")
            order.expect(queue.active == 0 && queue.transport.requests.allSatisfy { $0.state != .running })
        }
        #expect(report.isComplete && report.count > 2, "\(report)")
    }

    @Test func disposalEndsRenewalsAndHandler() {
        let report = Interleavings().run { order in
            let queue = queue(order)
            queue.add("15", "never")
            let (recorder, subscription) = queue.work().record()
            order.perform(on: order.scheduler("ui"), after: .seconds(15)) { subscription.dispose() }
            queue.scheduler.advance(by: .seconds(15))
            let calls = queue.log.count
            order.expect(queue.active == 0 && queue.transport.requests.allSatisfy { $0.state != .running })
            queue.scheduler.advance(by: .seconds(50))
            order.expect(queue.log.count == calls, "\(queue.log)")
            order.expect(recorder.words.allSatisfy { $0 == "handled 1" }, "\(recorder.words)")
            order.expect(recorder.words.isEmpty || queue.texts() == ["never"])
        }
        #expect(report.isComplete && report.count > 2, "\(report)")
    }
}
