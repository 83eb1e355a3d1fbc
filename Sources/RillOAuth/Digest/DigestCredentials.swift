internal import Foundation
internal import RillHTTP

/// A user name and a password, from which digests are computed.
struct DigestCredentials: Sendable {
    private let user: String
    private let password: String

    /// The user of the requests, by which a response cache and request coalescing compare them.
    var signer: [String] { ["Digest", user, password] }

    /// Creates credentials in Unicode Normalization Form C, as RFC 7616 requires.
    init(user: String, password: String) {
        self.user = user.precomposedStringWithCanonicalMapping
        self.password = password.precomposedStringWithCanonicalMapping
    }

    /// Whether the user name contains a colon, which separates it from the realm in the digest (RFC 7616, 3.4.2).
    var hasColonInUser: Bool { user.utf8.contains(UInt8(ascii: ":")) }

    /// Returns the value of the `Authorization` field.
    ///
    /// - Parameters:
    ///   - request: The request, whose path and query are sent unchanged as the request target.
    ///   - challenge: The challenge.
    ///   - clientNonce: The nonce of the client.
    ///   - count: The number of requests with the server's nonce, including this one.
    func authorization(
        for request: HTTPRequest, to challenge: DigestChallenge, clientNonce: String, count: UInt32
    ) -> String {
        let hash = challenge.algorithm.hash
        let target = request.path ?? "/"
        let digits = String(count, radix: 16)
        let paddedCount = String(repeating: "0", count: 8 - digits.count) + digits
        var key = hash("\(user):\(challenge.realm):\(password)")
        if challenge.algorithm.isSession { key = hash("\(key):\(challenge.sessionNonce):\(clientNonce)") }
        let message = hash("\(request.method.rawValue):\(target)")
        let details = challenge.hasCount ? "\(paddedCount):\(clientNonce):auth:" : ""
        let response = hash("\(key):\(challenge.nonce):\(details)\(message)")

        var parameters = [
            userParameter(for: challenge), "realm=\(Self.quoted(challenge.realm))", "uri=\(Self.quoted(target))",
        ]
        if let name = challenge.algorithm.name { parameters.append("algorithm=\(name)") }
        parameters.append("nonce=\(Self.quoted(challenge.nonce))")
        if challenge.hasCount { parameters += ["nc=\(paddedCount)", "cnonce=\(Self.quoted(clientNonce))", "qop=auth"] }
        parameters.append("response=\"\(response)\"")
        if let opaque = challenge.opaque { parameters.append("opaque=\(Self.quoted(opaque))") }
        if challenge.hashesUser { parameters.append("userhash=true") }
        return "Digest " + parameters.joined(separator: ", ")
    }

    private func userParameter(for challenge: DigestChallenge) -> String {
        if challenge.hashesUser {
            return "username=\"\(challenge.algorithm.hash("\(user):\(challenge.realm)"))\""
        }
        // Servers that do not announce UTF-8 may not know `username*`.
        if challenge.isUTF8, !user.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) {
            return "username*=UTF-8''\(user.percentEncoded)"
        }
        return "username=\(Self.quoted(user))"
    }

    /// Returns a quoted string (RFC 9110, 5.6.4).
    private static func quoted(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
    }
}
