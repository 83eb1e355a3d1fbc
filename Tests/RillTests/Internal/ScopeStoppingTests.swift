import Foundation
import RillTestSupport
import Synchronization
import Testing

@testable import Rill

@Suite struct ScopeStoppingTests {
    private let log = Log<String>()

    @Test func beginStopDelaysTheActionsOfAllDescendants() {
        let scope = Scope()
        let child = scope.makeChild()
        let grandchild = child.makeChild()
        grandchild.onStop { log.append("grandchild") }
        #expect(child.beginStop())
        #expect(!child.beginStop() && !child.stop() && !grandchild.stop())
        #expect(grandchild.isStopped && child.makeChild().isStopped && !scope.isStopped)
        #expect(log.entries.isEmpty)
        child.finishStop()
        child.finishStop()
        scope.stop()
        #expect(log.entries == ["grandchild"])
    }

    @Test func stopRunsTheDelayedActionsOfDescendants() {
        let scope = Scope()
        let child = scope.makeChild()
        child.makeChild().onStop { log.append("grandchild") }
        child.beginStop()
        scope.stop()
        #expect(log.entries == ["grandchild"])
        child.finishStop()
        #expect(log.entries == ["grandchild"])
    }

    @Test func finishStopLeavesActionsToAnEndingParent() {
        let scope = Scope()
        let child = scope.makeChild()
        child.onStop { log.append("child") }
        child.beginStop()
        scope.beginStop()
        child.finishStop()
        #expect(log.entries.isEmpty)
        scope.finishStop()
        #expect(log.entries == ["child"])
    }

    @Test func deallocatedScopeRunsDelayedActions() {
        do {
            let scope = Scope()
            let child = scope.makeChild()
            child.onStop { log.append("child") }
            child.beginStop()
        }
        #expect(log.entries == ["child"])
    }

    @Test(.tags(.realThreads)) func delayedActionRunsOnceDuringConcurrentStop() async {
        for _ in 0..<1_000 {
            let log = Log<String>()
            let scope = Scope()
            let child = scope.makeChild()
            let grandchild = child.makeChild()
            grandchild.onStop { log.append("grandchild") }
            await withTaskGroup { group in
                group.addTask { _ = scope.stop() }
                group.addTask {
                    child.beginStop()
                    child.finishStop()
                }
                group.addTask {
                    grandchild.beginStop()
                    grandchild.finishStop()
                }
            }
            #expect(log.entries == ["grandchild"])
        }
    }

    @Test(arguments: [true, false]) func actionOnEndingScopeIsDelayed(isChild: Bool) {
        let root = Scope()
        let scope = isChild ? root.makeChild() : root
        scope.onStop { log.append("first") }
        scope.beginStop()
        scope.onStop { log.append("second") }
        scope.makeChild().onStop { log.append("third") }
        #expect(log.entries.isEmpty)
        scope.finishStop()
        #expect(log.entries == ["third", "second", "first"])
        scope.onStop { log.append("fourth") }
        #expect(log.entries.last == "fourth")
        root.stop()
    }

    @Test(.tags(.realThreads), arguments: [true, false])
    func actionAddedWhileScopeEndsRunsOnce(isChild: Bool) async {
        for _ in 0..<1_000 {
            let log = Log<String>()
            let root = Scope()
            let scope = isChild ? root.makeChild() : root
            await withTaskGroup { group in
                group.addTask {
                    scope.beginStop()
                    scope.finishStop()
                }
                group.addTask { scope.onStop { log.append("first") } }
                group.addTask { scope.onStop { log.append("second") } }
            }
            #expect(log.entries.sorted() == ["first", "second"])
            root.stop()
        }
    }
}
