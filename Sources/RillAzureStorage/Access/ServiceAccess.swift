public import Foundation

/// Access to one container, blob, or queue by a service shared access signature (SAS) or a user delegation SAS.
///
///     let access = ServiceAccess(to: .blob(film), permissions: .read, until: tomorrow)
///     let signature = try access.signed(by: key, of: "acct")
///     let link = "\(blobs.url(of: film))?\(signature.query)"
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/create-service-sas> and
///   <https://learn.microsoft.com/rest/api/storageservices/create-user-delegation-sas>, read 2026-11-23.
public struct ServiceAccess: Sendable, Hashable {
    /// A resource that a signature grants access to.
    public enum Resource: Sendable, Hashable {
        /// A container: its blobs, and the list of blobs.
        case container(String)

        /// A blob.
        case blob(BlobPath)

        /// A queue and its messages.
        case queue(String)
    }

    /// The accessible resource.
    public var resource: Resource

    /// The granted permissions, or `nil` if the stored access policy specifies them.
    public var permissions: AccountAccess.Permissions?

    /// The start of the validity period, with a precision of one second, or `nil` if the signature is valid immediately or
    /// the stored access policy specifies it.
    public var start: Date?

    /// The end of the validity period, with a precision of one second, or `nil` if the stored access policy specifies it.
    public var end: Date?

    /// The ID of a ``StoredAccessPolicy`` of the container or queue, or `nil` for none.
    public var policyID: String?

    /// The client IPv4 address, or a range such as `203.0.113.0-203.0.113.255`, or `nil` for any address.
    public var addresses: String?

    /// A Boolean value that indicates whether only HTTPS requests are permitted.
    ///
    /// The emulator requires `false`.
    public var requiresHTTPS: Bool

    /// The content headers of responses, which replace the headers of the blob.
    ///
    /// ``BlobHeaders/contentMD5`` is ignored.
    public var responseHeaders: BlobHeaders

    /// Creates access with permissions and a validity period.
    ///
    /// - Parameters:
    ///   - resource: The accessible resource.
    ///   - permissions: The granted permissions: ``AccountAccess/Permissions/read``, ``AccountAccess/Permissions/add``,
    ///     ``AccountAccess/Permissions/create``, ``AccountAccess/Permissions/write``, and
    ///     ``AccountAccess/Permissions/delete`` for blobs and containers, ``AccountAccess/Permissions/list`` for containers,
    ///     and ``AccountAccess/Permissions/read``, ``AccountAccess/Permissions/add``, ``AccountAccess/Permissions/update``,
    ///     and ``AccountAccess/Permissions/process`` for queues.
    ///   - start: The start of the validity period. Defaults to `nil`, which means immediately.
    ///   - end: The end of the validity period.
    ///   - addresses: The permitted client IP address or range. Defaults to `nil`, which means any address.
    ///   - requiresHTTPS: Whether only HTTPS requests are permitted. Defaults to `true`.
    ///   - responseHeaders: The content headers of responses, which replace the headers of the blob. Defaults to none.
    public init(
        to resource: Resource, permissions: AccountAccess.Permissions, from start: Date? = nil, until end: Date,
        addresses: String? = nil, requiresHTTPS: Bool = true, responseHeaders: BlobHeaders = BlobHeaders()
    ) {
        self.resource = resource
        self.permissions = permissions
        self.start = start
        self.end = end
        self.addresses = addresses
        self.requiresHTTPS = requiresHTTPS
        self.responseHeaders = responseHeaders
    }

    /// Creates access whose permissions and validity period are specified by a stored access policy.
    ///
    /// A value that the policy omits must be specified by this access, and a value that the policy specifies must be `nil`.
    ///
    /// - Parameters:
    ///   - resource: The accessible resource.
    ///   - policyID: The ID of a stored access policy of the container or queue.
    ///   - addresses: The permitted client IP address or range. Defaults to `nil`, which means any address.
    ///   - requiresHTTPS: Whether only HTTPS requests are permitted. Defaults to `true`.
    ///   - responseHeaders: The content headers of responses, which replace the headers of the blob. Defaults to none.
    public init(
        to resource: Resource, policyID: String, addresses: String? = nil, requiresHTTPS: Bool = true,
        responseHeaders: BlobHeaders = BlobHeaders()
    ) {
        self.resource = resource
        self.policyID = policyID
        self.addresses = addresses
        self.requiresHTTPS = requiresHTTPS
        self.responseHeaders = responseHeaders
    }
}

/// An error for access that cannot be signed.
public struct ServiceAccessError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The reason.
    public let description: String

    /// The same text as `description`.
    public var errorDescription: String? { description }

    init(_ description: String) {
        self.description = description
    }
}
