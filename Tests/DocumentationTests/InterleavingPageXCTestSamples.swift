import Rill
import RillTesting
import RillXCTest
import XCTest

// The XCTest code of the page "Finding races". `DocumentationTests` compares it with the page line by line.

final class DisposalXCTests: XCTestCase {
    func testDisposalStopsDelivery() {
        let report = assertInterleavings { order in
            let (network, ui) = (order.scheduler("network"), order.scheduler("ui"))
            let (source, received) = (PublishSubject<Int>(), Recorder<Int>())
            let subscription = received.record(source.observeOn(ui))
            order.perform(on: network) { source.onNext(1) }
            order.perform(on: network) { source.onNext(2) }
            order.perform(on: order.scheduler("caller")) { subscription.dispose() }
            try order.run()
            order.expect([[], [1], [1, 2]].contains(received.values), "received \(received.values)")
        }
        XCTAssertTrue(report.isComplete)
    }
}
