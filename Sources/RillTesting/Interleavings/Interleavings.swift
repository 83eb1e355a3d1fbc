/// Runs a test in all orders in which several serial schedulers can run their work.
///
///     let report = Interleavings().run { order in
///         let (network, ui) = (order.scheduler("network"), order.scheduler("ui"))
///         let (source, received) = (PublishSubject<Int>(), Recorder<Int>())
///         let subscription = received.record(source.observeOn(ui))
///         order.perform(on: network) { source.onNext(1) }
///         order.perform(on: order.scheduler("caller")) { subscription.dispose() }
///         try order.run()
///         order.expect(received.values.count < 2)
///     }
///     print(report)     // passed in all 3 orders
///
/// Each scheduler represents a thread: it runs its work in order, in virtual time. Whenever several schedulers have
/// work that is due at the same time, any of them can run next. The closure is called once for each order, on the
/// calling thread, and must behave the same each time: create all objects inside it, and do not use the real time or
/// random values. An order that fails runs again to create the report. A random order that fails is also simplified:
/// variants with fewer switches run, at most 500 of them.
///
/// Orders with fewer preemptions run first; a preemption is a switch away from a scheduler that still has work. The
/// first order that fails therefore has the fewest preemptions. If there are more orders than the limit, the second
/// half of the runs uses random orders in which switches are rare: the schedulers have random priorities, and up to
/// three times per order, at a random step, the priority of a scheduler is lowered. A random order can repeat an
/// earlier one.
///
/// There is a choice only if several schedulers have work. Independent work is not detected, so orders that differ only
/// in the order of independent work all run.
///
/// With Swift Testing, use `expectInterleavings`; with XCTest, use `assertInterleavings`.
public struct Interleavings: Sendable {
    /// The orders to run.
    enum Selection: Sendable {
        case search(limit: Int, seed: UInt64)
        case replay(String)
    }

    let selection: Selection

    /// Creates a search for an order that fails.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of orders. Must be at least 1. Defaults to 10,000.
    ///   - seed: The seed of the random orders. Defaults to 0.
    public init(limit: Int = 10_000, seed: UInt64 = 0) {
        precondition(limit > 0, "Interleavings: limit must be at least 1, got \(limit)")
        selection = .search(limit: limit, seed: seed)
    }

    /// Runs a single order, for example one that failed.
    ///
    /// - Parameter order: The order from the report of a failure.
    public init(replaying order: String) {
        selection = .replay(order)
    }

    /// Calls a closure once for each order, until one fails.
    ///
    /// An order fails if the closure throws or if an expectation of the ``Interleaving`` is not met.
    ///
    /// - Parameter body: A closure that creates the streams, performs steps, runs them, and checks the result.
    /// - Returns: The number of orders, and the failure if there is one.
    public func run(_ body: (Interleaving) throws -> Void) -> Report {
        withoutActuallyEscaping(body) { body in
            let search = OrderSearch(body: body)
            return switch selection {
            case .replay(let text): search.replay(text)
            case .search(let limit, let seed): search.run(limit: limit, seed: seed)
            }
        }
    }
}
