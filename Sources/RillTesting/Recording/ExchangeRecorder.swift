/// A transport that records its exchanges, such as `StubTransport`.
public protocol ExchangeRecorder: Sendable {
    /// Compares the exchanges recorded so far with diagrams, one per exchange, in the order of the requests.
    ///
    /// - Parameter diagrams: The expected exchanges. Pass an empty array if no request is expected.
    /// - Returns: A failure message, or `nil` if there is no difference.
    func exchangeDifference(from diagrams: [String]) -> String?
}
