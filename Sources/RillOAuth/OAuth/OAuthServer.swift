internal import RillHTTP

/// The identifier and the endpoints of an authorization server.
///
///     let server = try await OAuthServer.discover("https://login.example.com").firstValue()
///     let other = OAuthServer(tokenEndpoint: "https://login.example.org/token")
///
/// The URLs must have the scheme `https`, except on a loopback address.
public struct OAuthServer: Sendable, Hashable {
    /// The issuer identifier of the server, or `nil` if it is unknown.
    ///
    /// If it is known, a redirect that names another issuer fails the sign-in.
    public var issuer: String?

    /// Whether the redirects of the server contain its issuer identifier (JSON key:
    /// `authorization_response_iss_parameter_supported`).
    ///
    /// If they do, a redirect without the issuer fails the sign-in.
    ///
    /// - SeeAlso: RFC 9207
    public var redirectsContainIssuer = false

    /// The URL of the token endpoint.
    public var tokenEndpoint: String

    /// The URL of the authorization endpoint, or `nil` if the server has none.
    public var authorizationEndpoint: String?

    /// The URL of the device authorization endpoint, or `nil` if the server has none.
    public var deviceAuthorizationEndpoint: String?

    /// The URL of the revocation endpoint, or `nil` if the server has none.
    public var revocationEndpoint: String?

    /// The methods with which clients can authenticate at the token endpoint, such as `client_secret_post`, or `nil` if they
    /// are unknown (JSON key: `token_endpoint_auth_methods_supported`).
    ///
    /// A server whose discovery document omits them supports `client_secret_basic`. Use them to select the
    /// ``OAuthClientAuthentication``; ``OAuth`` does not.
    public var authenticationMethods: [String]?

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - issuer: The issuer identifier of the server.
    ///   - tokenEndpoint: The URL of the token endpoint.
    ///   - authorizationEndpoint: The URL of the authorization endpoint.
    ///   - deviceAuthorizationEndpoint: The URL of the device authorization endpoint.
    ///   - revocationEndpoint: The URL of the revocation endpoint.
    public init(
        issuer: String? = nil, tokenEndpoint: String, authorizationEndpoint: String? = nil,
        deviceAuthorizationEndpoint: String? = nil, revocationEndpoint: String? = nil
    ) {
        self.issuer = issuer
        self.tokenEndpoint = tokenEndpoint
        self.authorizationEndpoint = authorizationEndpoint
        self.deviceAuthorizationEndpoint = deviceAuthorizationEndpoint
        self.revocationEndpoint = revocationEndpoint
    }
}

extension OAuthServer: Decodable {
    private enum CodingKeys: String, CodingKey {
        case issuer
        case tokenEndpoint = "token_endpoint"
        case authorizationEndpoint = "authorization_endpoint"
        case deviceAuthorizationEndpoint = "device_authorization_endpoint"
        case revocationEndpoint = "revocation_endpoint"
        case redirectsContainIssuer = "authorization_response_iss_parameter_supported"
        case authenticationMethods = "token_endpoint_auth_methods_supported"
    }

    /// Decodes a server from its discovery document.
    ///
    /// An empty URL of an endpoint means that the server has none.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: Any error thrown by the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        issuer = try container.decodeIfPresent(String.self, forKey: .issuer)
        tokenEndpoint = try container.decode(String.self, forKey: .tokenEndpoint)
        func endpoint(_ key: CodingKeys) throws -> String? {
            let url = try container.decodeIfPresent(String.self, forKey: key)
            return url?.isEmpty == true ? nil : url
        }
        authorizationEndpoint = try endpoint(.authorizationEndpoint)
        deviceAuthorizationEndpoint = try endpoint(.deviceAuthorizationEndpoint)
        revocationEndpoint = try endpoint(.revocationEndpoint)
        redirectsContainIssuer = try container.decodeIfPresent(Bool.self, forKey: .redirectsContainIssuer) ?? false
        authenticationMethods = try container.decodeIfPresent([String].self, forKey: .authenticationMethods)
    }
}

extension OAuthServer {
    /// Returns a parsed URL of the server.
    ///
    /// - Parameters:
    ///   - url: The URL, or `nil` if the server has none.
    ///   - name: The name of the URL for the error message.
    /// - Returns: A request for the URL.
    /// - Throws: ``OAuthSignInError`` if the URL is missing, is not secure, or contains credentials or a fragment.
    static func checked(_ url: String?, _ name: String) throws(OAuthSignInError) -> HTTPRequest {
        guard let url else {
            throw OAuthSignInError(
                .unsupported,
                "the authorization server has no \(name)\(name == "revocation endpoint" ? "" : ". Use another grant")")
        }
        let request = HTTPRequest(method: .get, url: url)
        guard request.scheme == "https" || request.scheme == "http" && request.hasLoopbackHost else {
            throw OAuthSignInError(
                .unsupported,
                "the \(name) \(HTTPRequest.redactedURL(url)) must use https, because it receives or sends secrets")
        }
        guard (try? request.checkedURL()) != nil, !url.contains("#") else {
            throw OAuthSignInError(
                .unsupported,
                "the \(name) \(HTTPRequest.redactedURL(url)) is invalid. It must be a URL with a host, without a user or fragment"
            )
        }
        return request
    }

    /// Checks a URL of the server.
    ///
    /// - Parameters:
    ///   - url: The URL, or `nil` if the server has none.
    ///   - name: The name of the URL for the error message.
    /// - Throws: ``OAuthSignInError`` if the URL is missing, is not secure, or contains credentials or a fragment.
    public static func validate(_ url: String?, _ name: String) throws(OAuthSignInError) {
        _ = try checked(url, name)
    }

    /// Checks the middleware of requests with secrets.
    ///
    /// - Parameters:
    ///   - middleware: The middleware.
    ///   - name: The name of the type that has the middleware, for the error message.
    /// - Throws: `TransportError` if the middleware could send the secrets to another server.
    public static func validate(_ middleware: [any Middleware], of name: String) throws(TransportError) {
        guard middleware.contains(where: { $0 is FollowRedirects }) else { return }
        throw TransportError(
            .invalidRequest,
            "a redirect could send secrets to another server. Remove FollowRedirects from the middleware of \(name)")
    }
}

extension OAuthServer: CustomStringConvertible, CustomReflectable {
    /// The URL of the token endpoint, with secrets redacted.
    public var description: String { "OAuthServer(\(HTTPRequest.redactedURL(tokenEndpoint)))" }

    /// A mirror of the URLs with secrets redacted, as printed by `dump`.
    public var customMirror: Mirror {
        let urls: KeyValuePairs = [
            "issuer": issuer, "tokenEndpoint": tokenEndpoint, "authorizationEndpoint": authorizationEndpoint,
            "deviceAuthorizationEndpoint": deviceAuthorizationEndpoint, "revocationEndpoint": revocationEndpoint,
        ]
        return Mirror(
            self,
            children: urls.compactMap { name, url -> Mirror.Child? in url.map { (name, HTTPRequest.redactedURL($0)) } })
    }
}
