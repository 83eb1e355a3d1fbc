internal import Foundation
internal import RillDigests
internal import RillHTTPTesting

/// A user delegation key, whose value is derived from its other properties and the account key.
struct AzureUserDelegationKey: Sendable {
    /// The object ID, tenant ID, start, end, service, and version.
    let values: [String]

    private static let names = ["skoid", "sktid", "skt", "ske", "sks", "skv"]

    /// The longest validity period in seconds: seven days.
    static let maximumPeriod: TimeInterval = 604_800

    init(start: String, expiry: String, version: String) {
        // The sample server has one user.
        values = [
            "11111111-1111-1111-1111-111111111111", "22222222-2222-2222-2222-222222222222", start, expiry, "b", version,
        ]
    }

    /// Reads the key of a signature.
    ///
    /// Returns `nil` if a parameter is missing.
    init?(_ parameter: (String) -> String?) {
        values = Self.names.compactMap(parameter)
        guard values.count == Self.names.count else { return nil }
    }

    /// Returns the secret value.
    func value(accountKey: [UInt8]) -> [UInt8] {
        SHA256.authenticationCode(for: Array(values.joined(separator: "\n").utf8), key: accountKey)
    }

    /// Throws if the key is not valid at a date.
    func check(now: Date) throws {
        try AzureSharedAccess.check(values[2], values[3], now: now)
    }

    /// The response to Get User Delegation Key.
    func element(accountKey: [UInt8]) -> AzureElement {
        let names = ["SignedOid", "SignedTid", "SignedStart", "SignedExpiry", "SignedService", "SignedVersion"]
        let value = Data(value(accountKey: accountKey)).base64EncodedString()
        return AzureElement(
            "UserDelegationKey",
            zip(names, values).map { AzureElement($0, $1) } + [AzureElement("Value", value)])
    }
}
