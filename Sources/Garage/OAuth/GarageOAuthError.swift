public import Foundation
public import RillHTTP

/// Why a server gives no token: `{"error": "invalid_grant", "error_description": "…"}`.
///
///     catch let error as APIError where error.garageOAuth?.code == .invalidGrant { … ask for the password again … }
///
/// - SeeAlso: RFC 6749, 5.2
public struct GarageOAuthError: Error, Sendable, Hashable {
    /// What went wrong, for a program.
    public let code: Code

    /// What went wrong, in words for a developer; nil if the server does not say; the key `error_description`.
    public let message: String?

    /// The status: 400, 401 or 403; which one it is for a code differs from release to release.
    public let status: HTTPResponse.Status

    /// The kinds of failure, an open set: `invalid_grant`.
    public struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The word that is sent.
        public let rawValue: String

        /// Creates a code.
        ///
        /// - Parameter rawValue: The word that is sent.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a code that stands in the source.
        ///
        /// - Parameter value: The word that is sent.
        public init(stringLiteral value: String) {
            rawValue = value
        }

        /// The word that is sent.
        public var description: String { rawValue }

        /// A parameter is missing, or occurs twice.
        public static let invalidRequest: Code = "invalid_request"

        /// The application is not known, or its secret is wrong.
        public static let invalidClient: Code = "invalid_client"

        /// The name or the password is wrong; or the refresh token has expired, was revoked, or has been used.
        public static let invalidGrant: Code = "invalid_grant"

        /// The application may not use this grant, or may not revoke this token.
        public static let unauthorizedClient: Code = "unauthorized_client"

        /// The server does not know this grant.
        public static let unsupportedGrantType: Code = "unsupported_grant_type"

        /// A scope is not known, or not to be had.
        public static let invalidScope: Code = "invalid_scope"

        /// The token is not known, has expired or was revoked.
        public static let invalidToken: Code = "invalid_token"
    }

    /// Reads an answer with a bad status.
    ///
    /// - Parameters:
    ///   - head: The status and the header fields.
    ///   - body: The body. Where it does not say what is wrong, the field `WWW-Authenticate` is looked at; the result is nil
    ///     if that does not say it either.
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

    /// What stands behind `error=` in a challenge.
    private static func word(in challenge: String) -> String? {
        guard let begin = challenge.firstRange(of: "error=\"") else { return nil }
        let word = challenge[begin.upperBound...].prefix { $0 != "\"" }
        return word.isEmpty ? nil : String(word)
    }

    static let decoder = ErrorDecoder(hiding: { GarageOAuthError(head: $0, body: $1, by: $2) })
}

extension GarageOAuthError: CustomStringConvertible {
    /// The message, and the code.
    public var description: String { message.map { "\"\($0)\" (\(code))" } ?? "\(code)" }
}

extension APIError {
    /// Why there is no token; nil if that is not what failed, or the server does not say.
    ///
    /// It is found in the error of any request of a client that had to obtain or renew its token first.
    public var garageOAuth: GarageOAuthError? { underlying as? GarageOAuthError }
}
