internal import Rill

/// How a reader waits for events.
package enum ReaderPace: Sendable {
    /// Advances a virtual clock.
    case virtual(TestScheduler)

    /// Suspends the task, for at most the timeout.
    case real(timeout: Duration)

    /// The virtual clock, if there is one.
    var scheduler: TestScheduler? {
        if case .virtual(let scheduler) = self { scheduler } else { nil }
    }

    /// Runs a closure that subscribes, and in virtual time records the operators that wait on other schedulers.
    func watching<Result>(_ work: () -> Result) -> Result {
        scheduler?.watching(work) ?? work()
    }

    /// Waits until an event arrives.
    ///
    /// - Parameters:
    ///   - duration: The maximum time to wait. If it is `nil`, the timeout applies in real time; in virtual time, the
    ///     clock runs until no work is pending.
    ///   - inbox: The inbox that receives the event.
    ///   - isolation: The actor that runs the work of a virtual clock. Defaults to the caller's isolation.
    /// - Returns: The reason why no event arrived, or `nil` if an event arrived or the duration elapsed.
    func wait<Element>(
        for duration: Duration?, _ inbox: ReaderInbox<Element>, isolation: isolated (any Actor)? = #isolation
    ) async -> String? {
        switch self {
        case .real(let timeout):
            await inbox.wait(duration ?? timeout)
            if Task.isCancelled { return "the task was canceled" }
            return duration == nil ? "timed out after \(timeout)" : nil
        case .virtual(let scheduler):
            let end = duration.map { scheduler.now.adding($0) }
            do {
                // All work that is due at the time of the event also runs.
                try scheduler.run { inbox.isEmpty ? end ?? .longest : scheduler.now }
            } catch {
                return """
                    the clock \(error.reason): a stream does not terminate or schedules too much work. End it (take, \
                    dispose), or advance the scheduler before the call
                    """
            }
            if let end, inbox.isEmpty { scheduler.moveClock(to: end) }
            return duration == nil ? "no work is pending at \(scheduler.time)" : nil
        }
    }
}
