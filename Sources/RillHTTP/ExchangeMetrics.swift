/// When what happened to one exchange: handed to ``Client/onMetrics`` when it is over.
///
/// All times are counted from the subscription, on the client's scheduler.
public struct ExchangeMetrics: Sendable {
    /// How an exchange has ended.
    public enum Outcome: Sendable {
        /// With its value; of a stream: with its last element.
        case completed
        /// With an error.
        case failed(APIError)
        /// Its subscriber did not want to know any more.
        case disposed
    }

    /// The method of the request as it was sent last.
    public internal(set) var method: HTTPRequest.Method

    /// The address of the request as it was sent last, without secrets.
    public internal(set) var url: String

    /// The status of the answer; nil if none arrived.
    public internal(set) var status: HTTPResponse.Status?

    /// Each time that the request was sent, repeats by the transport included; the time before the first was spent in
    /// middleware.
    public internal(set) var attempts: [APIError.Attempt]

    /// When the request was handed to the transport for the first time; nil if it was not.
    public var sent: Duration? { attempts.first?.start }

    /// When the head of the answer was there; nil if none arrived.
    public internal(set) var head: Duration?

    /// When the last byte of the body was there; nil if it was not complete.
    public internal(set) var body: Duration?

    /// When all was over: the value read, the error known.
    public internal(set) var end: Duration

    /// How many bytes of the body arrived, decompressed.
    public internal(set) var byteCount: Int

    /// How it ended.
    public internal(set) var outcome: Outcome
}
