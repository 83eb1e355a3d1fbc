import Dispatch
import Testing

@testable import Rill

@Suite struct DrainLoopTests {
    /// A drain loop that collects messages and detects overlapping deliveries.
    private final class Collector: DrainLoop, @unchecked Sendable {  // guarded by `turn`
        let turn = Turn<Int>()
        let usesTrampoline: Bool
        let downstream: Scope?
        var messages: [Int] = []
        private var isDelivering = false
        private(set) var hasOverlap = false
        private let onMessage: @Sendable (Collector, Int) -> Void

        init(
            usesTrampoline: Bool = false, downstream: Scope? = nil,
            onMessage: @escaping @Sendable (Collector, Int) -> Void = { _, _ in }
        ) {
            self.usesTrampoline = usesTrampoline
            self.downstream = downstream
            self.onMessage = onMessage
        }

        func deliver(_ message: Int) {
            if isDelivering { hasOverlap = true }
            isDelivering = true
            messages.append(message)
            onMessage(self, message)
            isDelivering = false
        }
    }

    @Test(arguments: [false, true])
    func deliversInOrder(usesTrampoline: Bool) {
        let collector = Collector(usesTrampoline: usesTrampoline)
        for number in 0..<100 { collector.send(number) }
        #expect(collector.messages == Array(0..<100))
    }

    @Test(arguments: [false, true])
    func reentrantMessagesAreDeliveredInOrder(usesTrampoline: Bool) {
        let collector = Collector(usesTrampoline: usesTrampoline) { collector, message in
            if message < 100 {
                collector.send(message * 10)
                collector.send(message * 10 + 1)
            }
        }
        collector.send(1)
        #expect(collector.messages == [1, 10, 11, 100, 101, 110, 111])
        #expect(!collector.hasOverlap)
    }

    @Test(arguments: [false, true])
    func allReentrantMessagesAreDeliveredByTheSendingThread(usesTrampoline: Bool) {
        let collector = Collector(usesTrampoline: usesTrampoline) { collector, message in
            if message < 1_000 { collector.send(message + 1) }
        }
        collector.send(1)
        #expect(collector.messages == Array(1...1_000))
    }

    /// Another thread sends an error between the decision to hold a message and the hold itself.
    @Test(arguments: [false, true])
    func errorSentDuringAHoldDoesNotWait(usesTrampoline: Bool) {
        let scope = Scope()
        let collector = Collector(usesTrampoline: usesTrampoline, downstream: scope)
        scope.pause()
        let hasBegun = collector.turn.tryBegin()
        #expect(hasBegun)
        collector.send(1)
        let batch = collector.turn.takeWaiting(atMost: 64)
        collector.turn.stopHolding()
        collector.send(2)
        collector.hold(batch.messages, from: batch.range.lowerBound, until: scope)
        #expect(collector.messages == [1, 2])
        scope.open()
        #expect(collector.messages == [1, 2])
    }

    @Test(.tags(.realThreads), arguments: [false, true])
    func noMessageIsPendingWhenAllCallsHaveReturned(usesTrampoline: Bool) async {
        let (isDelivering, hasSent) = (Latch(), Latch())
        let collector = Collector(usesTrampoline: usesTrampoline) { _, message in
            guard message == 0 else { return }
            isDelivering.open()
            #expect(hasSent.wait())
        }
        let hasReturned = await onThreads([
            { collector.send(0) },
            {
                #expect(isDelivering.wait())
                for number in 1...1_000 { collector.send(number) }
                hasSent.open()
            },
        ])
        #expect(hasReturned)
        #expect(collector.messages == Array(0...1_000))
    }

    /// The subscriber pauses while the turn is offered, and another thread takes over.
    @Test(.tags(.realThreads), arguments: [false, true])
    func messagesOfATurnThatIsTakenOverAreHeld(usesTrampoline: Bool) async {
        let scope = Scope()
        let collector = Collector(usesTrampoline: usesTrampoline, downstream: scope)
        let (hasBegun, hasSent, isOffered, isTaken) = (Latch(), Latch(), Latch(), Latch())
        let hasReturned = await onThreads([
            {
                let begins = collector.turn.tryBegin()
                #expect(begins)
                hasBegun.open()
                #expect(hasSent.wait())
                let offers = collector.turn.offer()
                #expect(offers)
                scope.pause()
                isOffered.open()
                #expect(isTaken.wait())
                let reclaims = collector.turn.reclaim()
                #expect(!reclaims)
            },
            {
                #expect(hasBegun.wait())
                collector.send(1)
                hasSent.open()
                #expect(isOffered.wait())
                collector.send(2)
                isTaken.open()
            },
        ])
        #expect(hasReturned)
        #expect(collector.messages.isEmpty)
        collector.send(3)
        #expect(collector.messages.isEmpty)
        scope.open()
        #expect(collector.messages == [1, 2, 3])
        collector.send(4)
        #expect(collector.messages == [1, 2, 3, 4])
    }

    @Test(.tags(.realThreads), arguments: [false, true])
    func errorFromAnotherThreadDoesNotWaitForAPausedSubscriber(usesTrampoline: Bool) async {
        for round in 0..<200 {
            let scope = Scope()
            let collector = Collector(usesTrampoline: usesTrampoline, downstream: scope) { _, _ in scope.pause() }
            let start = Latch()
            let hasReturned = await onThreads([
                {
                    start.open()
                    for number in 1...8 { collector.sendOrHold(number) }
                },
                {
                    _ = start.wait()
                    collector.turn.stopHolding()
                    collector.send(0)
                },
            ])
            guard hasReturned, collector.messages.contains(0) else {
                Issue.record("the error has not been delivered in round \(round): \(collector.messages)")
                return
            }
            #expect(collector.messages.filter { $0 > 0 } == Array(1...8))
            #expect(!collector.hasOverlap)
        }
    }

    @Test(.tags(.realThreads), arguments: [false, true])
    func deliversAllMessagesFromSeveralThreads(usesTrampoline: Bool) {
        let collector = Collector(usesTrampoline: usesTrampoline)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<5_000 { collector.send(thread * 5_000 + number) }
        }
        #expect(!collector.hasOverlap)
        #expect(Set(collector.messages) == Set(0..<20_000))
        #expect(collector.messages.count == 20_000)
        for thread in 0..<4 {
            let own = collector.messages.filter { $0 / 5_000 == thread }
            #expect(own == own.sorted(), "the messages of a thread are out of order")
        }
    }
}
