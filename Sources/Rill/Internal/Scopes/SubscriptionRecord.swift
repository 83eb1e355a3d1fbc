internal import Synchronization

/// A test's record of one subscription: its call site, whether it is active, and how many of its scopes are alive.
package final class SubscriptionRecord: Sendable {
    /// The call site of the subscription.
    let site: OperatorCallSite

    /// The handler for undelivered errors; `nil` for the default.
    let undeliveredErrorHandler: UndeliveredErrors.Handler?

    private let isClosed = Atomic(false)
    private let scopes = Atomic(0)

    /// Creates a record and adds it to the log, or returns `nil` if no test observes the task's subscriptions.
    init?(_ watch: SubscriptionWatch, _ site: OperatorCallSite) {
        guard watch.log != nil || watch.handler != nil else { return nil }
        self.site = site
        undeliveredErrorHandler = watch.handler
        watch.log?.add(self)
    }

    /// The operator that subscribed, with its source location.
    package var place: ErrorTrace.Step { site.step }

    /// Whether the subscription has neither terminated nor been disposed.
    package var isOpen: Bool { !isClosed.load(ordering: .acquiring) }

    /// The number of scopes of the subscription in memory, excluding the scope referenced by its disposable.
    package var scopesLeft: Int { max(0, scopes.load(ordering: .acquiring) - 1) }

    func close() { isClosed.store(true, ordering: .releasing) }
    func enter() { scopes.wrappingAdd(1, ordering: .relaxed) }
    func leave() { scopes.wrappingSubtract(1, ordering: .releasing) }
}

/// The handler, the log, and the instruments for the subscriptions that a task creates.
package struct SubscriptionWatch: Sendable {
    /// The handler for undelivered errors.
    package var handler: UndeliveredErrors.Handler?

    /// The log to which subscriptions are added.
    package var log: (any SubscriptionLog)?

    /// The instruments that observe the subscriptions.
    var instruments: [any Instrument] = []

    /// The watch of the current task, if there is one.
    package static var current: SubscriptionWatch? {
        isUsed ? bound : nil
    }

    @TaskLocal private static var bound: SubscriptionWatch?

    /// Whether a watch has ever been bound, so that a new subscription must check for one.
    static var isUsed: Bool { used.load(ordering: .relaxed) }

    private static let used = Atomic(false)

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
        used.store(true, ordering: .relaxed)
        var watch = bound ?? SubscriptionWatch()
        change(&watch)
        return watch
    }
}

/// A log of the subscriptions and resources of a test.
package protocol SubscriptionLog: AnyObject, Sendable {
    /// Adds a new subscription.
    ///
    /// - Parameter record: The record of the subscription.
    func add(_ record: SubscriptionRecord)

    /// Adds a resource with potentially unfinished work, such as a scheduler or a transport.
    ///
    /// - Parameter source: The resource to check at the end of the test.
    func add(_ source: any OpenWorkSource)
}

/// A resource that can have unfinished work at the end of a test.
package protocol OpenWorkSource: AnyObject, Sendable {
    /// The current unfinished work.
    var openWork: [OpenWork] { get }
}

/// An item of unfinished work.
package struct OpenWork: Sendable {
    /// The kind of work.
    package enum Kind: Sendable {
        /// Scheduled work that is not due yet.
        case timer

        /// A request without a complete response.
        case request
    }

    /// The kind of work.
    package let kind: Kind

    /// A description, such as `due at tick 7` or `GET /tags`.
    package let text: String

    /// Creates a description of unfinished work.
    ///
    /// - Parameters:
    ///   - kind: The kind of work.
    ///   - text: The description. Must not contain secrets.
    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
