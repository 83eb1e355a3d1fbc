internal import Foundation
public import RillHTTPTypes

extension Authentication {
    /// Returns middleware that adds a bearer token, `Authorization: Bearer …`, unless the request already has an
    /// `Authorization` field.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - url: The URL of the server that the token is for. Its path is ignored. Defaults to the client's
    ///     base URL.
    /// - Returns: The middleware.
    public static func bearer(_ token: String, for url: (any URLConvertible)? = nil) -> Authentication {
        field(.authorization, "Bearer \(token)", for: url)
    }

    /// Returns middleware that adds a user name and password, `Authorization: Basic …`, unless the request already has an
    /// `Authorization` field.
    ///
    /// - Parameters:
    ///   - user: The user name, which must not contain a colon.
    ///   - password: The password.
    ///   - url: The URL of the server that the credentials are for. Its path is ignored. Defaults to the client's
    ///     base URL.
    /// - Returns: The middleware.
    /// - SeeAlso: RFC 7617. The credentials are encoded as UTF-8.
    public static func basic(user: String, password: String, for url: (any URLConvertible)? = nil) -> Authentication {
        let pair = Data("\(user):\(password)".utf8).base64EncodedString()
        return Authentication(for: url) { request in
            if user.contains(":") {
                throw TransportError(
                    .invalidRequest, "the user name contains a colon, which Basic authentication does not allow")
            }
            request.authenticate(.authorization, "Basic \(pair)")
        }
    }

    /// Returns middleware that adds a credential in any header field, such as `X-Auth-Token`, unless the request already
    /// has that field.
    ///
    /// - Parameters:
    ///   - name: The name of the header field.
    ///   - value: The credential.
    ///   - url: The URL of the server that the credential is for. Its path is ignored. Defaults to the client's
    ///     base URL.
    /// - Returns: The middleware.
    public static func field(_ name: HTTPField.Name, _ value: String, for url: (any URLConvertible)? = nil)
        -> Authentication
    {
        Authentication(for: url) { $0.authenticate(name, value) }
    }

    /// Returns middleware that adds a refreshable bearer token, unless the request already has an `Authorization` field.
    ///
    /// ## Errors
    /// The errors of the refresher, if the token expired and could not be refreshed.
    ///
    /// - Parameters:
    ///   - refresher: The refresher that stores the credential.
    ///   - url: The URL of the server that the token is for. Its path is ignored. Defaults to the client's
    ///     base URL.
    ///   - token: A closure that returns the token of a credential.
    /// - Returns: The middleware.
    public static func bearer<Credential>(
        _ refresher: CredentialRefresher<Credential>, for url: (any URLConvertible)? = nil,
        token: @escaping @Sendable (Credential) -> String
    ) -> Authentication {
        let refreshed = Authentication(refresher) { $1.authenticate(.authorization, "Bearer \(token($0))") }
        // A request that already carries credentials needs no refresh.
        return Authentication(for: url) { request, body, next in
            let isComplete = request.headerFields.contains(.authorization)
            return isComplete ? next(request, body) : try refreshed.exchange(request, body, next)
        }
    }
}

extension HTTPRequest {
    /// Sets a header field unless the request already has it.
    fileprivate mutating func authenticate(_ name: HTTPField.Name, _ value: String) {
        if !headerFields.contains(name) { headerFields[name] = value }
    }
}
