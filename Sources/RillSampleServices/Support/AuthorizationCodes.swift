internal import Foundation
internal import RillDigests
internal import RillHTTPTesting
internal import RillSystem

/// The authorization codes that a sample server has issued, each of which can be redeemed once.
struct AuthorizationCodes: Sendable {
    /// The request for which a code was issued.
    struct Grant: Sendable, Identifiable {
        /// The code.
        let id = makeText()
        let clientID: String
        let redirectURI: String
        /// The challenge of the method `S256`, or `nil` if the request contained none.
        let challenge: String?
        let scopes: [String]
        let expires: Date
    }

    private let grants = Records<Grant>()

    /// Issues a code and returns a redirect with it.
    ///
    /// - Parameters:
    ///   - grant: The request.
    ///   - state: The `state` of the request.
    ///   - issuer: The issuer identifier of the server, or `nil` to omit it.
    func redirect(_ grant: Grant, state: String?, issuer: String? = nil) -> LoopbackServer.Response {
        grants.add { _ in grant }
        return Self.redirect(grant.redirectURI, ["code": grant.id, "state": state, "iss": issuer])
    }

    /// Returns a redirect to a URI, with parameters that are added to its query.
    static func redirect(_ uri: String, _ items: QueryItems) -> LoopbackServer.Response {
        .status(.found, fields: [.location: "\(uri)\(uri.contains("?") ? "&" : "?")\(items.encoded)"])
    }

    /// Returns the request for a code, or `nil` if the code, the client, the redirect URI or the verifier is invalid.
    func redeem(_ code: String, clientID: String, redirectURI: String, verifier: String?, now: Date) -> Grant? {
        guard let grant = grants.removeFirst(where: { $0.id == code }), grant.expires > now,
            grant.clientID == clientID, grant.redirectURI == redirectURI
        else { return nil }
        guard let challenge = grant.challenge else { return verifier == nil ? grant : nil }
        return Base64URL.encode(SHA256.digest(of: (verifier ?? "").utf8)) == challenge ? grant : nil
    }

    /// Returns whether a redirect URI belongs to a program on the user's computer.
    static func isLoopback(_ uri: String) -> Bool {
        let prefixes = ["127.0.0.1", "[::1]", "localhost"].map { "http://\($0):" }
        guard let prefix = prefixes.first(where: { uri.hasPrefix($0) }), !uri.contains("#") else { return false }
        // The port must precede the path, not a user name: `http://127.0.0.1:1@evil.example/`.
        return UInt16(uri.dropFirst(prefix.count).prefix { $0 != "/" && $0 != "?" }) != nil
    }

    /// Returns a random code or token.
    ///
    /// - Parameter digits: The number of hexadecimal digits. Must be a multiple of 16. Defaults to 64.
    static func makeText(digits: Int = 64) -> String {
        (0..<digits / 16).map { _ in String(UInt64.random(in: (1 << 60)...(.max)), radix: 16) }.joined()
    }
}
