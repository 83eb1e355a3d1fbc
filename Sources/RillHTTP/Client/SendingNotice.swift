internal import Rill

extension Observable<TransportEvent> {
    /// Calls a closure each time that the inner middleware passes a request to the transport.
    ///
    /// The time before that, for example in the queue of a limit, does not depend on the server.
    ///
    /// - Parameter action: A closure that is called just before the transport is subscribed to, on the same thread.
    func onSending(_ action: @escaping @Sendable () -> Void) -> Observable<TransportEvent> {
        .withContext { context in
            let outer = context.onSending
            let notice: (@Sendable () -> Void)? = {
                outer?()
                action()
            }
            return self.context(\.onSending, notice)
        }
    }

    /// Returns the events of a transport that call the closures of `onSending` when they are subscribed to.
    func noticingSending() -> Observable<TransportEvent> {
        .withContext { context in
            context.onSending?()
            return self
        }
    }
}

extension StreamContext {
    /// The closure to call before a request is passed to the transport.
    fileprivate var onSending: (@Sendable () -> Void)? {
        get { self[SendingNotice.self] }
        set { self[SendingNotice.self] = newValue }
    }
}

private enum SendingNotice: StreamContextKey {
    static var defaultValue: (@Sendable () -> Void)? { nil }
}
