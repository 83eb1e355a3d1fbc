#if canImport(Combine)
    public import Combine

    extension Publisher where Output: Sendable {
        /// Returns an observable of the events of this Combine publisher.
        ///
        /// Supports back-pressure: one element is requested at a time, and none while the subscriber is paused.
        /// Disposal cancels the subscription. The publisher must be safe to use from any thread. If the publisher drops
        /// elements for which there is no demand, as `PassthroughSubject` does, elements that it sends during a pause
        /// are lost.
        ///
        /// ## Errors
        /// The publisher's failure.
        ///
        /// - Returns: A cold observable that subscribes to the publisher once for each subscriber.
        public func asObservable(file: StaticString = #fileID, line: UInt = #line) -> Observable<Output> {
            let publisher = UncheckedPublisher<Output, Failure> { self.subscribe($0) }
            return Observable { observer in
                publisher.subscribe(PublisherSubscriber(observer, at: OperatorCallSite("asObservable", file, line)))
            }
        }
    }

    /// A publisher that sendable closures can capture, because Combine requires publishers to be thread-safe.
    private struct UncheckedPublisher<Output: Sendable, Failure: Error>: @unchecked Sendable {  // immutable
        let subscribe: (PublisherSubscriber<Output, Failure>) -> Void
    }

    /// Requests an element whenever the observer is not paused.
    private final class PublisherSubscriber<Input: Sendable, Failure: Error>: Combine.Subscriber, @unchecked Sendable {
        // `subscription` is guarded by `lock`.
        private let observer: Observer<Input>
        private let site: OperatorCallSite
        private let lock = Lock()
        private var subscription: (any Combine.Subscription)?

        init(_ observer: Observer<Input>, at site: OperatorCallSite) {
            self.observer = observer.serialized(at: site)
            self.site = site
        }

        func receive(subscription: any Combine.Subscription) {
            lock.withLock { self.subscription = subscription }
            observer.scope.onStop { [weak self] in self?.cancel() }
            requestNext()
        }

        func receive(_ element: Input) -> Subscribers.Demand {
            if !observer.scope.isStopped { observer.send(.next(element)) }
            guard observer.scope.isOpen else {
                requestNext()
                return .none
            }
            return .max(1)
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            switch completion {
            case .finished: observer.send(.completed)
            case .failure(let error): observer.send(.error(error))
            }
        }

        private func requestNext() {
            observer.scope.whenOpen {
                guard !self.observer.scope.isStopped else { return }
                self.lock.withLock { self.subscription }?.request(.max(1))
            }
        }

        private func cancel() {
            lock.withLock { subscription.take() }?.cancel()
        }
    }
#endif
