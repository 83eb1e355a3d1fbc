#if canImport(Combine)
    public import Combine

    /// A Combine publisher of the events of an observable.
    ///
    /// Created by ``ObservableConvertible/publisher``.
    public struct ObservablePublisher<Output: Sendable>: Publisher {
        /// The type of the errors that the publisher can send.
        public typealias Failure = any Error

        let source: Observable<Output>

        /// Attaches a subscriber, which controls the source by its demand.
        ///
        /// - Parameter subscriber: The subscriber.
        public func receive<Downstream: Combine.Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == any Error {
            let subscription = DemandSubscription(
                source,
                Receiver(receive: { subscriber.receive($0) }, complete: { subscriber.receive(completion: $0) }))
            subscriber.receive(subscription: subscription)
        }
    }

    /// The methods of a Combine subscriber as closures.
    private struct Receiver<Input: Sendable> {
        let receive: (Input) -> Subscribers.Demand
        let complete: (Subscribers.Completion<any Error>) -> Void
    }

    /// Passes events to a subscriber according to its demand.
    private final class DemandSubscription<Input: Sendable>: Combine.Subscription, @unchecked Sendable {
        // The variables are guarded by `lock`. The subscriber receives one event at a time, as `isDelivering` ensures.
        private static var capacity: Int { 1_024 }

        private let lock = Lock()
        private var downstream: Receiver<Input>?
        private var demand = Subscribers.Demand.none
        private var pending = Fifo<Event<Input>>()
        private var isDelivering = false
        private let source = LazyReference<PausableSubscription<Input>>()

        init(_ observable: Observable<Input>, _ downstream: Receiver<Input>) {
            self.downstream = downstream
            // Weak, because the subscriber owns this object.
            _ = source.storeIfNil(PausableSubscription(observable, "publisher") { [weak self] in self?.receive($0) })
        }

        func request(_ demand: Subscribers.Demand) {
            guard demand > .none else { return }
            lock.withLock { self.demand += demand }
            deliver()
        }

        func cancel() {
            source.load()?.dispose()
            _ = lock.withLock {
                defer { pending = Fifo() }
                return (downstream.take(), pending)
            }
        }

        private func receive(_ event: Event<Input>) {
            let isOverflow = lock.withLock {
                let isOverflow = !event.isTerminal && pending.count >= Self.capacity
                pending.append(
                    isOverflow ? .error(StreamError.bufferOverflow(of: "publisher", capacity: Self.capacity)) : event)
                return isOverflow
            }
            if isOverflow { source.load()?.dispose() }
            deliver()
        }

        /// Delivers the pending events for which there is demand, and then pauses or resumes the source.
        private func deliver() {
            while let (event, downstream) = takeNext() {
                switch event {
                case .next(let element):
                    let more = downstream.receive(element)
                    lock.withLock {
                        demand += more
                        isDelivering = false
                    }
                case .error(let error):
                    downstream.complete(.failure(error))
                case .completed:
                    downstream.complete(.finished)
                }
            }
            if wantsMore == false { source.load()?.pause() }
            // The demand is read again, because another thread may have requested elements before the pause.
            if wantsMore == true { source.load()?.open() }
        }

        /// Whether there is demand, or `nil` after the stream has ended and during a delivery, which checks the demand
        /// itself.
        private var wantsMore: Bool? {
            lock.withLock { isDelivering || downstream == nil ? nil : demand > .none }
        }

        private func takeNext() -> (Event<Input>, Receiver<Input>)? {
            lock.withLock {
                guard !isDelivering, let downstream, let event = pending.first else { return nil }
                if event.isTerminal {
                    self.downstream = nil
                } else {
                    guard demand > .none else { return nil }
                    demand -= 1
                    isDelivering = true
                }
                _ = pending.popFirst()
                return (event, downstream)
            }
        }
    }
#endif
