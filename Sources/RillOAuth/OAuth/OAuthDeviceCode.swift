internal import RillHTTP

/// The user code for a sign-in on another device, and the page where the user enters it.
///
/// The description does not show the codes.
///
/// - SeeAlso: RFC 8628, 3.2
public struct OAuthDeviceCode: Sendable, Hashable {
    /// The code that the user enters (JSON key: `user_code`).
    public let userCode: String

    /// The URL of the page where the user enters the code (JSON key: `verification_uri`).
    public let verificationURI: String

    /// The URL of the page with the code filled in, for a link or QR code, or `nil` if there is none (JSON key:
    /// `verification_uri_complete`).
    public let verificationURIComplete: String?

    /// The time until the codes expire (JSON key: `expires_in`, in seconds).
    public let expiresIn: Duration

    /// The minimum time between polls, at least 1 second (JSON key: `interval`, in seconds).
    ///
    /// Defaults to 5 seconds if the response omits it.
    public let interval: Duration

    /// The code with which the token is requested.
    let deviceCode: String
}

extension OAuthDeviceCode: Decodable {
    private enum CodingKeys: String, CodingKey {
        case deviceCode = "device_code"
        case userCode = "user_code"
        case verificationURI = "verification_uri"
        case verificationURIComplete = "verification_uri_complete"
        case expiresIn = "expires_in"
        case interval
        // The key that servers used before RFC 8628.
        case formerVerificationURI = "verification_url"
    }

    /// Decodes the response of a server.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: Any error thrown by the decoder, or `DecodingError.dataCorrupted` if a code or a URL cannot be shown to the
    ///   user, or a duration is invalid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func url(_ key: CodingKeys, _ text: String) throws -> String {
            let start = text.prefix(8).lowercased()
            guard start.hasPrefix("https://") || start.hasPrefix("http://"),
                text.utf8.allSatisfy({ 0x20 < $0 && $0 < 0x7F })
            else { throw container.corrupted(key, "expected a URL with the scheme http or https") }
            return text
        }
        deviceCode = try container.decode(String.self, forKey: .deviceCode)
        userCode = try container.decode(String.self, forKey: .userCode)
        guard !userCode.isEmpty, userCode.singleLine() == userCode else {
            throw container.corrupted(.userCode, "expected a code without control characters")
        }
        let hasFormerURI = !container.contains(.verificationURI) && container.contains(.formerVerificationURI)
        let key = hasFormerURI ? CodingKeys.formerVerificationURI : .verificationURI
        verificationURI = try url(key, try container.decode(String.self, forKey: key))
        verificationURIComplete = try container.decodeIfPresent(String.self, forKey: .verificationURIComplete)
            .map { try url(.verificationURIComplete, $0) }
        guard let lifetime = try container.decodeSeconds(forKey: .expiresIn), lifetime > .zero else {
            throw container.corrupted(.expiresIn, "expected a number of seconds greater than zero")
        }
        expiresIn = lifetime
        interval = max(try container.decodeSeconds(forKey: .interval) ?? .seconds(5), .seconds(1))
    }
}

extension OAuthDeviceCode: CustomStringConvertible, CustomReflectable {
    /// The lifetime and the page, without the codes.
    public var description: String {
        "OAuthDeviceCode(\(HTTPRequest.redactedURL(verificationURI)), valid for \(expiresIn.components.seconds) s)"
    }

    /// A mirror without the codes, so that `dump` does not show them.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "verificationURI": HTTPRequest.redactedURL(verificationURI), "expiresIn": expiresIn,
                "interval": interval,
            ], displayStyle: .struct)
    }
}
