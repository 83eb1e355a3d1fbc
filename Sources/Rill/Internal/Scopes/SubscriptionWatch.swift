internal import Synchronization

/// The handler, the registry, the clock, and the instruments for the subscriptions that a task creates.
package struct SubscriptionWatch: Sendable {
    /// The handler for undelivered errors.
    package var handler: UndeliveredErrors.Handler?

    /// The registry that lists the subscriptions.
    package var registry: ActiveSubscriptions?

    /// The log to which resources with unfinished work are added.
    package var log: (any OpenWorkLog)?

    /// The clock to which operators report their use of other schedulers.
    package var clock: (any TestClock)?

    /// The instruments that observe the subscriptions.
    var instruments: [any Instrument] = []

    /// The watch of the current task, or `nil` if there is none.
    package static var current: SubscriptionWatch? {
        isBound.load(ordering: .relaxed) ? bound : nil
    }

    @TaskLocal private static var bound: SubscriptionWatch?

    /// Whether a watch has ever been bound, or the registry of the process has been enabled, so that a new subscription must
    /// check for them.
    static var isUsed: Bool { used.load(ordering: .relaxed) }

    private static let used = Atomic(false)
    private static let isBound = Atomic(false)

    /// Requires new subscriptions to check for a watch and for the registry of the process.
    static func use() {
        used.store(true, ordering: .relaxed)
    }

    /// Binds a modified watch for the duration of a closure.
    ///
    /// - Parameters:
    ///   - change: A closure that modifies a copy of the current watch, or an empty watch if there is none.
    ///   - work: A closure that creates the subscriptions.
    /// - Returns: The value returned by `work`.
    /// - Throws: Any error thrown by `work`.
    package static func with<Result>(
        _ change: (inout SubscriptionWatch) -> Void, _ work: () throws -> Result
    ) rethrows -> Result {
        try $bound.withValue(changed(change), operation: work)
    }

    /// Binds a modified watch for the duration of an asynchronous closure.
    ///
    /// - Parameters:
    ///   - isolation: The actor isolation of `work`. Defaults to the isolation of the caller.
    ///   - change: A closure that modifies a copy of the current watch, or an empty watch if there is none.
    ///   - work: A closure that creates the subscriptions.
    /// - Returns: The value returned by `work`.
    /// - Throws: Any error thrown by `work`.
    package static func with<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ change: (inout SubscriptionWatch) -> Void, _ work: () async throws -> Result
    ) async rethrows -> Result {
        try await $bound.withValue(changed(change), operation: work, isolation: isolation)
    }

    private static func changed(_ change: (inout SubscriptionWatch) -> Void) -> SubscriptionWatch {
        isBound.store(true, ordering: .relaxed)
        use()
        var watch = bound ?? SubscriptionWatch()
        change(&watch)
        return watch
    }
}

/// The virtual clock of a test.
package protocol TestClock: AnyObject, Sendable {
    /// Records that an operator waits for a scheduler, unless that is the clock itself.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler.
    ///   - path: A closure that returns the operator, followed by the subscription to which it belongs.
    func note(_ scheduler: any Scheduler, usedBy path: () -> [ErrorTrace.Step])
}

/// A log of resources that a test uses.
package protocol OpenWorkLog: AnyObject, Sendable {
    /// Adds a resource with potentially unfinished work, such as a scheduler or a transport.
    ///
    /// - Parameter source: The resource to check at the end of the test.
    func add(_ source: any OpenWorkSource)
}

/// A resource that can have unfinished work at the end of a test: a scheduler with timers, or a transport with requests.
package protocol OpenWorkSource: AnyObject, Sendable {
    /// Descriptions of the current unfinished work, such as `due at tick 7` or `GET /tags`, without secrets.
    var openWork: [String] { get }
}
