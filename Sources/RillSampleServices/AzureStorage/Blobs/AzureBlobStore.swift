internal import RillHTTP

/// The container and name of a blob.
struct AzureBlobLocation: Sendable {
    let container: String
    let name: AzureBlobName
}

/// The data of the Blob service.
typealias AzureBlobStore = AzureStore<AzureContainer>

extension AzureBlobStore {
    /// Returns the level of public access to a container, or `nil` if the container is private or does not exist.
    func access(to container: String) -> AzurePublicAccess? { (try? change(container) { $0.access }) ?? nil }

    /// Returns a copy of a blob.
    func blob(_ location: AzureBlobLocation) throws -> AzureBlob {
        try change(location.container) { container in
            guard let blob = container[location.name] else { throw AzureError("BlobNotFound") }
            return blob
        }
    }

    /// Returns a blob if the conditions of the request are met.
    func read(_ location: AzureBlobLocation, _ request: AzureRequest) throws -> AzureBlob {
        let conditions = try AzureConditions(request)
        let blob = try blob(location)
        try conditions.checkRead(blob)
        return blob
    }

    /// Modifies a blob in place if it has the given type, if any, and the conditions of the request are met.
    ///
    /// The closure must not change the blob if it throws.
    ///
    /// - Returns: The modified blob.
    func write(
        _ location: AzureBlobLocation, _ request: AzureRequest, _ type: AzureBlob.Kind? = nil,
        _ body: (inout AzureBlob) throws -> Void
    ) throws -> AzureBlob {
        let conditions = try AzureConditions(request)
        let eTag = makeTag()
        return try change(location.container) { container in
            try container.update(location.name) { blob in
                guard type == nil || blob.type == type else { throw AzureError("InvalidBlobType") }
                try conditions.checkChange(blob)
                try body(&blob)
                blob.lease.forgetIfEnded(at: request.now)
                blob.eTag = eTag
                blob.modified = request.now
                return blob
            }
        }
    }

    /// Creates or replaces a blob if the conditions of the request are met and the caller has the permission.
    ///
    /// - Parameters:
    ///   - location: The container and name of the blob.
    ///   - request: The request.
    ///   - caller: The caller.
    ///   - type: The required type of an existing blob, or `nil` for any.
    ///   - make: A closure that returns the new blob.
    /// - Returns: The stored blob, with the creation date of the replaced blob.
    /// - Throws: An error if a condition is not met.
    func replace(
        _ location: AzureBlobLocation, _ request: AzureRequest, _ caller: AzureCaller, _ type: AzureBlob.Kind? = nil,
        _ make: (AzureContainer) throws -> AzureBlob
    ) throws -> AzureBlob {
        let conditions = try AzureConditions(request)
        return try change(location.container) { container in
            let existing = container[location.name]
            if let type, let existing, existing.type != type { throw AzureError("InvalidBlobType") }
            try conditions.checkReplacement(of: existing)
            if existing != nil, !caller.canReplace { throw AzureError("AuthorizationPermissionMismatch") }
            var blob = try make(container)
            blob.created = existing?.created ?? blob.created
            // The lease of a replaced blob remains active.
            blob.lease = existing?.lease ?? AzureLease()
            blob.lease.forgetIfEnded(at: request.now)
            container[location.name] = blob
            return blob
        }
    }
}
