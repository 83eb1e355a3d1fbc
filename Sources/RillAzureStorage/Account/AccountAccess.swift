public import Foundation
internal import RillHTTP

/// The permissions and the validity period of an account shared access signature (SAS).
///
///     let access = AccountAccess(
///         to: [.blob], resources: [.container, .object], permissions: [.read, .list], until: tomorrow)
///     let signature = try access.signed(by: key, of: "acct")
///     let readers = StorageAccount(name: "acct", credential: .sharedAccessSignature(signature))
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/create-account-sas>, read 2026-11-21.
public struct AccountAccess: Sendable, Hashable {
    /// The accessible services.
    public var services: Services

    /// The accessible resource types.
    public var resources: Resources

    /// The granted permissions.
    public var permissions: Permissions

    /// The start of the validity period, with a precision of one second, or `nil` if the signature is valid
    /// immediately.
    public var start: Date?

    /// The end of the validity period, with a precision of one second.
    public var end: Date

    /// The client IP address, or a range such as `203.0.113.0-203.0.113.255`, or `nil` for any address.
    public var addresses: String?

    /// A Boolean value that indicates whether only HTTPS requests are permitted.
    ///
    /// The emulator requires `false`.
    public var requiresHTTPS: Bool

    /// Creates access with permissions and a validity period.
    ///
    /// - Parameters:
    ///   - services: The accessible services.
    ///   - resources: The accessible resource types.
    ///   - permissions: The granted permissions.
    ///   - start: The start of the validity period. Defaults to `nil`, which means immediately.
    ///   - end: The end of the validity period.
    ///   - addresses: The permitted client IP address or range. Defaults to `nil`, which means any address.
    ///   - requiresHTTPS: Whether only HTTPS requests are permitted. Defaults to `true`.
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

    /// Creates a signature with an account key.
    ///
    /// - Parameters:
    ///   - key: A key of the account.
    ///   - account: The name of the account.
    /// - Returns: The signature. It can be revoked only by regenerating the account key.
    /// - Throws: ``ServiceAccessError`` if the services, the resource types, or the permissions are empty, or if the period
    ///   or the addresses are invalid.
    public func signed(by key: AccountKey, of account: String) throws(ServiceAccessError) -> SharedAccessSignature {
        if services.isEmpty { throw ServiceAccessError("services must not be empty") }
        if resources.isEmpty { throw ServiceAccessError("resources must not be empty") }
        try AccessChecks.check(permissions, from: start, until: end, addresses: addresses)
        var query: QueryItems = [
            "sv": ServiceVersion.current, "ss": services.letters, "srt": resources.letters, "sp": permissions.letters,
            "st": start.map { AccessDate.text($0) }, "se": AccessDate.text(end), "sip": addresses,
            "spr": requiresHTTPS ? "https" : "https,http",
        ]
        let value = { name in query.first { $0.name == name }?.value ?? "" }
        // The last line is the encryption scope, which is not supported.
        let lines = [account] + ["sp", "ss", "srt", "st", "se", "sip", "spr", "sv"].map(value) + [""]
        query.append("sig", key.signature(of: lines.map { $0 + "\n" }.joined()))
        return SharedAccessSignature(query.encoded)
    }
}
