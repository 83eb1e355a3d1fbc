internal import Foundation
internal import RillDigests
internal import RillHTTP

/// The identity of the sender of a request.
enum AzureCaller: Sendable {
    /// The owner of the account, with all permissions.
    case owner
    /// The bearer of a shared access signature.
    case bearer(AzureSharedAccess)
    /// A sender without a credential.
    case anonymous

    /// Whether the caller may overwrite blobs, which the "create" permission does not include.
    var canReplace: Bool {
        switch self {
        case .owner: true
        case .bearer(let access): access.allows("w")
        case .anonymous: false
        }
    }
}

/// Identifies the sender of a request.
struct AzureAuthenticator: Sendable {
    private let account: String
    private let key: [UInt8]
    private let checksDates: Bool

    /// The maximum difference between the date of a request and the current date, in seconds.
    private static let tolerance: TimeInterval = 15 * 60

    init(options: SampleAzureStorage.Options) {
        account = options.accountName
        key = Data(base64Encoded: options.accountKey).map { Array($0) } ?? Array(options.accountKey.utf8)
        checksDates = options.checksDates
    }

    func caller(of request: AzureRequest) throws(AzureError) -> AzureCaller {
        if let authorization = request.header("Authorization") {
            try checkSignature(authorization, of: request)
            return .owner
        }
        guard let access = try access(in: request.query, now: request.now) else { return .anonymous }
        return .bearer(access)
    }

    /// Returns the shared access signature in a query, or `nil` if there is none.
    func access(
        in query: [(name: String, value: String)], now: Date
    ) throws(AzureError) -> AzureSharedAccess? {
        guard let access = AzureSharedAccess(query, account: account) else { return nil }
        guard !access.isServiceSAS else {
            throw Self.failure("The sample server supports only account SAS: ss and srt are mandatory.")
        }
        guard signature(of: access.stringToSign) == access.signature else {
            throw Self.failure(
                "Signature did not match. String to sign used was \(access.stringToSign)")
        }
        try access.check(now: now)
        return access
    }

    private func checkSignature(_ authorization: String, of request: AzureRequest) throws(AzureError) {
        let words = authorization.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0] == "SharedKey", let colon = words[1].lastIndex(of: ":") else {
            throw .invalidAuthentication
        }
        let name = words[1][..<colon]
        guard name == account else { throw Self.failure("The account \(name) does not match the account in the URL.") }
        try checkDate(of: request)
        let text = AzureSharedKey.stringToSign(request)
        let given = words[1][colon...].dropFirst()
        let asSent = AzureSharedKey.stringToSign(request, foldsWhiteSpace: false)
        guard signature(of: text) == given || signature(of: asSent) == given else {
            throw Self.failure(
                "The MAC signature found in the HTTP request '\(given)' is not the same as any computed signature. "
                    + "Server used following string to sign: '\(text)'.")
        }
    }

    private func checkDate(of request: AzureRequest) throws(AzureError) {
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

    private static func failure(_ detail: String) -> AzureError {
        AzureError.authenticationFailed.with("AuthenticationErrorDetail", detail)
    }
}
