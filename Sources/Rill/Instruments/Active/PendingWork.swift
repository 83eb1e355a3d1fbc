/// Work of a subscription that has not ended, as listed by a registry.
struct PendingWork: Sendable {
    enum Content: Sendable {
        /// Work on a scheduler, after a delay or as soon as possible.
        case scheduled(any Scheduler, Duration?)
        /// An exchange with its method and redacted URL.
        case exchange(String)
    }

    let id: UInt64
    let content: Content
    let begin: Duration

    var kind: ActiveSubscriptions.Entry.Kind {
        switch content {
        case .scheduled(_, let delay): delay == nil ? .work : .timer
        case .exchange: .exchange
        }
    }

    var name: String {
        switch content {
        case .scheduled(let scheduler, _): "\(scheduler)"
        case .exchange(let name): name
        }
    }

    var scheduler: (any Scheduler)? {
        if case .scheduled(let scheduler, _) = content { scheduler } else { nil }
    }

    var delay: Duration? {
        if case .scheduled(_, let delay) = content { delay } else { nil }
    }
}

extension Observable {
    /// Lists the subscription as an exchange in the registry that records the subscriber.
    ///
    /// - Parameter name: A closure that returns the method and the URL, without secrets.
    package func listedAsExchange(_ name: @escaping @Sendable () -> String) -> Observable {
        Observable { observer in
            guard let record = observer.scope.attributes?.record, record.isTracked else { return start(observer) }
            let id = record.begin(.exchange(name()))
            observer.scope.onStop { record.end(id) }
            start(
                Observer(observer.scope) { event in
                    if event.isTerminal { record.end(id) }
                    observer.send(event)
                })
        }
    }
}
