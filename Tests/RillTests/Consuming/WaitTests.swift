import Dispatch
import RillTesting
import Testing

@testable import Rill

@Suite(.serialized) struct WaitTests {
    @Test func returnsTheLastElement() throws {
        #expect(try Observable.of(1, 2, 3).wait(timeout: .seconds(10)) == 3)
        #expect(try Observable.of(1, 2, 3).toArray().wait(timeout: .seconds(10)) == [1, 2, 3])
    }

    @Test func throwsTheErrorOfTheStream() {
        #expect(throws: TestError()) { try Observable<Int>.error(TestError()).wait(timeout: .seconds(10)) }
        #expect(throws: StreamError.missingElement) { try Observable<Int>.empty().wait(timeout: .seconds(10)) }
    }

    @Test func disposesTheSourceOnTimeout() {
        let source = ManualSource()
        let error = #expect(throws: StreamError.self) { try source.observable.wait(timeout: .milliseconds(20)) }
        #expect(error?.code == .deadline)
        #expect(source.disposalCount == 1)
    }

    @Test func waitsForElementsFromAnotherThread() throws {
        let value = try Observable.just(5).observeOn(SerialDispatchQueueScheduler()).wait(timeout: .seconds(10))
        #expect(value == 5)
    }

    @MainActor
    @Test func waitsForOtherQueuesOnTheMainActor() throws {
        let value = try Observable.just(5).observeOn(SerialDispatchQueueScheduler()).wait(timeout: .seconds(10))
        #expect(value == 5)
    }

    @Test func waitOnMainActorTrapsIfMainQueueDelivers() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                _ = try? Observable.just(1).observeOn(MainScheduler.shared).wait(timeout: .seconds(5))
            }
        }
    }

    @Test func waitTrapsOnQueueThatDeliversEvents() async {
        await #expect(processExitsWith: .failure) {
            let scheduler = SerialDispatchQueueScheduler(label: "own")
            let done = DispatchSemaphore(value: 0)
            scheduler.schedule {
                _ = try? Observable.just(1).observeOn(scheduler).wait(timeout: .seconds(5))
                done.signal()
            }
            done.wait()
        }
    }
}
