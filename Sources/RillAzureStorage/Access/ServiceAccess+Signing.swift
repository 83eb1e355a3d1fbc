internal import RillHTTP

extension ServiceAccess {
    /// Creates a service signature with an account key.
    ///
    /// - Parameters:
    ///   - key: A key of the account.
    ///   - account: The name of the account.
    /// - Returns: The signature. It can be revoked only by regenerating the account key, or, if it refers to a stored
    ///   access policy, by changing or deleting the policy.
    /// - Throws: ``ServiceAccessError`` if the permissions, the period, the addresses, or the policy ID are invalid.
    public func signed(by key: AccountKey, of account: String) throws(ServiceAccessError) -> SharedAccessSignature {
        try check()
        var query = commonQuery
        // Signatures of queues have neither a resource type nor response headers.
        var names = ["si", "sip", "spr", "sv"]
        if case .queue = resource {} else { names += ["sr", "snapshot", "ses"] + Self.headerNames }
        query.append("sig", key.signature(of: stringToSign(query, names, account)))
        return SharedAccessSignature(query.encoded)
    }

    /// Creates a signature with a user delegation key.
    ///
    /// User delegation signatures are available for blobs and containers, and cannot refer to a stored access policy.
    ///
    /// - Parameters:
    ///   - key: A user delegation key, from ``BlobClient/userDelegationKey(from:until:)``. The signature is valid only while
    ///     the key is valid, and grants at most the permissions of the user who requested the key.
    ///   - account: The name of the account.
    /// - Returns: The signature. It can be revoked by revoking all user delegation keys of the account, or by removing the
    ///   permissions of the user.
    /// - Throws: ``ServiceAccessError`` if the resource, the permissions, the period, or the addresses are invalid.
    public func signed(
        by key: UserDelegationKey, of account: String
    ) throws(ServiceAccessError) -> SharedAccessSignature {
        if case .queue = resource {
            throw ServiceAccessError("a user delegation key cannot sign access to a queue. Use an account key")
        }
        if policyID != nil {
            throw ServiceAccessError(
                "a user delegation signature cannot refer to a stored access policy. Use an account key, or specify "
                    + "permissions and an end")
        }
        try check()
        var query = commonQuery
        for (name, value) in key.query { query.append(name, value) }
        // Between the key and the addresses are the user and correlation IDs, which are not supported.
        let names =
            key.query.map(\.name) + ["saoid", "suoid", "scid", "sip", "spr", "sv", "sr", "snapshot", "ses"]
            + Self.headerNames
        query.append("sig", key.key.signature(of: stringToSign(query, names, account)))
        return SharedAccessSignature(query.encoded)
    }

    /// The names of the overrides of content headers, in the order in which they are signed.
    private static let headerNames = ["rscc", "rscd", "rsce", "rscl", "rsct"]

    /// The parameters of both kinds of signatures.
    private var commonQuery: QueryItems {
        var query: QueryItems = [
            "sv": ServiceVersion.current, "st": start.map { AccessDate.text($0) },
            "se": end.map { AccessDate.text($0) }, "sp": permissions?.serviceLetters, "sip": addresses,
            "spr": requiresHTTPS ? "https" : "https,http", "si": policyID,
        ]
        switch resource {
        case .queue: return query
        case .container: query.append("sr", "c")
        case .blob: query.append("sr", "b")
        }
        let headers = responseHeaders
        let values = [
            headers.cacheControl, headers.contentDisposition, headers.contentEncoding, headers.contentLanguage,
            headers.contentType,
        ]
        for (name, value) in zip(Self.headerNames, values) { query.append(name, value) }
        return query
    }

    /// Returns the permissions, the period, the resource, and further parameters, one per line.
    private func stringToSign(_ query: QueryItems, _ names: [String], _ account: String) -> String {
        let value = { name in query.first { $0.name == name }?.value ?? "" }
        let path =
            switch resource {
            case .container(let name): "/blob/\(account)/\(name)"
            case .blob(let blob): "/blob/\(account)/\(blob)"
            case .queue(let name): "/queue/\(account)/\(name)"
            }
        return (["sp", "st", "se"].map(value) + [path] + names.map(value)).joined(separator: "\n")
    }

    private func check() throws(ServiceAccessError) {
        if policyID == nil, permissions == nil || end == nil {
            throw ServiceAccessError("access without a stored access policy requires permissions and an end")
        }
        if let reason = policyID.flatMap(StoredAccessPolicies.validationError) { throw ServiceAccessError(reason) }
        if case .queue = resource, responseHeaders != BlobHeaders() {
            throw ServiceAccessError("the header fields of responses can be specified only for blobs")
        }
        try AccessChecks.check(permissions, from: start, until: end, addresses: addresses)
        if let permissions {
            let (name, letters) =
                switch resource {
                case .container: ("a container", "racwdl")
                case .blob: ("a blob", "racwd")
                case .queue: ("a queue", "raup")
                }
            guard permissions.serviceLetters.allSatisfy(letters.contains) else {
                throw ServiceAccessError(
                    "access to \(name) supports the permissions \(letters), got \(permissions.serviceLetters)")
            }
        }
    }
}
