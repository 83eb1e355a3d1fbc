import Foundation
import RillTestSupport
import Synchronization
import Testing

@testable import Rill

@Suite struct ScopeTests {
    private let runs = SerialState(0)
    private let order = SerialState<[String]>([])

    @Test func onlyFirstStopReturnsTrue() {
        let scope = Scope()
        #expect(scope.isOpen)
        #expect(scope.stop() == true)
        #expect(scope.stop() == false)
        #expect(scope.isStopped == true)
        #expect(scope.isOpen == false)
    }

    @Test func stopStopsDescendantsAndRunsTheirActions() {
        let root = Scope()
        let child = root.makeChild()
        let grandchild = child.makeChild()
        root.onStop { order.value.append("root") }
        grandchild.onStop { order.value.append("grandchild") }
        root.stop()
        #expect(child.isStopped && grandchild.isStopped)
        #expect(order.value.sorted() == ["grandchild", "root"])
    }

    @Test func stoppingAChildDoesNotStopTheParent() {
        let root = Scope()
        let first = root.makeChild()
        let second = root.makeChild()
        let third = root.makeChild()
        second.stop()
        #expect(root.isOpen && first.isOpen && third.isOpen)
        root.stop()
        #expect(first.isStopped && third.isStopped)
    }

    @Test func actionOnStoppedScopeRunsImmediately() {
        let scope = Scope()
        scope.stop()
        scope.onStop { runs.value += 1 }
        #expect(runs.value == 1)
        #expect(scope.makeChild().isStopped)
    }

    @Test func disposedActionRunsOnce() {
        let scope = Scope()
        scope.addAction { runs.value += 1 }.dispose()
        #expect(runs.value == 1)
        scope.stop()
        #expect(runs.value == 1)
    }

    @Test func actionsAndChildrenStopInReverseOrder() {
        let scope = Scope()
        scope.onStop { order.value.append("1") }
        scope.makeChild().onStop { order.value.append("2") }
        scope.onStop { order.value.append("3") }
        scope.stop()
        #expect(order.value == ["3", "2", "1"])
    }

    @Test func releasedDisposableRunsOnlyAddedActions() {
        do {
            let scope = Scope { order.value.append("disposal") }
            scope.onStop { order.value.append("first") }
            scope.onStop { order.value.append("second") }
        }
        #expect(order.value == ["second", "first"])
    }

    @Test func stoppedDisposableRunsAllActions() {
        let scope = Scope { order.value.append("disposal") }
        scope.onStop { order.value.append("added") }
        scope.stop()
        #expect(order.value == ["disposal", "added"])
    }

    @Test func pausePausesExistingAndNewChildren() {
        let root = Scope()
        let before = root.makeChild()
        root.pause()
        let after = root.makeChild()
        #expect(!before.isOpen && !after.isOpen)
        #expect(!before.isStopped)
        root.open()
        #expect(before.isOpen && after.isOpen)
    }

    @Test func pausedChildStaysPausedWhenParentOpens() {
        let root = Scope()
        let child = root.makeChild()
        let grandchild = child.makeChild()
        child.pause()
        root.pause()
        root.open()
        #expect(!child.isOpen && !grandchild.isOpen)
        child.open()
        #expect(child.isOpen && grandchild.isOpen)
    }

    @Test func parkedWorkRunsOnceOnOpen() {
        let root = Scope()
        let child = root.makeChild()
        #expect(!child.park { runs.value += 1 })
        root.pause()
        #expect(child.park { runs.value += 1 })
        #expect(runs.value == 0)
        root.open()
        #expect(runs.value == 1)
        root.pause()
        root.open()
        #expect(runs.value == 1)
    }

    @Test func stoppedScopeDropsParkedWork() {
        let scope = Scope()
        scope.pause()
        #expect(scope.park { runs.value += 1 })
        scope.stop()
        scope.open()
        #expect(runs.value == 0)
        #expect(scope.park { runs.value += 1 })
        #expect(runs.value == 0)
    }

    @Test func resumesOnTheSchedulerOfTheChild() {
        let scheduler = ManualScheduler()
        let root = Scope()
        let grandchild = root.makeChild(resumingOn: scheduler).makeChild()
        root.pause()
        #expect(grandchild.park { runs.value += 1 })
        root.open()
        #expect(runs.value == 0)
        scheduler.run()
        #expect(runs.value == 1)
    }

    @Test func deallocatedScopeRunsItsActions() {
        do {
            let scope = Scope()
            scope.onStop { runs.value += 1 }
        }
        #expect(runs.value == 1)
    }

