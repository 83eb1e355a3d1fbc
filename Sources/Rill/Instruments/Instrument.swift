/// An object that observes subscriptions as they run, for tracing, metrics, and tests.
///
///     final class Counter: Instrument {
///         private let count = Atomic(0)
///
///         func subscriptionBegan(_ subscription: InstrumentedSubscription) {
///             count.add(1, ordering: .relaxed)
///         }
///     }
///
///     tags.instrumented(by: Counter(), name: "tags")
///
/// Install an instrument for a stream with `instrumented(by:name:file:line:)`, for all subscriptions of a function with
/// ``withInstrument(_:operation:)``, or for an HTTP client. Several instruments can be combined: each receives the
/// calls for its own subscriptions. If the same instrument is installed for nested subscriptions, it is called only for
/// the innermost one.
///
/// All methods have an empty default implementation. They are called synchronously, from any thread, possibly from
/// several threads at the same time, and never with a lock held. A slow method delays the stream, but does not reorder
/// its events. A method may use streams, including the one that it observes. Subscriptions that it creates on the same
/// thread before it returns are not instrumented. Calls can follow ``subscriptionEnded(_:_:)``: for events that are in
/// progress on other threads, for the end or the cancellation of scheduled work, such as the work that delivers the
/// terminal event, and for work that continues for other subscribers or in the background.
///
/// The calls contain no elements, because they could be secret. See <doc:Instruments>.
public protocol Instrument: AnyObject, Sendable {
    /// Called before the source is subscribed to.
    ///
    /// - Parameter subscription: The subscription.
    func subscriptionBegan(_ subscription: InstrumentedSubscription)

    /// Called once for each subscription that began, either before its terminal event is delivered or when it is
    /// disposed.
    ///
    /// If a subscription is disposed while its terminal event arrives on another thread, the outcome can be `completed` or
    /// `failed`, although the event is not delivered.
    ///
    /// - Parameters:
    ///   - subscription: The subscription.
    ///   - outcome: The outcome.
    func subscriptionEnded(_ subscription: InstrumentedSubscription, _ outcome: InstrumentedSubscription.Outcome)

    /// Called before an event leaves the subscription, or passes a ``ObservableConvertible/checkpoint(_:file:line:)`` in it.
    ///
    /// - Parameters:
    ///   - checkpoint: The name of the checkpoint, or `nil` if the event leaves the subscription.
    ///   - event: The kind of the event.
    ///   - subscription: The subscription.
    func eventPassed(
        _ checkpoint: String?, _ event: InstrumentedSubscription.EventKind, in subscription: InstrumentedSubscription)

    /// Called when an operator of the subscription schedules work, and when the work begins and ends, or is canceled.
    ///
    /// - Parameters:
    ///   - hop: The scheduled work.
    ///   - phase: The new phase of the work.
    ///   - subscription: The subscription.
    func schedulerHop(_ hop: SchedulerHop, _ phase: SchedulerHop.Phase, in subscription: InstrumentedSubscription)

    /// Called when a bounded buffer in the subscription pauses or resumes its source.
    ///
    /// Not called for other pauses: by `flatMap(maxConcurrent:)` and `concatMap` at their limit, by `values`, `publisher`,
    /// and other subscribers between elements, and by `retry(when:)` and `repeat(when:)`, which pause their trigger.
    ///
    /// - Parameters:
    ///   - boundary: The buffer.
    ///   - subscription: The subscription.
    func boundaryChanged(_ boundary: BufferBoundary, in subscription: InstrumentedSubscription)

    /// Called when a ``RetryPolicy`` has decided how to proceed after an error.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - subscription: The subscription.
    func retryDecided(_ decision: RetryDecision, in subscription: InstrumentedSubscription)
}

extension Instrument {
    /// Does nothing.
    public func subscriptionBegan(_ subscription: InstrumentedSubscription) {}

    /// Does nothing.
    public func subscriptionEnded(
        _ subscription: InstrumentedSubscription, _ outcome: InstrumentedSubscription.Outcome
    ) {}

    /// Does nothing.
    public func eventPassed(
        _ checkpoint: String?, _ event: InstrumentedSubscription.EventKind, in subscription: InstrumentedSubscription
    ) {}

    /// Does nothing.
    public func schedulerHop(
        _ hop: SchedulerHop, _ phase: SchedulerHop.Phase, in subscription: InstrumentedSubscription
    ) {}

    /// Does nothing.
    public func boundaryChanged(_ boundary: BufferBoundary, in subscription: InstrumentedSubscription) {}

    /// Does nothing.
    public func retryDecided(_ decision: RetryDecision, in subscription: InstrumentedSubscription) {}
}
