public import Foundation
internal import RillHTTP

/// What an account SAS lets its bearer do, and until when.
///
///     let access = AccountAccess(
///         to: [.blob], resources: [.container, .object], permissions: [.read, .list], until: tomorrow)
///     let signature = access.signed(by: key, of: "acct")
///     let readers = StorageAccount(name: "acct", credential: .sharedAccessSignature(signature))
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/create-account-sas>, read 2026-11-21.
public struct AccountAccess: Sendable, Hashable {
    /// The services that can be asked.
    public var services: Services

    /// The kinds of things that can be asked for.
    public var resources: Resources

    /// What can be done.
    public var permissions: Permissions

    /// From when on, to the second; nil for at once.
    public var start: Date?

    /// Until when, to the second.
    public var end: Date

    /// From which addresses: `203.0.113.7`, or a range `203.0.113.0-203.0.113.255`; nil for all.
    public var addresses: String?

    /// Whether only https is allowed; the emulator has http alone.
    public var requiresHTTPS: Bool

    /// Creates the terms.
    ///
    /// - Parameters:
    ///   - services: The services that can be asked.
    ///   - resources: The kinds of things that can be asked for.
    ///   - permissions: What can be done.
    ///   - start: From when on; nil for at once.
    ///   - end: Until when.
    ///   - addresses: From which addresses; nil for all.
    ///   - requiresHTTPS: Whether only https is allowed.
    public init(
        to services: Services, resources: Resources, permissions: Permissions, from start: Date? = nil,
        until end: Date, addresses: String? = nil, requiresHTTPS: Bool = true
    ) {
        self.services = services
        self.resources = resources
        self.permissions = permissions
        self.start = start
        self.end = end
        self.addresses = addresses
        self.requiresHTTPS = requiresHTTPS
    }

    /// Signs the terms.
    ///
    /// - Parameters:
    ///   - key: A key of the account.
    ///   - account: The name of the account.
    /// - Returns: What the bearer shows. Only a new key of the account takes it back.
    public func signed(by key: AccountKey, of account: String) -> SharedAccessSignature {
        var query: QueryItems = [
            "sv": ServiceVersion.current, "ss": services.letters, "srt": resources.letters, "sp": permissions.letters,
            "st": start.map(Self.text), "se": Self.text(end), "sip": addresses,
            "spr": requiresHTTPS ? "https" : "https,http",
        ]
        let value = { name in query.first { $0.name == name }?.value ?? "" }
        // The last line would name an encryption scope.
        let lines = [account] + ["sp", "ss", "srt", "st", "se", "sip", "spr", "sv"].map(value) + [""]
        query.append("sig", key.signature(of: lines.map { $0 + "\n" }.joined()))
        return SharedAccessSignature(query.encoded)
    }

    private static func text(_ date: Date) -> String {
        // Down, so that the zone's format never has a fraction.
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)).formatted(.iso8601)
    }
}
