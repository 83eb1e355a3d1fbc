public import Foundation
internal import RillHTTP

/// A policy that is stored with a container or queue, and that shared access signatures refer to by its ID.
///
/// Changing or deleting the policy changes or revokes all signatures that refer to it. A value that the policy omits must
/// be part of the signature.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/define-stored-access-policy>, read 2026-11-23.
public struct StoredAccessPolicy: Sendable, Hashable {
    /// The ID of the policy, 1 to 64 characters, unique in its container or queue.
    public var id: String

    /// The letters of the granted permissions, such as `rl`, in the order that the service requires, or `nil` if
    /// signatures specify them.
    public var permissions: String?

    /// The start of the validity period, with a precision of one second, or `nil` if signatures specify it or are valid
    /// immediately.
    public var start: Date?

    /// The end of the validity period, with a precision of one second, or `nil` if signatures specify it.
    public var end: Date?

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - id: The ID of the policy, 1 to 64 characters, unique in its container or queue.
    ///   - permissions: The granted permissions. Defaults to `nil`, which means that signatures specify them.
    ///   - start: The start of the validity period. Defaults to `nil`.
    ///   - end: The end of the validity period. Defaults to `nil`, which means that signatures specify it.
    public init(
        id: String, permissions: AccountAccess.Permissions? = nil, from start: Date? = nil, until end: Date? = nil
    ) {
        self.id = id
        self.permissions = permissions?.serviceLetters
        self.start = start
        self.end = end
    }
}

extension StoredAccessPolicy: Codable {
    private enum CodingKeys: CodingKey {
        case id, accessPolicy
    }

    private struct Values: Codable {
        var start: String?
        var expiry: String?
        var permission: String?
    }

    /// Decodes a policy.
    ///
    /// - Parameter decoder: A decoder of a `SignedIdentifier` element.
    /// - Throws: An error of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        let values = try container.decodeIfPresent(Values.self, forKey: .accessPolicy) ?? Values()
        permissions = values.permission.flatMap { $0.isEmpty ? nil : $0 }
        func date(_ text: String?) throws -> Date? {
            guard let text, !text.isEmpty else { return nil }
            return try container.accessDate(text, forKey: .accessPolicy)
        }
        start = try date(values.start)
        end = try date(values.expiry)
    }

    /// Encodes the policy.
    ///
    /// - Parameter encoder: The encoder of the element.
    /// - Throws: An error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        let values = Values(
            start: start.map { AccessDate.text($0) }, expiry: end.map { AccessDate.text($0) }, permission: permissions)
        try container.encode(values, forKey: .accessPolicy)
    }
}

/// The policies of a container or queue, as sent and received.
struct StoredAccessPolicies: Codable {
    let signedIdentifier: [StoredAccessPolicy]

    static let root = "SignedIdentifiers"
    private static let maximumCount = 5
    private static let maximumLength = 64

    /// Returns the reason why the service would reject the ID of a policy, or `nil` if it is valid.
    static func validationError(ofID id: String) -> String? {
        let count = id.utf16.count
        guard !(1...maximumLength).contains(count) else { return nil }
        return "the ID of an access policy must have 1 to \(maximumLength) characters, got \(count)"
    }

    /// The reason why the service would reject the policies, or `nil` if they are valid.
    var validationError: String? {
        guard signedIdentifier.count <= Self.maximumCount else {
            return "at most \(Self.maximumCount) access policies can be stored, got \(signedIdentifier.count)"
        }
        var ids: Set<String> = []
        for policy in signedIdentifier {
            if let reason = Self.validationError(ofID: policy.id) { return reason }
            guard ids.insert(policy.id).inserted else {
                return "the IDs of access policies must be unique, got \(policy.id) twice"
            }
            if policy.permissions?.isEmpty == true {
                return "the access policy \(policy.id) grants no permissions. Set nil if signatures specify them"
            }
        }
        return nil
    }
}

/// The dates of shared access signatures and stored access policies.
enum AccessDate {
    /// The years 1 to 9999, in seconds since 1970.
    static let years = -62_135_596_800.0..<253_402_300_800.0

    /// Returns a date in UTC with a precision of one second, such as `2026-11-21T00:00:00Z`.
    static func text(_ date: Date) -> String {
        rounded(date).formatted(.iso8601)
    }

    /// Returns a date rounded down to the precision of one second.
    static func rounded(_ date: Date) -> Date {
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }

    /// Parses a date in one of the formats of the service, in which seconds and the time are optional.
    ///
    /// Fractions of seconds are ignored: as a `Double`, the end of the year 9999 would be rounded up.
    static func parse(_ text: String) -> Date? {
        let pattern =
            #/
            ([0-9]{4}-[0-9]{2}-[0-9]{2})
            (?: T ((?:[01][0-9]|2[0-3]):[0-5][0-9]) (?: (:[0-5][0-9]) (?:\.[0-9]+)? )? (Z|[+-][0-9]{2}:[0-9]{2}) )?
            /#
        guard let (_, day, time, seconds, zone) = text.wholeMatch(of: pattern)?.output else { return nil }
        let whole = "\(day)T\(time ?? "00:00")\(seconds ?? ":00")\(zone ?? "Z")"
        // The strategy accepts February 30, for example.
        guard let noon = try? Date("\(day)T12:00:00Z", strategy: .iso8601), Self.text(noon).hasPrefix(day) else {
            return nil
        }
        return try? Date(whole, strategy: .iso8601)
    }
}

extension KeyedDecodingContainer {
    /// Returns a date, or throws an error for a key whose value is not a date.
    func accessDate(_ text: String, forKey key: Key) throws -> Date {
        if let date = AccessDate.parse(text) { return date }
        throw DecodingError.dataCorruptedError(
            forKey: key, in: self, debugDescription: "expected a date, found \(text)")
    }
}

extension Operation {
    /// Sets the body to the policies of a container or queue if they are valid.
    mutating func setPolicies(_ policies: [StoredAccessPolicy]) {
        let policies = StoredAccessPolicies(signedIdentifier: policies)
        if let reason = policies.validationError { return reject(reason) }
        setBody { try XML.body(policies, root: StoredAccessPolicies.root) }
    }
}
