public import Foundation

/// A key for user delegation signatures on behalf of a Microsoft Entra user, redacted in descriptions and dumps.
///
/// - SeeAlso: ``BlobClient/userDelegationKey(from:until:)``
public struct UserDelegationKey: Sendable, Hashable {
    /// The object ID of the user.
    public let objectID: String

    /// The ID of the tenant of the user.
    public let tenantID: String

    /// The start of the validity period.
    public let start: Date

    /// The end of the validity period, at most seven days after the start.
    public let end: Date

    /// The key, which is used in the same way as an account key.
    let key: AccountKey

    /// The parameters of signatures that identify the key, as sent by the service.
    let query: [(name: String, value: String)]

    /// Returns whether two keys are equal.
    ///
    /// - Parameters:
    ///   - lhs: A key.
    ///   - rhs: Another key.
    /// - Returns: Whether the keys are equal.
    public static func == (lhs: UserDelegationKey, rhs: UserDelegationKey) -> Bool {
        lhs.key == rhs.key && lhs.query.map(\.value) == rhs.query.map(\.value)
    }

    /// Adds the key to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        for (_, value) in query { hasher.combine(value) }
    }
}

extension UserDelegationKey: Decodable {
    private enum CodingKeys: CodingKey {
        case signedOid, signedTid, signedStart, signedExpiry, signedService, signedVersion, value
    }

    /// Decodes a key.
    ///
    /// - Parameter decoder: A decoder of a `UserDelegationKey` element.
    /// - Throws: An error of the decoder, which does not contain the key.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let names: [(String, CodingKeys)] = [
            ("skoid", .signedOid), ("sktid", .signedTid), ("skt", .signedStart), ("ske", .signedExpiry),
            ("sks", .signedService), ("skv", .signedVersion),
        ]
        query = try names.map { (name: $0, value: try values.decode(String.self, forKey: $1)) }
        objectID = query[0].value
        tenantID = query[1].value
        start = try values.accessDate(query[2].value, forKey: .signedStart)
        end = try values.accessDate(query[3].value, forKey: .signedExpiry)
        do {
            key = try AccountKey(base64: try values.decode(String.self, forKey: .value))
        } catch is AccountKeyError {
            throw DecodingError.dataCorruptedError(forKey: .value, in: values, debugDescription: "expected Base64")
        }
    }
}

extension UserDelegationKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The user and the validity period.
    public var description: String {
        "user delegation key of \(objectID) until \(AccessDate.text(end))"
    }

    /// The user and the validity period.
    public var debugDescription: String { description }

    /// A mirror without the key.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["objectID": objectID, "tenantID": tenantID, "start": start, "end": end],
            displayStyle: .struct)
    }
}
