internal import Foundation
internal import RillDigests
internal import RillHTTP

/// The identity of the sender of a request.
enum AzureCaller: Sendable {
    /// The owner of the account, with all permissions.
    case owner
    /// A user or application of Microsoft Entra ID, with all permissions for data.
    case identity
    /// The bearer of a shared access signature.
    case bearer(AzureSharedAccess)
    /// A sender without a credential.
    case anonymous

    /// Whether the caller may overwrite blobs, which the "create" permission does not include.
    var canReplace: Bool {
        switch self {
        case .owner, .identity: true
        case .bearer(let access): access.allows("w")
        case .anonymous: false
        }
    }
}

/// Identifies the sender of a request.
struct AzureAuthenticator: Sendable {
    private let options: SampleAzureStorage.Options

    /// The account key.
    let key: [UInt8]

    /// Returns a stored access policy of a container or queue.
    private let policy: @Sendable (_ container: String, _ id: String) -> AzureElement?

    /// The maximum difference between the date of a request and the current date, in seconds.
    private static let tolerance: TimeInterval = 15 * 60

    init(
        options: SampleAzureStorage.Options,
        policy: @escaping @Sendable (_ container: String, _ id: String) -> AzureElement?
    ) {
        self.options = options
        self.policy = policy
        key = Data(base64Encoded: options.accountKey).map { Array($0) } ?? Array(options.accountKey.utf8)
    }

    func caller(of request: AzureRequest, _ service: AzureServiceKind) throws -> AzureCaller {
        if let authorization = request.header("Authorization") {
            if authorization.hasPrefix("Bearer ") {
                let token = String(authorization.dropFirst(7))
                guard options.accessTokens.contains(token) || options.acceptsToken(token) else {
                    throw AzureError.invalidToken.adding(.wwwAuthenticate, AzureError.challenge)
                }
                return .identity
            }
            try checkSignature(authorization, of: request)
            return .owner
        }
        let resource = request.sharedResource(of: service)
        guard let access = try access(in: request.query, now: request.now, resource) else { return .anonymous }
        return .bearer(access)
    }

    /// Returns the shared access signature in a query, or `nil` if there is none.
    func access(
        in query: [(name: String, value: String)], now: Date, _ resource: AzureSharedResource?
    ) throws -> AzureSharedAccess? {
        let signed = AzureSharedAccess(query, account: options.accountName, resource: resource)
        guard var access = signed else { return nil }
        let signingKey = access.delegationKey?.value(accountKey: key) ?? key
        guard Self.signature(of: access.stringToSign, signingKey) == access.signature else {
            throw AzureError.unauthorized("Signature did not match. String to sign used was \(access.stringToSign)")
        }
        if let id = access.policyID {
            guard access.kind == .service, let policy = policy(resource?.container ?? "", id) else {
                throw AzureError.unauthorized("Signed identifier \(id) was not found")
            }
            try access.apply(policy)
        }
        try access.check(now: now)
        return access
    }

    private func checkSignature(_ authorization: String, of request: AzureRequest) throws {
        let words = authorization.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0] == "SharedKey", let colon = words[1].lastIndex(of: ":") else {
            throw AzureError("InvalidAuthenticationInfo")
        }
        let name = words[1][..<colon]
        guard name == options.accountName else {
            throw AzureError.unauthorized("The account \(name) does not match the account in the URL.")
        }
        try checkDate(of: request)
        let given = words[1][colon...].dropFirst()
        let texts = [true, false].map { AzureSharedKey.stringToSign(request, foldsWhiteSpace: $0) }
        guard texts.contains(where: { Self.signature(of: $0, key) == given }) else {
            throw AzureError.unauthorized(
                "The MAC signature found in the HTTP request '\(given)' is not the same as any computed signature. "
                    + "Server used following string to sign: '\(texts[0])'.")
        }
    }

    private func checkDate(of request: AzureRequest) throws {
        guard let text = request.header("x-ms-date") ?? request.header("Date") else {
            throw AzureError.unauthorized("Request date header not specified")
        }
        guard options.checksDates else { return }
        guard let date = HTTPDate.parse(text, now: request.now) else {
            throw AzureError.unauthorized("Request date header is not a date: '\(text)'")
        }
        let difference = date.timeIntervalSince(request.now)
        guard abs(difference) <= Self.tolerance else {
            throw AzureError.unauthorized("Request date header too \(difference < 0 ? "old" : "new"): '\(text)'")
        }
    }

    private static func signature(of text: String, _ key: [UInt8]) -> String {
        Data(SHA256.authenticationCode(for: Array(text.utf8), key: key)).base64EncodedString()
    }
}

extension AzureRequest {
    /// Returns the resource that a service shared access signature must contain.
    fileprivate func sharedResource(of service: AzureServiceKind) -> AzureSharedResource? {
        guard service == .blob else {
            return container.map { AzureSharedResource(service: .queue, container: $0, blob: nil) }
        }
        guard let containerName else { return nil }
        let isInRoot = rest == nil && parameter("restype") == nil
        return AzureSharedResource(service: .blob, container: containerName, blob: isInRoot ? container : rest)
    }
}
