public import RillHTTPTypes

extension Observable<TransportEvent> {
    /// Calls a closure each time that the inner middleware passes a request to the transport.
    ///
    /// Time that passes before that, such as in the queue of a limit, does not depend on the server.
    ///
    /// - Parameter action: A closure that is called just before the transport is subscribed to, on the same thread.
    /// - Returns: An observable of the same events.
    public func onSending(_ action: @escaping @Sendable () -> Void) -> Observable<TransportEvent> {
        .withContext { context in
            let outer = context.onSending
            let notice: (@Sendable () -> Void)? = {
                outer?()
                action()
            }
            return self.context(\.onSending, notice)
        }
    }
}

extension StreamContext {
    /// The closure to call before a request is passed to the transport.
    var onSending: (@Sendable () -> Void)? {
        get { self[SendingNotice.self] }
        set { self[SendingNotice.self] = newValue }
    }
}

private enum SendingNotice: StreamContextKey {
    static var defaultValue: (@Sendable () -> Void)? { nil }
}
