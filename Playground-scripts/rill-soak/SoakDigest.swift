import Foundation
import RillDigests
import RillHTTPTesting

/// The server's side of digest authentication, which is required under one of the two names of the server.
final class SoakDigest: @unchecked Sendable {  // `accepted` and `counts` are guarded by `lock`
    /// The host name under which the server requires a digest.
    static let host = "localhost"

    static let user = "soak"
    static let password = "Circle of Life"
    private static let realm = "soak"

    /// The number of requests after which the server sends another nonce.
    ///
    /// The preceding nonce remains valid.
    private static let usesPerNonce = 2_000

    private let lock = NSLock()
    private var accepted = 0

    /// The counts of the requests with each nonce, by the number of the nonce.
    private var counts: [Int: Set<UInt32>] = [:]

    /// Returns the challenge for a request without a valid digest, or `nil` if the request is accepted.
    ///
    /// Each count of a nonce is accepted once.
    func challenge(for request: LoopbackServer.Request) -> HTTPFields? {
        guard request.fields[.host]?.hasPrefix(Self.host) == true else { return nil }
        let use = use(in: request)
        return lock.withLock {
            let current = accepted / Self.usesPerNonce
            guard let use else { return Self.challenge(current, isStale: false) }
            guard use.nonce == current || use.nonce == current - 1,
                counts[use.nonce, default: []].insert(use.count).inserted
            else { return Self.challenge(current, isStale: true) }
            accepted += 1
            counts[current - 2] = nil
            return nil
        }
    }

    /// Returns the number of the nonce and the count of a request, or `nil` if its digest is missing or incorrect.
    private func use(in request: LoopbackServer.Request) -> (nonce: Int, count: UInt32)? {
        guard let text = request.fields[.authorization], let nonce = text.firstMatch(of: #/ nonce="(\d{1,9})"/#)?.1,
            let number = Int(nonce), let digits = text.firstMatch(of: #/ nc=([0-9a-f]{8})/#)?.1,
            let count = UInt32(digits, radix: 16), let clientNonce = text.firstMatch(of: #/ cnonce="([^"]+)"/#)?.1
        else { return nil }
        let user = Self.digest("\(Self.user):\(Self.realm):\(Self.password)")
        let message = Self.digest("\(request.method):\(request.target)")
        let response = Self.digest("\(user):\(nonce):\(digits):\(clientNonce):auth:\(message)")
        guard text.contains(" response=\"\(response)\"") else { return nil }
        return (number, count)
    }

    private static func challenge(_ nonce: Int, isStale: Bool) -> HTTPFields {
        let text = #"Digest realm="\#(realm)", nonce="\#(nonce)", algorithm=SHA-256, qop="auth", stale=\#(isStale)"#
        return [.wwwAuthenticate: text]
    }

    /// Returns the SHA-256 digest of a text in hexadecimal.
    private static func digest(_ text: String) -> String {
        SHA256.digest(of: text.utf8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
