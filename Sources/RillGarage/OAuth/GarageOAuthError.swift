public import Foundation
public import RillHTTP

/// An OAuth error response of a Garage server: `{"error": "invalid_grant", "error_description": "…"}`.
///
///     catch let error as APIError where error.garageOAuth?.code == .invalidGrant { … prompt for the password … }
///
/// - SeeAlso: RFC 6749, 5.2
public struct GarageOAuthError: Error, Sendable, Hashable {
    /// The machine-readable error code.
    public let code: Code

    /// The error description for developers, or `nil` if the response has none (JSON key: `error_description`).
    public let message: String?

    /// The status code: 400, 401 or 403.
    ///
    /// Doorkeeper releases differ in the status for each error code.
    public let status: HTTPResponse.Status

    /// An OAuth error code, such as `invalid_grant`.
    ///
    /// Servers may send values that have no static member.
    public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The raw value used by the service.
        public let rawValue: String

        /// Creates a code from its raw value.
        ///
        /// - Parameter rawValue: The raw value used by the service.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a code from a string literal.
        ///
        /// - Parameter value: The value in the API.
        public init(stringLiteral value: String) {
            rawValue = value
        }

        /// The raw value used by the service.
        public var description: String { rawValue }

        /// A parameter is missing or repeated.
        public static let invalidRequest: Code = "invalid_request"

        /// The client is unknown, or its secret is wrong.
        public static let invalidClient: Code = "invalid_client"

        /// The user name or password is wrong, or the refresh token is expired, revoked or already used.
        public static let invalidGrant: Code = "invalid_grant"

        /// The application may not use the grant type or revoke the token.
        public static let unauthorizedClient: Code = "unauthorized_client"

        /// The server does not support the grant type.
        public static let unsupportedGrantType: Code = "unsupported_grant_type"

        /// A requested scope is unknown or not allowed.
        public static let invalidScope: Code = "invalid_scope"

        /// The token is unknown, expired or revoked.
        public static let invalidToken: Code = "invalid_token"
    }

    /// Creates an error from an unsuccessful response, or returns `nil` if the response contains no OAuth error.
    ///
    /// - Parameters:
    ///   - head: The response head. Its `WWW-Authenticate` header field is used if the body contains no error.
    ///   - body: The response body.
    public init?(head: HTTPResponse, body: Data) {
        self.init(head: head, body: body, by: Redactor())
    }

    private init?(head: HTTPResponse, body: Data, by redactor: Redactor) {
        let wire = try? JSONDecoder().decode(Wire.self, from: body)
        guard let code = wire?.error ?? Self.word(in: head.headerFields[.wwwAuthenticate] ?? "") else { return nil }
        self.code = Code(rawValue: redactor.text(code))
        message = wire?.description.map { redactor.text($0) }
        status = head.status
    }

    private struct Wire: Decodable {
        let error: String
        let description: String?

        enum CodingKeys: String, CodingKey {
            case error
            case description = "error_description"
        }
    }

    /// Returns the value of the `error` parameter in a challenge.
    private static func word(in challenge: String) -> String? {
        guard let begin = challenge.firstRange(of: "error=\"") else { return nil }
        let word = challenge[begin.upperBound...].prefix { $0 != "\"" }
        return word.isEmpty ? nil : String(word)
    }

    static let decoder = ErrorDecoder(hiding: { GarageOAuthError(head: $0, body: $1, by: $2) })
}

extension GarageOAuthError: CustomStringConvertible {
    /// The message and the code.
    public var description: String { message.map { "\"\($0)\" (\(code))" } ?? "\(code)" }
}

extension APIError {
    /// The OAuth error response to a token request, or `nil` if the error has another cause or the response contains no
    /// OAuth error.
    ///
    /// Any request of a client that obtains or renews its token automatically can fail with this error.
    public var garageOAuth: GarageOAuthError? { underlying as? GarageOAuthError }
}
