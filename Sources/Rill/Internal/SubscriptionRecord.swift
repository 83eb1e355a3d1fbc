internal import Synchronization

/// What a test keeps of one subscription: where it was made, whether it runs, and how much of it is left.
package final class SubscriptionRecord: Sendable {
    /// Where the subscription was made.
    let site: Site

    /// Takes the errors that nobody else takes; nil for the default.
    let undeliveredErrorHandler: UndeliveredErrors.Handler?

    private let isClosed = Atomic(false)
    private let scopes = Atomic(0)

    private init(_ site: Site, _ handler: UndeliveredErrors.Handler?) {
        self.site = site
        undeliveredErrorHandler = handler
    }

    /// The operator that subscribed, and its place.
    package var place: ErrorTrace.Step { site.step }

    /// Whether the subscription has neither ended nor been disposed.
    package var isOpen: Bool { !isClosed.load(ordering: .acquiring) }

    /// How many scopes of the subscription are in memory, besides the one that its handle holds.
    package var scopesLeft: Int { max(0, scopes.load(ordering: .acquiring) - 1) }

    func close() { isClosed.store(true, ordering: .releasing) }
    func enter() { scopes.wrappingAdd(1, ordering: .relaxed) }
    func leave() { scopes.wrappingSubtract(1, ordering: .releasing) }

    /// Makes a record if the work under way is being watched.
    static func make(_ site: Site) -> SubscriptionRecord? {
        guard let watch = SubscriptionWatch.current else { return nil }
        let record = SubscriptionRecord(site, watch.handler)
        watch.log?.add(record)
        return record
    }
}

/// Whom the subscriptions of a task, and what they use, report to.
package struct SubscriptionWatch: Sendable {
    /// Takes the errors that nobody else takes.
    package var handler: UndeliveredErrors.Handler?

    /// Takes the subscriptions.
    package var log: (any SubscriptionLog)?

    /// That of the work under way, if there is one.
    package static var current: SubscriptionWatch? {
        isUsed ? bound : nil
    }

    @TaskLocal private static var bound: SubscriptionWatch?

    /// Whether anyone has ever bound one, so that a subscription needs to look.
    static var isUsed: Bool { used.load(ordering: .relaxed) }

    private static let used = Atomic(false)

    /// Binds a changed watch to a piece of work.
    ///
    /// - Parameters:
    ///   - change: Changes the one that is bound already, or an empty one.
    ///   - work: Makes the subscriptions.
    /// - Returns: What `work` returns.
    /// - Throws: What `work` throws.
    package static func with<Result>(
        _ change: (inout SubscriptionWatch) -> Void, _ work: () throws -> Result
    ) rethrows -> Result {
        try $bound.withValue(changed(change), operation: work)
    }

    /// Binds a changed watch to a piece of asynchronous work.
    ///
    /// - Parameters:
    ///   - isolation: Where the work runs.
    ///   - change: Changes the one that is bound already, or an empty one.
    ///   - work: Makes the subscriptions.
    /// - Returns: What `work` returns.
    /// - Throws: What `work` throws.
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

/// Keeps what a test's subscriptions report.
package protocol SubscriptionLog: AnyObject, Sendable {
    /// Takes a subscription that begins.
    ///
    /// - Parameter record: What is known of it, for as long as any of it is in memory.
    func add(_ record: SubscriptionRecord)

    /// Takes something that can have work open, such as a scheduler or a transport.
    ///
    /// - Parameter source: What to ask in the end.
    func add(_ source: any OpenWorkSource)
}

/// Something that can have work open at the end of a test.
package protocol OpenWorkSource: AnyObject, Sendable {
    /// The work that is open now.
    var openWork: [OpenWork] { get }
}

/// A piece of work that is open.
package struct OpenWork: Sendable {
    /// What it is.
    package enum Kind: Sendable {
        /// Work that waits for its time.
        case timer

        /// A request whose answer is not complete.
        case request
    }

    /// What it is.
    package let kind: Kind

    /// Which one: `due at tick 7`, `GET /tags`.
    package let text: String

    /// Describes a piece of work.
    ///
    /// - Parameters:
    ///   - kind: What it is.
    ///   - text: Which one, without secrets.
    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
