internal import RillHTTP

/// A challenge to which the client can respond with a digest.
///
/// - SeeAlso: RFC 7616, 3.3.
struct DigestChallenge: Sendable {
    /// The name of the protection space.
    ///
    /// Empty if the challenge has none.
    let realm: String

    /// The server's nonce.
    var nonce: String

    /// The nonce of the challenge, which the variants `-sess` use even after the server has announced another nonce.
    let sessionNonce: String

    /// The data that the client returns unchanged, or `nil` if there is none.
    let opaque: String?

    /// The hash algorithm.
    let algorithm: DigestAlgorithm

    /// Whether the digest contains a count and a nonce of the client: `qop=auth`.
    ///
    /// `false` for servers that support only RFC 2069.
    let hasCount: Bool

    /// Whether the nonce of the rejected request has expired, but its credentials may be correct.
    let isStale: Bool

    /// Whether the server expects a hash of the user name.
    let hashesUser: Bool

    /// Whether the server expects text in UTF-8, and therefore supports `username*`.
    let isUTF8: Bool

    /// The beginnings of the paths in the protection space.
    ///
    /// Empty if it contains all paths of the server, also if the challenge names only other servers.
    private let paths: [String]

    /// The maximum number of URLs in a protection space.
    ///
    /// Further URLs are ignored.
    private static let maximumURLs = 64

    /// Returns the strongest supported challenge of a response: SHA-256 if the server offers it, otherwise MD5.
    ///
    /// - Parameters:
    ///   - head: The response head.
    ///   - request: The rejected request, to which relative URLs refer.
    /// - Returns: The challenge, or `nil` if the server does not support digest authentication.
    /// - Throws: `DigestAuthenticationError` if no challenge is supported.
    static func strongest(
        in head: HTTPResponse, to request: HTTPRequest
    ) throws(DigestAuthenticationError) -> DigestChallenge? {
        let offers = head.headerFields.challenges(in: .wwwAuthenticate).filter { $0.scheme == "digest" }
        let results = offers.map { offer in
            Result { () throws(DigestAuthenticationError) in try DigestChallenge(offer.parameters, to: request) }
        }
        let challenges = results.compactMap { try? $0.get() }
        if challenges.isEmpty { _ = try results.first?.get() }
        return challenges.first(where: \.algorithm.isSHA256) ?? challenges.first
    }

    private init(_ parameters: [String: String]?, to request: HTTPRequest) throws(DigestAuthenticationError) {
        guard let parameters else {
            throw DigestAuthenticationError(
                "the server's challenge is malformed: a parameter is incomplete or repeated")
        }
        guard let nonce = parameters["nonce"] else {
            throw DigestAuthenticationError("the server's challenge is malformed: the nonce is missing")
        }
        guard let algorithm = DigestAlgorithm(parameters["algorithm"]) else {
            throw DigestAuthenticationError(
                "the server requires the algorithm \((parameters["algorithm"] ?? "").quotedLine). "
                    + "MD5, SHA-256 and their -sess variants are supported")
        }
        let qualities = (parameters["qop"] ?? "").split { $0 == "," || $0.isWhitespace }.map { $0.lowercased() }
        guard qualities.isEmpty || qualities.contains("auth") else {
            throw DigestAuthenticationError(
                "the server requires qop=\((parameters["qop"] ?? "").quotedLine). Only qop=auth is supported, "
                    + "which does not protect the request body. Use https to protect it")
        }
        guard !qualities.isEmpty || !algorithm.isSession else {
            throw DigestAuthenticationError(
                "the server's challenge is malformed: the algorithm \(algorithm.name ?? "") requires qop")
        }
        realm = parameters["realm"] ?? ""
        self.nonce = nonce
        sessionNonce = nonce
        opaque = parameters["opaque"]
        self.algorithm = algorithm
        hasCount = !qualities.isEmpty
        isStale = parameters["stale"]?.lowercased() == "true"
        hashesUser = parameters["userhash"]?.lowercased() == "true"
        isUTF8 = parameters["charset"]?.lowercased() == "utf-8"
        paths = Self.paths(of: parameters["domain"] ?? "", to: request)
    }

    /// Returns the paths of the URLs of the server in a list of absolute URLs and absolute paths.
    private static func paths(of domain: String, to request: HTTPRequest) -> [String] {
        domain.split(separator: " ").prefix(maximumURLs).compactMap { text in
            guard text.hasPrefix("/") || text.contains("://"), let target = request.resolving(String(text)),
                target.origin == request.origin
            else { return nil }
            return target.path
        }
    }

    /// Returns whether another challenge has the same realm, algorithm and nonce.
    func hasNonce(of other: DigestChallenge) -> Bool {
        nonce == other.nonce && realm == other.realm && algorithm == other.algorithm
    }

    /// Returns the number of bytes at the beginning of a path that determine that it is in the protection space, or
    /// `nil` if it is not.
    func matchLength(of path: String) -> Int? {
        paths.isEmpty ? 0 : paths.lazy.filter { path.hasPrefix($0) }.map(\.utf8.count).max()
    }
}
