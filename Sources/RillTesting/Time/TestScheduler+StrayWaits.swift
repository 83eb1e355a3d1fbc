internal import Rill

/// Notes about operators that wait on other schedulers, usually because a `scheduler:` argument is missing.
extension TestScheduler: TestClock {
    package func note(_ scheduler: any Scheduler, usedBy path: () -> [ErrorTrace.Step]) {
        let name: String
        if let other = scheduler as? TestScheduler {
            // All schedulers of an interleaving have the same time.
            if other === self || other.interleaving != nil { return }
            name = "another TestScheduler"
        } else {
            // A scheduler with the same time may forward to this one.
            if scheduler is ImmediateScheduler || scheduler.now == now { return }
            name = "\(type(of: scheduler))"
        }
        let steps = path()
        // The location of an operator in a library does not lead to the code of the user.
        let isInLibrary = Set(steps.map { $0.file.prefix { $0 != "/" } }).count > 1
        let text = (isInLibrary ? steps : Array(steps.prefix(1))).map(\.description).joined(separator: " in the ")
        addStrayWait("\(text) waits on \(name), not on the clock of the test. Pass scheduler: kit.scheduler")
    }

    /// Runs a closure and records the operators that wait on other schedulers.
    ///
    /// Only subscriptions that the closure creates are observed.
    func watching<Result>(_ work: () -> Result) -> Result {
        SubscriptionWatch.with({ $0.clock = self }, work)
    }

    /// Appends the operators that wait on other schedulers, the likely cause, to a failure message.
    ///
    /// - Parameter message: The message, or `nil` if there is no failure.
    /// - Returns: The message, or `nil` if there is no failure.
    package func explaining(_ message: String?) -> String? {
        message.map { ([$0] + strayWaits()).joined(separator: "\n") }
    }
}
