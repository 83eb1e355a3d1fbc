public import Foundation
public import RillHTTP

/// An OAuth error response: `{"error": "invalid_grant", "error_description": "…"}`.
///
///     catch let error as APIError where error.oauth?.code == .invalidGrant { … }
///
/// - SeeAlso: RFC 6749, 4.1.2.1 and 5.2
public struct OAuthError: Error, Sendable, Hashable {
    /// The machine-readable error code (JSON key: `error`).
    public let code: Code

    /// The error description for developers, or `nil` if the response has none (JSON key: `error_description`).
    public let message: String?

    /// The URL of a page with information about the error, or `nil` if the response has none (JSON key: `error_uri`).
    public let uri: String?

    /// The status code of the response, or `nil` if the error arrived in a browser's redirect.
    ///
    /// Servers differ in the status for each error code.
    public let status: HTTPResponse.Status?

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

        /// The user name or password is wrong, or the code or refresh token is expired, revoked or already used.
        public static let invalidGrant: Code = "invalid_grant"

        /// The application may not use the grant type or revoke the token.
        public static let unauthorizedClient: Code = "unauthorized_client"

        /// The server does not support the grant type.
        public static let unsupportedGrantType: Code = "unsupported_grant_type"

        /// A requested scope is unknown or not allowed.
        public static let invalidScope: Code = "invalid_scope"

        /// The token is unknown, expired or revoked.
        public static let invalidToken: Code = "invalid_token"

        /// The user or the server denied the request.
        public static let accessDenied: Code = "access_denied"

        /// The user has not decided yet.
        ///
        /// ``OAuth/signInWithDeviceCode(scopes:prompt:)`` continues to poll.
        public static let authorizationPending: Code = "authorization_pending"

        /// The client polls too often.
        ///
        /// ``OAuth/signInWithDeviceCode(scopes:prompt:)`` polls less often.
        public static let slowDown: Code = "slow_down"

        /// The device code has expired.
        public static let expiredToken: Code = "expired_token"
    }

    /// Creates an error from an unsuccessful response, or returns `nil` if the response contains no OAuth error.
    ///
    /// - Parameters:
    ///   - head: The response head. Its `WWW-Authenticate` header field is used if the body contains no error.
    ///   - body: The response body.
    public init?(head: HTTPResponse, body: Data) {
        let wire = try? JSONDecoder().decode(Wire.self, from: body)
        guard let code = wire?.error ?? Self.code(in: head.headerFields) else { return nil }
        self.init(code: code, message: wire?.description, uri: wire?.uri, status: head.status)
    }

    /// Creates an error from a successful response without a token, as GitHub sends it.
    ///
    /// - Parameters:
    ///   - head: The response head.
    ///   - body: The response body.
    ///   - redact: A closure that redacts the secrets of the request.
    init?(ofAccepted head: HTTPResponse, body: Data, _ redact: (String) -> String) {
        guard let wire = try? JSONDecoder().decode(Wire.self, from: body), !wire.hasToken else { return nil }
        self.init(code: wire.error, message: wire.description, uri: wire.uri, status: head.status, redact)
    }

    /// Creates an error from the parameters of a response.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - message: The description.
    ///   - uri: The URL of a page.
    ///   - status: The status of the response.
    ///   - redact: A closure that redacts the secrets of the request. Defaults to none, for redacted parameters.
    init(
        code: String, message: String?, uri: String?, status: HTTPResponse.Status?,
        _ redact: (String) -> String = { $0 }
    ) {
        // A redirect can have any length.
        self.code = Code(rawValue: redact(code).singleLine())
        self.message = message.map { redact($0).singleLine() }
        self.uri = uri.map { HTTPRequest.redactedURL(redact($0)).singleLine() }
        self.status = status.map { .init(code: $0.code, reasonPhrase: redact($0.reasonPhrase).singleLine()) }
    }

    private struct Wire: Decodable {
        let error: String
        let description: String?
        let uri: String?
        let hasToken: Bool

        private enum CodingKeys: String, CodingKey {
            case error
            case description = "error_description"
            case uri = "error_uri"
            case accessToken = "access_token"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            error = try container.decode(String.self, forKey: .error)
            // Only the code affects the behavior, so other values of the wrong type are ignored.
            description = try? container.decodeIfPresent(String.self, forKey: .description)
            uri = try? container.decodeIfPresent(String.self, forKey: .uri)
            hasToken = (try? container.decodeNil(forKey: .accessToken)) == false
        }
    }

    /// Returns the first `error` parameter of a challenge.
    private static func code(in fields: HTTPFields) -> String? {
        fields.challenges(in: .wwwAuthenticate).lazy.compactMap { $0.parameters?["error"] }.first { !$0.isEmpty }
    }

    /// A decoder of the error responses of token endpoints.
    public static let decoder = ErrorDecoder { OAuthError(head: $0, body: $1) }
}

extension OAuthError: CustomStringConvertible {
    /// The message, the code, and the URL of the error page.
    public var description: String {
        let text = message.map { "\"\($0)\" (\(code))" } ?? "\(code)"
        return uri.map { "\(text), see \($0)" } ?? text
    }
}

extension APIError {
    /// The OAuth error response to a token request, or `nil` if the error has another cause or the response contains no
    /// OAuth error.
    ///
    /// Any request of a client that obtains or renews its token automatically can fail with this error.
    public var oauth: OAuthError? {
        // With an accepted status, the error response is a body that cannot be decoded.
        let cause = (underlying as? BodyDecodingError)?.underlying ?? underlying
        return cause as? OAuthError ?? signIn?.oauth
    }

    /// The sign-in error, or `nil` if the error has another cause.
    ///
    /// Any request of a client with ``OAuthCredentials`` can fail with the reason
    /// ``OAuthSignInError/Reason-swift.struct/signInRequired``, which means that the user must sign in again. Other reasons,
    /// such as ``OAuthSignInError/Reason-swift.struct/unsupported``, mean that the sign-in or the server cannot be used.
    public var signIn: OAuthSignInError? { underlying as? OAuthSignInError }
}
