/// A subscription, or the part of it upstream of `instrumented(by:name:file:line:)`, as reported to an ``Instrument``.
public struct InstrumentedSubscription: Sendable, Identifiable {
    /// The outcome of a subscription.
    public enum Outcome: Sendable {
        /// The stream completed.
        case completed
        /// The stream failed with an error.
        case failed(any Error)
        /// The subscription was disposed before the stream terminated.
        case disposed
    }

    /// The kind of an event.
    public enum EventKind: Sendable, Hashable {
        /// An element.
        case next
        /// An error.
        case error
        /// Successful completion.
        case completed
    }

    /// A number that is unique in the process.
    public let id: UInt64

    /// The number of the enclosing subscription that has an instrument, or `nil` if there is none.
    public let parent: UInt64?

    /// The name given to `instrumented(by:name:file:line:)`, or the name of the operator that subscribed.
    public let name: String

    /// The values that the subscriber has set, such as a request ID.
    public let context: StreamContext

    /// The file of the call site as a `#fileID`, such as `App/TagList.swift`.
    ///
    /// For the instruments of an HTTP client, this is the call site of the enclosing subscription: of the closest
    /// `instrumented(by:name:file:line:)`, or else of the operator that subscribed. The properties `values` and `publisher`
    /// cannot record their call site, so this is a file of Rill.
    public var file: String { location.file }

    /// The line of the call site.
    public var line: UInt { location.line }

    let location: CallSite
}

extension InstrumentedSubscription: CustomStringConvertible {
    /// The name, number, and call site, such as `tags #17 at App/TagList.swift:14`.
    public var description: String { "\(name) #\(id) at \(file):\(line)" }
}

/// Work that an operator schedules, as reported to an ``Instrument``.
///
/// The work can begin on another thread. A tracing tool draws it as an arrow from the thread that schedules it.
public struct SchedulerHop: Sendable, Identifiable {
    /// A phase of scheduled work.
    public enum Phase: Sendable, Hashable {
        /// The work was passed to the scheduler.
        case scheduled
        /// The work begins on the current thread.
        case began
        /// The work has finished on the current thread.
        case ended
        /// The work was canceled before it began.
        case canceled
    }

    /// A number that is unique in the process.
    public let id: UInt64

    /// The name of the scheduler, such as `main`.
    public let scheduler: String

    /// The delay of a timer, or `nil` for work that runs as soon as possible.
    public let delay: Duration?
}

/// A bounded buffer that pauses its source, as reported to an ``Instrument``.
public struct BufferBoundary: Sendable, Identifiable {
    /// A number that is unique in the process.
    public let id: UInt

    /// The name of the operator.
    public let name: String

    /// Whether the source is paused.
    ///
    /// Two consecutive changes can be reported by two threads at the same time.
    public let isPaused: Bool

    /// The number of buffered events.
    public let count: Int

    /// The maximum number of buffered events.
    public let capacity: Int
}
