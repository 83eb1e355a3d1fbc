/// An error that ends a sign-in, or that requires a new one.
///
///     sign-in failed: the refresh token is expired, revoked or already used. Sign in again
public struct OAuthSignInError: Error, Sendable, Hashable {
    /// The kind of error.
    ///
    /// Compare it with the static members of ``Reason-swift.struct``.
    public let reason: Reason

    /// A message that describes the error and what to do, without secrets.
    public let message: String

    /// The error response of the server, or `nil` if there is none.
    public let oauth: OAuthError?

    /// The kinds of sign-in errors.
    ///
    /// Future versions may add reasons.
    public struct Reason: Sendable, Hashable, CustomStringConvertible {
        /// The name of the reason.
        public let description: String

        /// No valid token is stored, or the server no longer accepts the refresh token.
        public static let signInRequired = Reason(description: "signInRequired")

        /// The user did not finish the sign-in in time.
        public static let timedOut = Reason(description: "timedOut")

        /// The user or the server denied the sign-in.
        public static let denied = Reason(description: "denied")

        /// The redirect contained an error other than a denial, or came from another server.
        public static let invalidRedirect = Reason(description: "invalidRedirect")

        /// The loopback port for the redirect could not be used.
        public static let listenerFailed = Reason(description: "listenerFailed")

        /// The authorization server does not support the request, or its URLs are not secure.
        public static let unsupported = Reason(description: "unsupported")
    }

    /// Whether another socket uses the port of the redirect URI.
    var isPortInUse = false

    init(_ reason: Reason, _ message: String, oauth: OAuthError? = nil) {
        self.reason = reason
        self.message = message
        self.oauth = oauth
    }
}

extension OAuthSignInError: CustomStringConvertible {
    /// The message and the error response of the server.
    public var description: String { "sign-in failed: \(message)\(oauth.map { ": \($0)" } ?? "")" }
}
