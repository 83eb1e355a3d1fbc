import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting

@testable import RillOAuth

/// The server's side of digest authentication, which verifies each request and rejects repeated counts.
final class DigestServer: @unchecked Sendable {  // `nonces`, `origins` and `accepted` are guarded by `lock`
    struct Options: Sendable {
        var user = "Mufasa"
        var password = "Circle of Life"
        var realm = "http-auth@example.org"

        /// The algorithm, or `nil` for a challenge without one.
        var algorithm: String? = "SHA-256"

        /// The value of `qop`, or `nil` for a challenge without one, as in RFC 2069.
        var quality: String? = "auth"

        /// Further parameters of the challenge.
        var more = ""

        /// The number of requests after which a nonce expires.
        var usesPerNonce = Int.max

        /// Whether a nonce expires if a request with a higher count arrives first.
        var requiresIncreasingCounts = false

        /// Whether each response announces a new nonce.
        var announcesNonce = false

        /// Whether a challenge reports that a nonce has expired.
        var reportsExpiration = true
    }

    let options: Options
    private let lock = Lock()

    /// The counts of the requests with each nonce.
    private var nonces: [String: [String]] = [:]
    private var accepted: [String] = []

    /// The nonce of the challenge and the nonce of the client, for each announced nonce.
    private var origins: [String: (nonce: String, clientNonce: String?)] = [:]

    init(_ options: Options = Options()) {
        self.options = options
    }

    /// The nonce and the count of each accepted request.
    var uses: [String] { lock.withLock { accepted } }

    /// The number of nonces issued.
    var nonceCount: Int { lock.withLock { nonces.count } }

    /// Returns whether a request is accepted, and the header fields of the response.
    func verify(_ method: String, _ target: String, _ authorization: String?) -> (isAccepted: Bool, fields: HTTPFields)
    {
        let parameters = authorization.map(Self.parameters(of:))
        return lock.withLock {
            guard let parameters, isCorrect(parameters, method, target), let nonce = parameters["nonce"] else {
                return (false, [.wwwAuthenticate: challenge(isStale: false)])
            }
            let count = parameters["nc"] ?? ""
            let isNew =
                options.quality == nil
                || nonces[nonce]?.allSatisfy { options.requiresIncreasingCounts ? $0 < count : $0 != count } == true
            guard isNew, let uses = nonces[nonce]?.count, uses < options.usesPerNonce else {
                return (false, [.wwwAuthenticate: challenge(isStale: options.reportsExpiration)])
            }
            nonces[nonce, default: []].append(count)
            accepted.append("\(nonce) \(count)")
            guard options.announcesNonce else { return (true, [:]) }
            let next = makeNonce()
            origins[next] = origins[nonce] ?? (nonce: nonce, clientNonce: parameters["cnonce"])
            return (true, [HTTPField.Name(literal: "Authentication-Info"): "qop=auth, nextnonce=\"\(next)\""])
        }
    }

    private func makeNonce() -> String {
        let nonce = "nonce/\(nonces.count)=="
        nonces[nonce] = []
        return nonce
    }

    private func challenge(isStale: Bool) -> String {
        let algorithm = options.algorithm.map { ", algorithm=\($0)" } ?? ""
        let quality = options.quality.map { ", qop=\"\($0)\"" } ?? ""
        let stale = isStale ? ", stale=true" : ""
        return "Digest realm=\"\(options.realm)\", nonce=\"\(makeNonce())\", opaque=\"op\\\"aque\""
            + "\(algorithm)\(quality)\(stale)\(options.more)"
    }

    private func isCorrect(_ parameters: [String: String], _ method: String, _ target: String) -> Bool {
        guard let algorithm = DigestAlgorithm(options.algorithm), parameters["algorithm"] == options.algorithm,
            let nonce = parameters["nonce"], parameters["uri"] == target, parameters["realm"] == options.realm,
            parameters["opaque"] == "op\"aque", isUser(parameters, algorithm)
        else { return false }
        let hash = algorithm.hash
        var key = hash("\(options.user):\(options.realm):\(options.password)")
        if options.algorithm?.hasSuffix("-sess") == true {
            let origin = origins[nonce] ?? (nonce: nonce, clientNonce: parameters["cnonce"])
            key = hash("\(key):\(origin.nonce):\(origin.clientNonce ?? "")")
        }
        var text = "\(key):\(nonce):"
        if options.quality != nil {
            guard let count = parameters["nc"], let clientNonce = parameters["cnonce"], parameters["qop"] == "auth",
                count.wholeMatch(of: /[0-9a-f]{8}/) != nil, clientNonce.count >= 16
            else { return false }
            text += "\(count):\(clientNonce):auth:"
        } else if parameters["nc"] != nil || parameters["cnonce"] != nil || parameters["qop"] != nil {
            return false
        }
        return parameters["response"] == hash(text + hash("\(method):\(target)"))
    }

    private func isUser(_ parameters: [String: String], _ algorithm: DigestAlgorithm) -> Bool {
        if options.more.contains("userhash=true") {
            return parameters["userhash"] == "true"
                && parameters["username"] == algorithm.hash("\(options.user):\(options.realm)")
        }
        if let encoded = parameters["username*"] {
            return encoded.removingPercentEncoding == "UTF-8''\(options.user)" && parameters["username"] == nil
        }
        return parameters["username"] == options.user
    }

    /// Returns the parameters of credentials, without quotes and escapes.
    static func parameters(of authorization: String) -> [String: String] {
        guard authorization.hasPrefix("Digest ") else { return [:] }
        let matches = authorization.dropFirst(7).matches(of: /([a-z*]+)=(?:"((?:[^"\\]|\\.)*)"|([^",\s]+))(?:, |$)/)
        return Dictionary(
            matches.map { match in
                (String(match.1), String(match.2 ?? match.3 ?? "").replacing(/\\(.)/) { $0.1 })
            }, uniquingKeysWith: { "repeated: \($0), \($1)" })
    }
}

extension DigestServer {
    /// Returns the response to a request of a stub transport.
    func response(to request: StubTransport.Request, after delay: Duration = .zero) -> StubTransport.Response {
        let (isAccepted, fields) = verify(
            request.method.rawValue, request.message.path ?? "", request.headerFields[.authorization])
        return isAccepted
            ? .json("7", fields: fields, after: delay) : .status(.unauthorized, fields: fields, after: delay)
    }

    /// Returns a stub transport that sends the responses of the server immediately.
    func makeTransport() -> StubTransport { StubTransport { self.response(to: $0) } }

    /// Returns a client with the credentials of the server, and its stub transport.
    func makeClient() -> (client: Client, transport: StubTransport) {
        let transport = makeTransport()
        return (RillHTTPTestSupport.makeClient(transport, middleware: [authentication()]), transport)
    }

    /// Starts a loopback server.
    func start() throws -> LoopbackServer {
        try LoopbackServer { request in
            let (isAccepted, fields) = self.verify(
                request.method.rawValue, request.target, request.fields[.authorization])
            var response: LoopbackServer.Response = isAccepted ? .json("7") : .status(.unauthorized)
            for field in fields { response = response.adding(field.name, field.value) }
            return response
        }
    }

    /// Returns middleware with the credentials of the server.
    func authentication(for url: String = "https://qiita.com") -> DigestAuthentication {
        DigestAuthentication(user: options.user, password: options.password, for: url)
    }
}
