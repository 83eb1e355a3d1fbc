public import Rill
public import RillHTTP

/// A transport for a test that sends nothing: using it is the failure.
///
///     let client = Client(
///         baseURL: "https://qiita.example",
///         transport: UnimplementedTransport { sentence in Issue.record("\(sentence)") })
///
/// Every request is reported when it is subscribed to, and fails.
public struct UnimplementedTransport: Transport {
    private let onUse: @Sendable (String) -> Void

    /// Creates a transport that reports what is sent.
    ///
    /// - Parameter onUse: Is told of each request in a sentence that names its method and its path, and holds nothing of its
    ///   query and its fields; called on the thread that subscribes. It is the place to fail the test.
    public init(onUse: @escaping @Sendable (String) -> Void) {
        self.onUse = onUse
    }

    /// Reports the request, and fails.
    ///
    /// ## Errors
    /// ``RillHTTP/TransportError/Code/unavailable`` with the same sentence, always.
    ///
    /// - Parameters:
    ///   - request: Not sent.
    ///   - body: Not sent.
    /// - Returns: An observable that reports each subscription, and fails at once.
    public func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred { [onUse] in
            let sentence =
                "\(request.methodAndPath) was sent through an unimplemented transport: no request was expected"
            onUse(sentence)
            return .error(TransportError(.unavailable, sentence))
        }
    }
}
