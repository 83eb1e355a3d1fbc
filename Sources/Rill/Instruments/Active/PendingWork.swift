/// Work of a subscription that has not ended, as listed by a registry.
///
/// Contains only descriptions, so that the registry keeps neither schedulers nor streams in memory.
struct PendingWork: Sendable {
    let id: UInt64
    let kind: ActiveSubscriptions.Entry.Kind

    /// The name of the scheduler, or the method and redacted URL of an exchange.
    let name: String

    /// The debug texts of the context in which the work runs.
    let context: String
    let delay: Duration?

    /// The scheduler or transport if it can list the work itself; otherwise, `nil`.
    let owner: ObjectIdentifier?
    let begin: Duration
}

extension Scheduler {
    /// The description, or the name of the type if there is none, because the default description contains stored properties.
    package var displayName: String {
        (self as? any CustomStringConvertible)?.description ?? "\(type(of: self))"
    }
}

extension Observable {
    /// Lists the subscription as an exchange in the registry that records the subscriber's subscription.
    ///
    /// Call this method when the stream is subscribed to, because nothing is listed if no registry exists at the time
    /// of the call.
    ///
    /// - Parameters:
    ///   - transport: The transport, which may list the request itself.
    ///   - name: A closure that returns the method and the URL, without secrets.
    package func listedAsExchange(
        over transport: @autoclosure () -> Any, _ name: @escaping @Sendable () -> String
    ) -> Observable {
        guard SubscriptionWatch.isUsed else { return self }
        let owner = transport() as? any OpenWorkSource
        return Observable { observer in
            guard let attributes = observer.scope.attributes, let record = attributes.values.record, record.isTracked
            else {
                return start(observer)
            }
            let id = record.begin(.exchange, name(), on: owner, attributes.values.context)
            observer.scope.onStop { record.end(id) }
            start(
                Observer(observer.scope) { event in
                    if event.isTerminal { record.end(id) }
                    observer.send(event)
                })
        }
    }
}
