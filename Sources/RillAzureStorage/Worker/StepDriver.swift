internal import Foundation
internal import Rill

/// Performs the steps of a state machine one at a time, and holds the disposables of the operations that they started.
///
/// All variables are guarded by `lock`.
final class StepDriver<State: Sendable, Key: Hashable & Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State
    private var isRunning = false
    private var isClosed = false
    private var disposables: [(key: Key, disposable: Disposable)] = []

    init(_ state: State) {
        self.state = state
    }

    /// Changes the state without performing steps.
    func change(_ change: (inout State) -> Void) {
        lock.withLock { change(&state) }
    }

    /// Performs steps until `next` returns `nil`.
    ///
    /// If steps are already being performed, by this thread or another one, that call also performs the new steps.
    ///
    /// - Parameters:
    ///   - next: The closure that returns the next step from ``next(_:)``.
    ///   - perform: The closure that performs a step.
    func run<Step>(next: () -> Step?, perform: (Step) -> Void) {
        guard lock.withLock({ isRunning.claim() }) else { return }
        while let step = next() { perform(step) }
    }

    /// Returns the next step of the state, or `nil` if there is none until the state changes.
    func next<Step>(_ next: (inout State) -> Step?) -> Step? {
        lock.withLock {
            let step = next(&state)
            if step == nil { isRunning = false }
            return step
        }
    }

    // MARK: Disposables

    var isDisposed: Bool { lock.withLock { isClosed } }

    /// Holds the disposable of an operation, replacing the previous one with the same key, whose operation has ended.
    ///
    /// If the driver has been disposed, the disposable is disposed immediately, and the result is `false`.
    @discardableResult
    func hold(_ disposable: Disposable, for key: Key) -> Bool {
        let (isHeld, previous) = lock.withLock {
            guard !isClosed else { return (false, nil as Disposable?) }
            let previous = remove(key)
            disposables.append((key, disposable))
            return (true, previous)
        }
        if !isHeld { disposable.dispose() }
        // Release the previous disposable outside the lock.
        withExtendedLifetime(previous) {}
        return isHeld
    }

    func dispose(_ key: Key) {
        lock.withLock { remove(key) }?.dispose()
    }

    private func remove(_ key: Key) -> Disposable? {
        disposables.firstIndex { $0.key == key }.map { disposables.remove(at: $0).disposable }
    }

    /// Disposes the disposables whose keys satisfy a condition, in the order in which they were added.
    func disposeAll(where isIncluded: (Key) -> Bool) {
        let included = lock.withLock {
            defer { disposables.removeAll { isIncluded($0.key) } }
            return disposables.filter { isIncluded($0.key) }
        }
        for (_, disposable) in included { disposable.dispose() }
    }

    /// Changes the state, and disposes all disposables, including any that are added later.
    func dispose(_ change: (inout State) -> Void) {
        lock.withLock {
            change(&state)
            isClosed = true
        }
        disposeAll { _ in true }
    }
}

extension Bool {
    /// Sets the value to `true` and returns whether it was `false`.
    mutating func claim() -> Bool {
        defer { self = true }
        return !self
    }
}
