internal import Rill
internal import Synchronization

/// The observer of a session's messages or bytes, which at most one closure waits for at a time.
final class PausableObserver<Element: Sendable>: Sendable {
    let observer: Observer<Element>
    private let isParked = Atomic(false)

    init(_ observer: Observer<Element>) { self.observer = observer }

    /// Returns whether the observer accepts an element.
    ///
    /// - Parameter resume: A closure that is called when a paused observer resumes, unless one is already waiting.
    func isReady(_ resume: @escaping @Sendable () -> Void) -> Bool {
        guard observer.isPaused else { return !observer.isDisposed }
        guard !isParked.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        let isWaiting = observer.whenResumed {
            self.isParked.store(false, ordering: .releasing)
            resume()
        }
        if !isWaiting { isParked.store(false, ordering: .releasing) }
        return !isWaiting
    }
}
