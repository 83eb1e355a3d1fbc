internal import Foundation

extension Authentication {
    /// Sends a bearer token, `Authorization: Bearer …`, unless a request has such a field already.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - address: The server that it is for: `https://api.github.com`; a path behind it counts for nothing.
    /// - Returns: The middleware.
    public static func bearer(_ token: String, for address: String) -> Authentication {
        field(.authorization, "Bearer \(token)", for: address)
    }

    /// Sends a user's name and password, `Authorization: Basic …`, unless a request has such a field already.
    ///
    /// - Parameters:
    ///   - user: The name, without a colon.
    ///   - password: The password.
    ///   - address: The server that they are for.
    /// - Returns: The middleware.
    /// - SeeAlso: RFC 7617; both are sent in UTF-8.
    public static func basic(user: String, password: String, for address: String) -> Authentication {
        let pair = Data("\(user):\(password)".utf8).base64EncodedString()
        return Authentication(for: address) { request in
            if user.contains(":") {
                throw TransportError(.invalidRequest, "the name of the user holds a colon, which ends it")
            }
            request.authenticate(.authorization, "Basic \(pair)")
        }
    }

    /// Sends credentials in any field, `X-Auth-Token` for example, unless a request has such a field already.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The credentials.
    ///   - address: The server that they are for.
    /// - Returns: The middleware.
    public static func field(_ name: HTTPField.Name, _ value: String, for address: String) -> Authentication {
        Authentication(for: address) { $0.authenticate(name, value) }
    }

    /// Sends a bearer token that is renewed, unless a request has an `Authorization` already.
    ///
    /// ## Errors
    /// Those of the refresher, where a token had to be renewed and could not.
    ///
    /// - Parameters:
    ///   - refresher: Keeps what the token is a part of.
    ///   - address: The server that it is for.
    ///   - token: Takes the token out of what is kept.
    /// - Returns: The middleware.
    public static func bearer<Credential>(
        _ refresher: CredentialRefresher<Credential>, for address: String,
        token: @escaping @Sendable (Credential) -> String
    ) -> Authentication {
        Authentication(
            refresher, for: address, unless: { $0.headerFields.contains(.authorization) },
            apply: { $1.authenticate(.authorization, "Bearer \(token($0))") })
    }
}

extension HTTPRequest {
    /// Sets a field, unless the request brings its own.
    fileprivate mutating func authenticate(_ name: HTTPField.Name, _ value: String) {
        if !headerFields.contains(name) { headerFields[name] = value }
    }
}
