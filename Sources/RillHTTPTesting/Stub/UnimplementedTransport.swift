public import RillHTTP

/// A transport that fails every request, for tests in which no request is expected.
///
///     let client = Client(
///         baseURL: "https://qiita.example",
///         transport: UnimplementedTransport { message in Issue.record("\(message)") })
///
/// Each request is reported when it is subscribed to, not when it is created.
public struct UnimplementedTransport: Transport {
    private let onUse: @Sendable (String) -> Void

    /// Creates a transport that reports each request to a closure.
    ///
    /// - Parameter onUse: A closure that fails the test. It receives a message with the method and the path of the
    ///   request, without its query and header fields, on the subscribing thread.
    public init(onUse: @escaping @Sendable (String) -> Void) {
        self.onUse = onUse
    }

    /// Reports the request and fails.
    ///
    /// ## Errors
    /// ``/RillHTTP/TransportError/Code/unavailable`` with the reported message.
    ///
    /// - Parameters:
    ///   - request: The request, which is not sent.
    ///   - body: The request body, which is not sent.
    /// - Returns: An observable that reports each subscription and fails immediately.
    public func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred { [onUse] in
            let message = "\(request.methodAndPath) failed: UnimplementedTransport does not expect any request"
            onUse(message)
            return .error(TransportError(.unavailable, message))
        }
    }
}
