/// The reason for closing a WebSocket connection, as a number.
///
/// - SeeAlso: RFC 6455, 7.4
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number.
    public let rawValue: UInt16

    /// Creates a code.
    ///
    /// - Parameter rawValue: The number. Applications use 3000 to 4999.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The number in decimal digits.
    public var description: String { "\(rawValue)" }

    /// The purpose of the connection is fulfilled.
    public static let normalClosure = Self(rawValue: 1000)
    /// The server shuts down, or the user leaves.
    public static let goingAway = Self(rawValue: 1001)
    /// The peer violated the protocol.
    public static let protocolError = Self(rawValue: 1002)
    /// The peer sent a kind of message that cannot be accepted.
    public static let unsupportedData = Self(rawValue: 1003)
    /// The close frame contains no code, so this code is never sent.
    public static let noStatusReceived = Self(rawValue: 1005)
    /// The connection ended without a close frame, so this code is never sent.
    public static let abnormalClosure = Self(rawValue: 1006)
    /// The content of a message is invalid, for example because a text is not UTF-8.
    public static let invalidPayload = Self(rawValue: 1007)
    /// A message violates a policy.
    public static let policyViolation = Self(rawValue: 1008)
    /// A message exceeds the size limit.
    public static let messageTooBig = Self(rawValue: 1009)
    /// The server did not accept an extension that the client requires.
    public static let mandatoryExtension = Self(rawValue: 1010)
    /// An unexpected condition prevents the request from being fulfilled.
    public static let internalError = Self(rawValue: 1011)
    /// The server restarts.
    public static let serviceRestart = Self(rawValue: 1012)
    /// The server is overloaded.
    public static let tryAgainLater = Self(rawValue: 1013)
    /// A gateway received an invalid response from the server behind it.
    public static let badGateway = Self(rawValue: 1014)

    /// Whether a close frame may contain the code.
    ///
    /// The codes up to 2999 are reserved for the protocol. The registry of IANA has added those from 1012 to 1014.
    var isValidInFrame: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
