internal import Digests
internal import Foundation
internal import RillHTTP

/// Who sends a request.
enum AzureCaller: Sendable {
    /// The owner of the account, who may do everything.
    case owner
    /// Someone to whom the owner has given a signature.
    case bearer(AzureSharedAccess)
    /// Anyone.
    case anonymous

    /// Whether they may write over what is there; with the permission to create alone, one may not.
    var mayReplace: Bool {
        switch self {
        case .owner: true
        case .bearer(let access): access.allows("w")
        case .anonymous: false
        }
    }
}

/// Finds out who sends a request.
struct AzureAuthenticator: Sendable {
    private let account: String
    private let key: [UInt8]
    private let checksDates: Bool

    /// How far a client's clock may be off, in seconds.
    private static let tolerance: TimeInterval = 15 * 60

    init(options: SampleAzureStorage.Options) {
        account = options.accountName
        key = Data(base64Encoded: options.accountKey).map { Array($0) } ?? Array(options.accountKey.utf8)
        checksDates = options.checksDates
    }

    func caller(of request: AzureRequest) throws(AzureRefusal) -> AzureCaller {
        if let authorization = request.header("Authorization") {
            try checkSignature(authorization, of: request)
            return .owner
        }
        guard let access = try access(in: request.query, now: request.now) else { return .anonymous }
        return .bearer(access)
    }

    /// The shared access of a query; nil if there is none in it.
    func access(
        in query: [(name: String, value: String)], now: Date
    ) throws(AzureRefusal) -> AzureSharedAccess? {
        guard let access = AzureSharedAccess(query, account: account) else { return nil }
        guard !access.isOfOneResource else {
            throw Self.failure("The sample knows the signatures of accounts alone: ss and srt are mandatory.")
        }
        guard signature(of: access.stringToSign) == access.signature else {
            throw Self.failure(
                "Signature did not match. String to sign used was \(access.stringToSign)")
        }
        try access.check(now: now)
        return access
    }

    private func checkSignature(_ authorization: String, of request: AzureRequest) throws(AzureRefusal) {
        let words = authorization.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0] == "SharedKey", let colon = words[1].lastIndex(of: ":") else {
            throw .invalidAuthentication
        }
        let name = words[1][..<colon]
        guard name == account else { throw Self.failure("The account \(name) is not the one of the address.") }
        try checkDate(of: request)
        let text = AzureSharedKey.stringToSign(request)
        let given = words[1][colon...].dropFirst()
        let asSent = AzureSharedKey.stringToSign(request, takesBlanksTogether: false)
        guard signature(of: text) == given || signature(of: asSent) == given else {
            throw Self.failure(
                "The MAC signature found in the HTTP request '\(given)' is not the same as any computed signature. "
                    + "Server used following string to sign: '\(text)'.")
        }
    }

    private func checkDate(of request: AzureRequest) throws(AzureRefusal) {
        guard let text = request.header("x-ms-date") ?? request.header("Date") else {
            throw Self.failure("Request date header not specified")
        }
        guard checksDates else { return }
        guard let date = HTTPDate.parse(text, now: request.now) else {
            throw Self.failure("Request date header is not a date: '\(text)'")
        }
        let difference = date.timeIntervalSince(request.now)
        guard abs(difference) <= Self.tolerance else {
            throw Self.failure("Request date header too \(difference < 0 ? "old" : "new"): '\(text)'")
        }
    }

    private func signature(of text: String) -> String {
        Data(SHA256.authenticationCode(for: Array(text.utf8), key: key)).base64EncodedString()
    }

    private static func failure(_ detail: String) -> AzureRefusal {
        AzureRefusal.authenticationFailed.with("AuthenticationErrorDetail", detail)
    }
}
