public import RillHTTPTypes

/// The timing and the result of one exchange, passed to ``Client/onMetrics`` when the exchange ends.
///
/// All times are measured from the subscription on the client's scheduler.
public struct ExchangeMetrics: Sendable {
    /// The method of the last request sent.
    public internal(set) var method: HTTPRequest.Method

    /// The URL of the last request sent, with secrets redacted.
    public internal(set) var url: String

    /// The status of the response, or `nil` if no response arrived.
    public internal(set) var status: HTTPResponse.Status?

    /// The attempts, including retries by the transport.
    ///
    /// The time before the first attempt was spent in middleware. ``APIError/Attempt/metrics`` contains the phases of each
    /// attempt.
    public internal(set) var attempts: [APIError.Attempt]

    /// When the request was first passed to the transport, or `nil` if it was not sent.
    public var sent: Duration? { attempts.first?.start }

    /// When the response head arrived, or `nil` if none arrived.
    public internal(set) var head: Duration?

    /// When the last byte of the body arrived, or `nil` if the body is incomplete.
    public internal(set) var body: Duration?

    /// When the exchange ended.
    public internal(set) var end: Duration

    /// The number of decompressed body bytes that arrived.
    public internal(set) var byteCount: Int

    /// Whether the exchange succeeded, or `nil` if the subscriber disposed its subscription before.
    public internal(set) var result: Result<Void, APIError>?
}
