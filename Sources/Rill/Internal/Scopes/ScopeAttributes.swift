extension Scope {
    /// The properties that most scopes do not have.
    final class Attributes: Sendable {
        struct Values: Sendable {
            /// The record of the subscription, or `nil` if the subscription is not recorded.
            var record: SubscriptionRecord?

            /// The scheduler on which parked sources are resumed, or `nil` to resume them on the calling thread.
            var resumer: (any Scheduler)?

            /// The checkpoint that an error passes when it leaves the scope.
            var checkpoint: ErrorPath.Checkpoint?

            /// The values that the subscriber has set.
            var context = StreamContext()

            /// The instruments of the subscription, or `nil` if there are none.
            var instrumentation: Instrumentation?

            /// The clock of the test that observes the subscription, or `nil` if there is none.
            var clock: (any TestClock)?
        }

        let values: Values

        init(_ values: Values) { self.values = values }

        /// Returns the attributes of a new subscription, which a test or an instrument may observe, or `nil` if it
        /// needs none.
        static func make(_ name: StaticString, _ location: CallSite, _ given: StreamContext?) -> Attributes? {
            let watch = SubscriptionWatch.current
            let record = SubscriptionRecord(watch, .subscription(name, location))
            let context = given ?? StreamContext()
            if given != nil { record?.note(context, depth: 0) }
            var instrumentation: Instrumentation?
            if let instruments = watch?.instruments, !instruments.isEmpty, !ThreadLocal.isInInstrument {
                instrumentation = Instrumentation(
                    instruments, name: "\(name)", location, context: context, outer: nil)
            }
            if given == nil, record == nil, instrumentation == nil, watch?.clock == nil { return nil }
            return Attributes(
                Values(record: record, context: context, instrumentation: instrumentation, clock: watch?.clock))
        }

        /// The initial bits of the scope of a new subscription.
        ///
        /// An observed subscription is marked as linked, so that its end is recorded.
        var bits: UInt32 {
            guard values.record != nil || values.instrumentation != nil else { return 0 }
            let isInstrumented = values.instrumentation != nil || values.record?.countsElements == true
            return Bit.linked | Bit.observed | (isInstrumented ? Bit.instrumented : 0)
        }

        /// The attributes that a child inherits, which include no checkpoint.
        var inherited: Attributes {
            guard values.checkpoint != nil else { return self }
            var inherited = values
            inherited.checkpoint = nil
            return Attributes(inherited)
        }
    }

    /// Returns the attributes of this scope with some of them changed.
    func attributes(changing change: (inout Attributes.Values) -> Void) -> Attributes {
        var values = attributes?.values ?? Attributes.Values()
        change(&values)
        return Attributes(values)
    }
}
