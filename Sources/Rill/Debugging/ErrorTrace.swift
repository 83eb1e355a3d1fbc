/// The way of an error: the operators it came through, from where it arose to who takes it.
///
///     tags.checkpoint("tags").retry(2).observeOn(MainScheduler.shared)
///         .subscribe(onError: { error in print(error, ErrorTrace.current ?? "") })     // … tags > retry > observeOn(main)
///
/// Nothing is kept for values that pass: an operator notes its name and place when an error comes by.
public struct ErrorTrace: Sendable {
    /// One operator, checkpoint or subscription on the way.
    public struct Step: Sendable, Hashable {
        /// What kind of thing the error came through.
        public enum Kind: Sendable, Hashable {
            /// A source or an operator.
            case `operator`

            /// A place that was given a name by ``ObservableConvertible/checkpoint(_:file:line:)``.
            case checkpoint

            /// Who takes the error in the end.
            case subscription
        }

        /// What kind of thing it is.
        public let kind: Kind

        /// The operator's name as it is called, or the checkpoint's.
        public let name: String

        /// The file in which it is called, as `#fileID` gives it: `App/TagList.swift`.
        public let file: String

        /// The line there.
        public let line: UInt
    }

    /// The steps, the first of them where the error arose; of a longer way the first, sixty-four in all.
    public let steps: [Step]

    /// The way of the error that is being handed to a closure on this thread; nil elsewhere.
    ///
    /// It is there in the closures that are handed an error, and in what they call: those of `subscribe`, `do`, `catch`,
    /// `mapError` and `retry`, and in the handlers of ``UndeliveredErrors``.
    public static var current: ErrorTrace? {
        ThreadLocal.failing.map { ErrorTrace(steps: $0.steps) }
    }

    /// The place where the subscription was made, if the error has come that far.
    public var subscription: Step? {
        steps.last.flatMap { $0.kind == .subscription ? $0 : nil }
    }

    static let limit = 64
}

extension ErrorTrace: CustomStringConvertible, CustomDebugStringConvertible {
    /// The names in a line: `tags > retry > observeOn(main)`.
    ///
    /// What stands before the first checkpoint is what that checkpoint is the name of, and is left out.
    public var description: String {
        let named = steps.firstIndex { $0.kind == .checkpoint } ?? 0
        return steps[named...].filter { $0.kind != .subscription }.map(\.name).joined(separator: " > ")
    }

    /// All steps with their places, one in a line.
    public var debugDescription: String {
        steps.map(\.description).joined(separator: "\n")
    }
}

extension ErrorTrace.Step: CustomStringConvertible {
    /// The name and the place: `retry at App/TagList.swift:14`.
    public var description: String { "\(name) at \(file):\(line)" }
}
