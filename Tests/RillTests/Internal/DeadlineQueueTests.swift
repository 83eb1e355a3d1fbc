import RillTestSupport
import RillTesting
import Testing

@testable import Rill

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct DeadlineQueueTests {
    private func makeWork() -> DeadlineWork { DeadlineWork {} }

    private func drain(_ queue: inout DeadlineQueue, until time: Duration) -> [DeadlineWork] {
        var works: [DeadlineWork] = []
        while let work = queue.popFirst(dueAt: time) { works.append(work) }
        return works
    }

    /// Expects an empty queue, which is noncopyable and therefore cannot be part of an expectation.
    private func expectEmpty(_ queue: borrowing DeadlineQueue, sourceLocation: SourceLocation = #_sourceLocation) {
        let isEmpty = queue.isEmpty
        #expect(isEmpty, sourceLocation: sourceLocation)
    }

    @Test func popsDueItemsInOrderOfDueTimeAndInsertion() {
        var queue = DeadlineQueue()
        let works = (0..<1_000).map { (due: $0 * 37 % 50, work: makeWork()) }
        for (due, work) in works { queue.insert(work, due: .seconds(due)) }
        let due = drain(&queue, until: .seconds(24))
        let rest = drain(&queue, until: .seconds(50))
        let expected = works.enumerated().sorted { ($0.element.due, $0.offset) < ($1.element.due, $1.offset) }
        #expect(due.count == 500)
        #expect((due + rest).map(ObjectIdentifier.init) == expected.map { ObjectIdentifier($0.element.work) })
        expectEmpty(queue)
    }

    @Test func omitsCanceledItems() {
        var queue = DeadlineQueue()
        let works = (0..<1_000).map { _ in makeWork() }
        for (index, work) in works.enumerated() { queue.insert(work, due: .seconds(index * 7 % 1_000)) }
        for (index, work) in works.enumerated() where index % 5 != 0 {
            let body = queue.cancel(work)
            #expect(body != nil)
            #expect(work.body == nil)
            let again = queue.cancel(work)
            #expect(again == nil)
        }
        let rest = drain(&queue, until: .seconds(1_000))
        let expected = (0..<200).map { $0 * 5 }.sorted { $0 * 7 % 1_000 < $1 * 7 % 1_000 }
        #expect(rest.map(ObjectIdentifier.init) == expected.map { ObjectIdentifier(works[$0]) })
        expectEmpty(queue)
    }

    @Test func nextDueTimeSkipsCanceledItems() {
        var queue = DeadlineQueue()
        let works = (1...3).map { _ in makeWork() }
        for (index, work) in works.enumerated() { queue.insert(work, due: .seconds(index)) }
        _ = queue.cancel(works[0])
        var next = queue.nextDue()
        #expect(next == .seconds(1))
        _ = queue.cancel(works[2])
        _ = queue.cancel(works[1])
        expectEmpty(queue)
        next = queue.nextDue()
        #expect(next == nil)
    }

    @Test func cancelingPoppedItemReturnsItsClosure() {
        var queue = DeadlineQueue()
        let work = makeWork()
        queue.insert(work, due: .zero)
        let popped = queue.popFirst(dueAt: .zero)
        #expect(popped === work)
        let body = queue.cancel(work)
        #expect(body != nil)
        expectEmpty(queue)
    }

    @Test func canceledItemsNeverOutnumberPendingItems() {
        var queue = DeadlineQueue()
        let pending = (0..<100).map { _ in makeWork() }
        for work in pending { queue.insert(work, due: .seconds(40_000)) }
        var most = 0
        for number in 0..<20_000 {
            let work = makeWork()
            queue.insert(work, due: .seconds(number))
            _ = queue.cancel(work)
            most = max(most, queue.storedCount)
        }
        #expect(most == 200)
        #expect(drain(&queue, until: .seconds(40_000)).count == 100)
    }

    @Test func canceledAndRemainingItemsAreReleased() {
        let canceled = WeakReference<DeadlineWork>()
        let remaining = WeakReference<DeadlineWork>()
        do {
            var queue = DeadlineQueue()
            let works = (0..<200).map { _ in makeWork() }
            canceled.value = works[0]
            remaining.value = works[199]
            for work in works { queue.insert(work, due: .seconds(1)) }
            for work in works.dropLast(50) { _ = queue.cancel(work) }
            withExtendedLifetime(works) {}
        }
        #expect(canceled.value == nil)
        #expect(remaining.value == nil)
    }
}
