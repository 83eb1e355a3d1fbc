/// The operators that an error passed through, from its origin to the subscription that receives it.
///
///     tags.checkpoint("tags").retry(2).observeOn(MainScheduler.shared)
///         .subscribe(onError: { error in print(error, ErrorTrace.current ?? "") })     // … tags > retry > observeOn(main)
///
/// Elements incur no overhead: an operator records its name and source location only when an error passes through.
public struct ErrorTrace: Sendable {
    /// An operator, checkpoint, or subscription in the trace.
    public struct Step: Sendable, Hashable {
        /// The kind of a step.
        public enum Kind: Sendable, Hashable {
            /// A source or an operator.
            case `operator`

            /// A part of the chain named by ``ObservableConvertible/checkpoint(_:file:line:)``.
            case checkpoint

            /// The subscription that receives the error.
            case subscription
        }

        /// The kind of this step.
        public let kind: Kind

        /// The name of the operator or checkpoint.
        public let name: String

        /// The file of the call site as a `#fileID`, such as `App/TagList.swift`.
        public let file: String

        /// The line of the call site.
        public let line: UInt
    }

    /// The steps, starting with the origin of the error.
    ///
    /// The number of steps is limited to 64. A longer trace is truncated at the end.
    public let steps: [Step]

    /// The trace of the error that is being passed to a closure on this thread, or `nil` outside such a closure.
    ///
    /// Available in closures that receive an error, and in functions that they call: the closures of `subscribe`, `do`,
    /// `catch`, `mapError`, and `retry`, and the handlers of ``UndeliveredErrors``.
    public static var current: ErrorTrace? {
        ThreadLocal.failing.map { ErrorTrace(steps: $0.steps) }
    }

    /// The subscription, if the error has reached it.
    public var subscription: Step? {
        steps.last.flatMap { $0.kind == .subscription ? $0 : nil }
    }

    static let limit = 64
}

extension ErrorTrace: CustomStringConvertible, CustomDebugStringConvertible {
    /// The names of the steps on one line, such as `tags > retry > observeOn(main)`.
    ///
    /// The first checkpoint replaces the steps before it.
    public var description: String {
        let named = steps.firstIndex { $0.kind == .checkpoint } ?? 0
        return steps[named...].filter { $0.kind != .subscription }.map(\.name).joined(separator: " > ")
    }

    /// All steps with their source locations, one per line.
    public var debugDescription: String {
        steps.map(\.description).joined(separator: "\n")
    }
}

extension ErrorTrace.Step: CustomStringConvertible {
    /// The name and source location, such as `retry at App/TagList.swift:14`.
    public var description: String { "\(name) at \(file):\(line)" }
}
