extension Scope {
    /// The properties that most scopes do not have.
    final class Attributes: Sendable {
        /// The record of the subscription in a test; `nil` if the subscription is not observed.
        let record: SubscriptionRecord?

        /// The scheduler on which parked sources are resumed; `nil` for the thread that resumes.
        let resumer: (any Scheduler)?

        /// The checkpoint that an error passes when it leaves the scope.
        let checkpoint: ErrorPath.Checkpoint?

        /// The values that the subscriber has set.
        let context: StreamContext

        init(
            record: SubscriptionRecord?, resumer: (any Scheduler)? = nil, checkpoint: ErrorPath.Checkpoint? = nil,
            context: StreamContext
        ) {
            self.record = record
            self.resumer = resumer
            self.checkpoint = checkpoint
            self.context = context
        }

        /// The attributes of a child, which has no checkpoint.
        var inherited: Attributes {
            checkpoint == nil ? self : Attributes(record: record, resumer: resumer, context: context)
        }
    }
}
