/// The limits and time limits of a WebSocket connection.
public struct WebSocketOptions: Sendable, Hashable {
    /// The maximum size of a received message in bytes, after decompression.
    ///
    /// Defaults to 16 MiB. A larger message fails the connection with ``WebSocketCloseCode/messageTooBig``.
    public var maximumMessageSize = 16 << 20

    /// The maximum payload size of a received frame in bytes, before decompression.
    ///
    /// Defaults to `nil`, which means that only the size of messages is limited.
    public var maximumFrameSize: Int?

    /// The maximum number of bytes of messages that wait to be sent.
    ///
    /// Defaults to 16 MiB. Further messages fail with ``WebSocketSendError/tooManyPending(limit:)``. Each message counts at least
    /// 128 bytes. A single message can have any size.
    public var maximumPendingSize = 16 << 20

    /// The maximum time from the start of an attempt to the response that accepts the connection, or to the end of a response
    /// that rejects it.
    ///
    /// Defaults to 30 seconds. Must be greater than zero.
    public var handshakeTimeout = Duration.seconds(30)

    /// The maximum time between the close frames of both sides, and from then until the server closes the connection.
    ///
    /// The time begins again while the message before the close frame is being written.
    ///
    /// Defaults to 10 seconds.
    public var closeTimeout = Duration.seconds(10)

    /// The time after which a ping is sent if nothing was received, and after which the connection fails if nothing was
    /// received since the ping.
    ///
    /// Defaults to 20 seconds. Must be greater than zero. `nil` sends no pings. The time is not counted while no
    /// subscriber reads messages. Connections of `URLSessionTransport` send no pings.
    public var keepAliveInterval: Duration? = .seconds(20)

    /// The offered compression of messages, or `nil` for none.
    ///
    /// Defaults to `nil`. The server decides whether messages are compressed.
    public var compression: WebSocketCompression?

    /// Creates options with default values.
    public init() {}

    /// The reason that the options are invalid, or `nil` if they are valid.
    var invalidReason: String? {
        let sizes = [maximumMessageSize, maximumFrameSize ?? 0, maximumPendingSize]
        if let size = sizes.first(where: { $0 < 0 }) { return "a maximum size must not be negative, got \(size)" }
        if closeTimeout < .zero { return "closeTimeout must not be negative, got \(closeTimeout)" }
        guard let interval = keepAliveInterval, interval <= .zero else { return nil }
        return "keepAliveInterval must be greater than zero, got \(interval)"
    }
}

/// The compression of messages with permessage-deflate.
///
/// A compressor needs up to 256 KiB of memory per connection, and a decompressor up to 44 KiB. The sizes of compressed messages
/// can reveal a secret that is sent together with data that others choose.
///
/// - SeeAlso: RFC 7692
public struct WebSocketCompression: Sendable, Hashable {
    /// Whether a message is compressed with knowledge of the previous ones.
    ///
    /// `false` makes messages larger, but needs less memory.
    public var keepsContext: Bool

    /// The base-2 logarithm of the maximum distance of repetitions in bytes, from 9 to 15.
    ///
    /// Other values are limited to this range.
    public var windowBits: Int {
        didSet { windowBits = Self.limited(windowBits) }
    }

    /// Creates a compression.
    ///
    /// - Parameters:
    ///   - keepsContext: Whether a message is compressed with knowledge of the previous ones. Defaults to `true`.
    ///   - windowBits: The base-2 logarithm of the maximum distance of repetitions in bytes, from 9 to 15. Other values are
    ///     limited to this range. Defaults to 15.
    public init(keepsContext: Bool = true, windowBits: Int = 15) {
        self.keepsContext = keepsContext
        self.windowBits = Self.limited(windowBits)
    }

    private static func limited(_ windowBits: Int) -> Int { min(max(windowBits, 9), 15) }

    /// The parameters of the extension.
    var parameters: DeflateParameters {
        DeflateParameters(
            serverNoContextTakeover: !keepsContext, clientNoContextTakeover: !keepsContext,
            serverMaxWindowBits: windowBits < 15 ? windowBits : nil, clientMaxWindowBits: windowBits)
    }
}
