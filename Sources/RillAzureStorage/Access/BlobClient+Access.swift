public import RillHTTP

extension BlobClient {
    /// Returns the level of public access to a container, and its stored access policies.
    ///
    /// ## Errors
    /// `APIError`, with ``AzureStorageError/Code/containerNotFound`` if the container does not exist.
    ///
    /// - Parameter name: The name of the container.
    /// - Returns: A cold `Observable<ContainerAccess>` that emits one value and completes.
    /// - SeeAlso: `GET /CONTAINER?restype=container&comp=acl`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/get-container-acl>, read 2026-11-21.
    public func access(toContainer name: String) -> Observable<ContainerAccess> {
        let policies = ResponseParser<StoredAccessPolicies>.xml(root: StoredAccessPolicies.root)
        let parser = policies.withHead.map { policies, head in
            ContainerAccess(
                publicAccess: head.headerFields[.publicAccess].map { PublicAccess(rawValue: $0) },
                policies: policies.signedIdentifier)
        }
        return send(Operation(.get, "/\(name)", ["restype": "container", "comp": "acl"], parser: parser))
    }

    /// Sets the level of public access to a container and its stored access policies, replacing all existing policies.
    ///
    /// A change can take up to 30 seconds to take effect.
    ///
    /// ## Errors
    /// `APIError`: with ``AzureStorageError/Code/containerNotFound`` if the container does not exist; with
    /// ``AzureStorageError/Code/publicAccessNotPermitted`` if the account does not permit public access; with stage
    /// `request` if there are more than five policies, or their IDs are invalid.
    ///
    /// - Parameters:
    ///   - access: The new level of public access and the new policies.
    ///   - name: The name of the container.
    ///   - conditions: The conditions for the request. The service supports only the dates and the lease. Defaults to
    ///     none.
    /// - Returns: A cold `Observable<BlobVersion>` that emits one value and completes.
    /// - SeeAlso: `PUT /CONTAINER?restype=container&comp=acl`,
    ///   <https://learn.microsoft.com/rest/api/storageservices/set-container-acl>, read 2026-11-23.
    public func setAccess(
        _ access: ContainerAccess, toContainer name: String, conditions: AccessConditions = AccessConditions()
    ) -> Observable<BlobVersion> {
        var fields: HTTPFields = [:]
        fields[.publicAccess] = access.publicAccess?.rawValue
        var operation = Operation(
            .put, "/\(name)", ["restype": "container", "comp": "acl"], fields: fields, conditions: conditions,
            parser: .version)
        operation.setPolicies(access.policies)
        return send(operation)
    }
}
