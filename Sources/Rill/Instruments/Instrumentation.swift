internal import Synchronization

/// The instruments that observe a subscription.
package final class Instrumentation: Sendable {
    /// An instrument and the subscription for which it is called.
    package struct Target: Sendable {
        /// The instrument.
        package let instrument: any Instrument

        /// The innermost subscription for which the instrument is installed.
        package let subscription: InstrumentedSubscription

        /// The instrument if it receives events with their elements; otherwise, `nil`.
        private let eventInstrument: (any EventInstrument)?

        fileprivate init(_ instrument: any Instrument, _ subscription: InstrumentedSubscription) {
            self.instrument = instrument
            self.subscription = subscription
            eventInstrument = instrument as? any EventInstrument
        }

        fileprivate func pass<Element>(_ checkpoint: String?, _ event: Event<Element>) {
            if let eventInstrument {
                eventInstrument.passed(checkpoint, event, in: subscription)
            } else {
                instrument.eventPassed(checkpoint, event.kind, in: subscription)
            }
        }
    }

    /// The instruments, innermost first, without duplicates.
    package let targets: [Target]

    /// The number of targets that are installed for this subscription.
    ///
    /// The others are installed for an enclosing subscription.
    private let ownCount: Int
    private let phase = Atomic(Phase.created)

    private enum Phase {
        static let created: UInt8 = 0
        /// The beginning of the subscription is being reported.
        static let beginning: UInt8 = 1
        static let active: UInt8 = 2
        static let ended: UInt8 = 3
    }

    init(
        _ instruments: [any Instrument], name: String, _ location: CallSite, context: StreamContext,
        outer: Instrumentation?
    ) {
        let subscription = InstrumentedSubscription(
            id: Self.nextID(), parent: outer?.targets.first?.subscription.id, name: name, context: context,
            location: location)
        var targets: [Target] = []
        for instrument in instruments where !targets.contains(where: { $0.instrument === instrument }) {
            targets.append(Target(instrument, subscription))
        }
        ownCount = targets.count
        for target in outer?.targets ?? [] where !targets.contains(where: { $0.instrument === target.instrument }) {
            targets.append(target)
        }
        self.targets = targets
    }

    // MARK: Calls

    /// Reports the beginning of the subscription, unless the subscription has already ended.
    ///
    /// - Returns: `true` if this call reported the beginning; otherwise, `false`.
    @discardableResult
    func begin() -> Bool {
        guard change(from: Phase.created, to: Phase.beginning) else { return false }
        callOwn { $0.instrument.subscriptionBegan($0.subscription) }
        // The subscription may have been disposed in the meantime.
        if !change(from: Phase.beginning, to: Phase.active) { callEnded(.disposed) }
        return true
    }

    /// Reports the outcome of the subscription if the subscription is active.
    func end(_ outcome: InstrumentedSubscription.Outcome) {
        let last = phase.exchange(Phase.ended, ordering: .acquiringAndReleasing)
        if last == Phase.active { callEnded(outcome) }
    }

    private func callEnded(_ outcome: InstrumentedSubscription.Outcome) {
        callOwn { $0.instrument.subscriptionEnded($0.subscription, outcome) }
    }

    private func change(from old: UInt8, to new: UInt8) -> Bool {
        phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }

    /// Reports an event that leaves the subscription.
    func pass<Element>(_ event: Event<Element>) {
        callOwn { $0.pass(nil, event) }
        switch event {
        case .next: break
        case .error(let error): end(.failed(error))
        case .completed: end(.completed)
        }
    }

    /// Reports an event that passes a checkpoint.
    func pass<Element>(_ checkpoint: String, _ event: Event<Element>) {
        call { $0.pass(checkpoint, event) }
    }

    /// Calls all instruments.
    package func call(_ body: (Target) -> Void) {
        Self.call(targets[...], body)
    }

    private func callOwn(_ body: (Target) -> Void) {
        Self.call(targets.prefix(ownCount), body)
    }

    private static func call(_ targets: ArraySlice<Target>, _ body: (Target) -> Void) {
        let outer = ThreadLocal.isInInstrument
        ThreadLocal.isInInstrument = true
        for target in targets { body(target) }
        ThreadLocal.isInInstrument = outer
    }

    // MARK: Numbers

    private static let lastID = Atomic<UInt64>(0)

    /// Returns a number that is unique in the process.
    package static func nextID() -> UInt64 {
        lastID.add(1, ordering: .relaxed).newValue
    }
}

/// Scheduled work that reports either its beginning and end or its cancellation.
final class ReportedHop: Sendable {
    /// The instruments and the work that is reported to them, or `nil` if there are no instruments.
    private let reported: (instrumentation: Instrumentation, hop: SchedulerHop)?

    /// The record that lists the work until it begins or is canceled, and the number of the work in that record, or
    /// `nil` if there is no record.
    private let listing: (record: SubscriptionRecord, number: UInt64)?
    private let isOver = Atomic(false)

    /// Reports that work is about to be passed to a scheduler.
    ///
    /// Returns `nil` if nothing observes the work.
    init?(_ attributes: Scope.Attributes, on scheduler: any Scheduler, after delay: Duration?) {
        let record = attributes.values.record.flatMap { $0.isTracked ? $0 : nil }
        guard record != nil || attributes.values.instrumentation != nil else { return nil }
        let name = scheduler.displayName
        listing = record.map {
            let owner = scheduler as? any OpenWorkSource
            return (
                $0, $0.begin(delay == nil ? .work : .timer, name, after: delay, on: owner, attributes.values.context)
            )
        }
        reported = attributes.values.instrumentation.map {
            ($0, SchedulerHop(id: Instrumentation.nextID(), scheduler: name, delay: delay))
        }
        report(.scheduled)
    }

    /// Reports that the work begins or that it was canceled, whichever happens first.
    ///
    /// Returns `true` if this call made the report, or `false` if the work had already started or been canceled.
    @discardableResult
    func end(_ phase: SchedulerHop.Phase) -> Bool {
        if isOver.exchange(true, ordering: .relaxed) { return false }
        if let listing { listing.record.end(listing.number) }
        report(phase)
        return true
    }

    /// Returns a closure that runs the work and reports its beginning and end.
    func reporting(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        {
            let isReported = self.end(.began)
            work()
            if isReported { self.report(.ended) }
        }
    }

    private func report(_ phase: SchedulerHop.Phase) {
        guard let reported else { return }
        reported.instrumentation.call { $0.instrument.schedulerHop(reported.hop, phase, in: $0.subscription) }
    }
}

extension Event {
    fileprivate var kind: InstrumentedSubscription.EventKind {
        switch self {
        case .next: .next
        case .error: .error
        case .completed: .completed
        }
    }
}

extension Observable {
    /// Creates a new source observable for each subscriber, like `deferred`, with access to the instruments of the
    /// subscription.
    ///
    /// - Parameter makeSource: A closure that receives the instruments, or `nil` if there are none.
    package static func deferred(
        observing makeSource: @escaping @Sendable (Instrumentation?) throws -> Observable,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        Observable { observer in
            do {
                TailSubscription.start(try makeSource(observer.scope.instrumentation), observer)
            } catch {
                observer.fail(error, at: OperatorCallSite("deferred", file, line))
            }
        }
    }
}
