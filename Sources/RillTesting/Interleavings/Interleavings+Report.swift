extension Interleavings {
    /// The result of running a test in several orders.
    public struct Report: Sendable, CustomStringConvertible {
        /// The number of orders that ran, including the one that failed.
        public let count: Int

        /// Whether all orders ran.
        ///
        /// If this property is `false`, the limit was reached or an order failed before the others ran.
        public let isComplete: Bool

        /// The first order that failed, or `nil` if all of them passed.
        public let failure: Failure?

        /// The result, with the steps of the order that failed, if any.
        public var description: String {
            if let failure { return "\(failure)" }
            if isComplete { return count == 1 ? "passed in the only possible order" : "passed in all \(count) orders" }
            return "passed in \(count == 1 ? "1 order" : "\(count) orders"); there may be more"
        }
    }

    /// An order that failed.
    public struct Failure: Sendable, CustomStringConvertible {
        /// The reason for the failure, with the source location if an expectation failed.
        public let reason: String

        /// The order in the form that ``Interleavings/init(replaying:)`` accepts.
        ///
        /// The order consists of one letter for each choice of a scheduler. After the last letter, each scheduler
        /// continues until it has no more work.
        public let order: String

        /// The number of orders that ran up to and including this one.
        public let number: Int

        /// The steps, each with its scheduler and its source location.
        public let steps: [String]

        /// The reason for the failure, the steps, and the code that repeats the order.
        public var description: String {
            let shown = steps.count > 60 ? steps.prefix(50) + ["… \(steps.count - 50) more"] : steps[...]
            return """
                \(reason)
                in order \(number), with these steps:
                \(shown.map { "    \($0)\n" }.joined())run only this order with Interleavings(replaying: "\(order)")
                """
        }
    }
}