    /// The lock delays the pause until the scope is opened again.
    @Test(.tags(.realThreads)) func allSourcesResumeIfAnotherThreadPausesAndOpensTheScope() async {
        for _ in 0..<100 {
            let root = Scope()
            let parent = root.makeChild()
            let runs = Atomic(0)
            let first = Latch()
            let isPaused = Latch()
            let resume: @Sendable () -> Void = {
                guard runs.wrappingAdd(1, ordering: .relaxed).oldValue == 0 else { return }
                first.open()
                _ = isPaused.wait()
            }
            root.pause()
            for _ in 0..<2 { #expect(parent.makeChild().park(resume)) }
            let pause: @Sendable () -> Void = { if first.wait() { root.pause() } }
            let open: @Sendable () -> Void = {
                guard first.wait() else { return }
                root.sharedLock.withLock {
                    while !root.isPausedByOwner { sched_yield() }
                    isPaused.open()
                    // Let the first source return before the scope is opened.
                    for _ in 0..<100 { sched_yield() }
                }
                root.open()
            }
            guard await onThreads([{ root.open() }, pause, open]), runs.load(ordering: .relaxed) == 2 else {
                Issue.record("a source has not been resumed")
                return
            }
        }
    }

    @Test(.tags(.realThreads)) func allSourcesResumeIfThePausedScopeIsPausedAgainAndOpened() {
        for round in 0..<2_000 {
            let root = Scope()
            let source = root.makeChild().makeChild()
            let hasRun = Atomic(false)
            root.pause()
            #expect(source.park { hasRun.store(true, ordering: .relaxed) })
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 { root.pause() } else { root.open() }
            }
            root.open()
            guard hasRun.load(ordering: .relaxed) else {
                Issue.record("the source has not been resumed in round \(round)")
                return
            }
        }
    }

    /// A thread has paused a scope, but its pause has not reached the scopes below when an ancestor is paused.
    @Test(arguments: [true, false]) func allSourcesResumeAfterAnUnfinishedPause(opensAncestorFirst: Bool) {
        let resumed = SerialState<[String]>([])
        let root = Scope()
        let sibling = root.makeChild()
        let scope = root.makeChild()
        let source = scope.makeChild().makeChild()
        root.pause()
        #expect(
            sibling.park {
                resumed.value.append("sibling")
                scope.word.bitwiseOr(Scope.Bit.pausedByOwner, ordering: .relaxed)
                root.pause()
            })
        #expect(source.park { resumed.value.append("source") })
        root.open()
        #expect(resumed.value == ["sibling"])
        for opened in opensAncestorFirst ? [root, scope] : [scope, root] { opened.open() }
        #expect(resumed.value == ["sibling", "source"])
    }

    @Test(.tags(.realThreads)) func concurrentStopRunsFirstActionOnce() {
        for round in 0..<5_000 {
            let scope = Scope()
            let runs = Countdown(from: 2)
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                switch thread {
                case 0: scope.onStop { _ = runs.step() }
                case 1: scope.stop()
                default:
                    if round.isMultiple(of: 2) { scope.makeChild().onStop { _ = runs.step() } } else { _ = runs.step() }
                }
            }
            #expect(runs.left.load(ordering: .acquiring) == 0)
        }
    }

    /// When a child is added, the stored action moves to another scope.
    @Test(.tags(.realThreads)) func stopReturnsAfterFirstActionWhileChildIsAdded() {
        for _ in 0..<(ThreadSanitizer.isActive ? 10_000 : 200_000) {
            let scope = Scope()
            let hasRun = Atomic(false)
            let hasRunAfterStop = Atomic(false)
            scope.onStop { hasRun.store(true, ordering: .releasing) }
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 {
                    _ = scope.makeChild()
                } else {
                    scope.stop()
                    hasRunAfterStop.store(hasRun.load(ordering: .acquiring), ordering: .relaxed)
                }
            }
            guard hasRunAfterStop.load(ordering: .relaxed) else {
                Issue.record("stop() returned before the action had run")
                return
            }
        }
    }

    @Test(.tags(.realThreads)) func allActionsRunDuringConcurrentStopPauseAndChildCreation() {
        for _ in 0..<2_000 {
            let root = Scope()
            let runs = Countdown(from: 40)
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                switch thread {
                case 0:
                    root.pause()
                    root.open()
                    root.stop()
                case 1:
                    for _ in 0..<20 { root.makeChild().onStop { _ = runs.step() } }
                case 2:
                    for _ in 0..<20 { root.onStop { _ = runs.step() } }
                default:
                    for _ in 0..<20 { root.makeChild().stop() }
                }
            }
            #expect(runs.left.load(ordering: .acquiring) == 0)
        }
    }
}

extension Tag {
    /// Tests that use real threads and also run under the thread sanitizer.
    @Tag static var realThreads: Self
}
