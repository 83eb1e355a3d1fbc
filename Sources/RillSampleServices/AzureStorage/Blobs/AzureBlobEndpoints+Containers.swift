internal import RillHTTPTesting

/// The operations that create, read, update, and delete containers.
extension AzureBlobEndpoints {
    func containerAction(for request: AzureRequest, _ name: String) throws -> AzureAction {
        let items: Set = ["restype", "comp"]
        switch (request.method, request.parameter("comp")) {
        case (.get, "list"): return listBlobs(request, name)
        case (.put, "lease"): return try leaseContainer(request, name)
        case (.put, nil):
            let fields: [AzureFields] = ["x-ms-blob-public-access", .metadata]
            return AzureAction(.container, "cw", items: ["restype"], fields: fields) { _ in
                try AzureNames.check(name, isContainer: true)
                let container = AzureContainer(
                    access: try Self.access(request), metadata: try AzureMetadata(request), modified: request.now,
                    eTag: store.makeTag())
                guard store.add(container, name) == nil else { throw AzureError("ContainerAlreadyExists") }
                return .status(.created, fields: container.versionFields)
            }
        case (.delete, nil):
            return AzureAction(.container, "d", items: ["restype"], fields: [.conditions, .lease]) { _ in
                let conditions = try AzureConditions(request)
                try store.remove(name) { try conditions.checkChange($0) }
                return .status(.accepted)
            }
        case (.get, nil), (.head, nil), (.get, "metadata"), (.head, "metadata"):
            return AzureAction(.container, "r", publicAccess: .container, items: items, fields: [.lease]) { _ in
                let container = try read(request, name)
                let lease = container.lease.fields(at: request.now)
                let policies: HTTPFields = ["x-ms-has-immutability-policy": "false", "x-ms-has-legal-hold": "false"]
                return .status(.ok, fields: container.fields + lease + policies + container.metadata.fields)
            }
        case (.put, "metadata"):
            let fields: [AzureFields] = [.conditions, .lease, .metadata]
            return AzureAction(.container, "w", items: items, fields: fields) { _ in
                let metadata = try AzureMetadata(request)
                return try change(request, name) { $0.metadata = metadata }
            }
        case (.get, "acl"), (.head, "acl"):
            return AzureAction(.container, "", items: items, fields: [.lease]) { _ in
                let container = try read(request, name)
                return .xml(container.identifiers.element, fields: container.fields)
            }
        case (.put, "acl"):
            let fields: [AzureFields] = [.conditions, .lease, "x-ms-blob-public-access"]
            return AzureAction(.container, "", items: items, fields: fields) { _ in
                let access = try Self.access(request)
                let identifiers = try AzureIdentifiers(request)
                return try change(request, name) { container in
                    container.access = access
                    container.identifiers = identifiers
                }
            }
        case (_, nil): throw AzureError("UnsupportedHttpVerb")
        default: throw AzureError("NotImplemented")
        }
    }

    private func read(_ request: AzureRequest, _ name: String) throws -> AzureContainer {
        let container = try store.change(name) { $0 }
        try container.lease.checkRead(try request.leaseID, of: .container, now: request.now)
        return container
    }

    private func change(
        _ request: AzureRequest, _ name: String, _ body: (inout AzureContainer) -> Void
    ) throws -> LoopbackServer.Response {
        let conditions = try AzureConditions(request)
        let eTag = store.makeTag()
        let fields = try store.change(name) { container in
            // A lease protects a container only from deletion; a lease ID is checked if there is one.
            try conditions.checkLease(container)
            try conditions.check(container)
            body(&container)
            container.eTag = eTag
            container.modified = request.now
            return container.versionFields
        }
        return .status(.ok, fields: fields)
    }

    private static func access(_ request: AzureRequest) throws -> AzurePublicAccess? {
        try request.header("x-ms-blob-public-access") { AzurePublicAccess(rawValue: $0) }
    }
}

extension AzureContainer {
    fileprivate var fields: HTTPFields {
        versionFields + HTTPFields(omittingEmpty: ["x-ms-blob-public-access": access?.rawValue])
    }
}
