internal import Foundation
internal import RillHTTP

/// The method with which a client identifies itself at the token endpoint.
///
/// The description does not show the client secret.
///
/// - SeeAlso: RFC 6749, 2.3
public struct OAuthClientAuthentication: Sendable, Hashable {
    private enum Method: Hashable {
        case none
        case basic(secret: String, isEncoded: Bool)
        case body(secret: String)
    }

    private let method: Method

    /// No authentication: the request contains only the client identifier.
    ///
    /// This is the method of public clients, such as programs on the user's computer.
    public static let none = OAuthClientAuthentication(method: .none)

    /// Returns authentication with the header field `Authorization: Basic …`.
    ///
    /// The client identifier and the secret are form-encoded, as RFC 6749 requires.
    ///
    /// - Parameter secret: The client secret.
    /// - Returns: The method.
    public static func basic(secret: String) -> OAuthClientAuthentication {
        OAuthClientAuthentication(method: .basic(secret: secret, isEncoded: true))
    }

    /// Returns Basic authentication without the form encoding, for servers that do not decode the credentials.
    ///
    /// - Parameter secret: The client secret.
    /// - Returns: The method.
    public static func unencodedBasic(secret: String) -> OAuthClientAuthentication {
        OAuthClientAuthentication(method: .basic(secret: secret, isEncoded: false))
    }

    /// Returns authentication with the client secret in the request body.
    ///
    /// Use it only for servers that do not support ``basic(secret:)``.
    ///
    /// - Parameter secret: The client secret.
    /// - Returns: The method.
    public static func body(secret: String) -> OAuthClientAuthentication {
        OAuthClientAuthentication(method: .body(secret: secret))
    }

    /// Checks that the client identifier can be sent.
    func validate(clientID: String) throws {
        guard case .basic(_, isEncoded: false) = method, clientID.contains(":") else { return }
        throw TransportError(
            .invalidRequest, "the client identifier contains a colon, which Basic authentication does not allow")
    }

    /// Returns the header fields of a request.
    func fields(clientID: String) -> HTTPFields {
        guard case .basic(let secret, let isEncoded) = method else { return [:] }
        let pair = isEncoded ? "\(clientID.formEncoded):\(secret.formEncoded)" : "\(clientID):\(secret)"
        return [.authorization: "Basic \(Data(pair.utf8).base64EncodedString())"]
    }

    /// Returns the parameters of a request body.
    func parameters(clientID: String) -> QueryItems {
        switch method {
        case .none: ["client_id": clientID]
        case .basic: [:]
        case .body(let secret): ["client_id": clientID, "client_secret": secret]
        }
    }
}

extension OAuthClientAuthentication: CustomStringConvertible, CustomReflectable {
    /// The name of the method.
    public var description: String {
        switch method {
        case .none: "none"
        case .basic: "basic"
        case .body: "body"
        }
    }

    /// A mirror without the secret, so that `dump` does not show it.
    public var customMirror: Mirror { Mirror(self, children: ["method": description], displayStyle: .struct) }
}
