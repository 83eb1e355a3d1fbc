internal import RillHTTP
internal import RillHTTPTesting

/// Creates, reads, updates, and deletes containers.
struct AzureContainerEndpoints: Sendable {
    let store: AzureBlobStore

    func action(for request: AzureRequest, _ name: String) throws(AzureError) -> AzureAction {
        switch (request.method, request.parameter("comp")) {
        case (.put, nil):
            let fields: [AzureFields] = ["x-ms-blob-public-access", .metadata]
            return AzureAction(.container, "cw", items: ["restype"], fields: fields) { _ throws(AzureError) in
                try create(request, name)
            }
        case (.delete, nil):
            let fields: [AzureFields] = [.conditions, .lease]
            return AzureAction(.container, "d", items: ["restype"], fields: fields) { _ throws(AzureError) in
                try delete(request, name)
            }
        case (.get, nil), (.head, nil), (.get, "metadata"), (.head, "metadata"):
            return AzureAction(
                .container, "r", publicAccess: .container, items: ["restype", "comp"], fields: [.lease]
            ) { _ throws(AzureError) in try describe(request, name) }
        case (.put, "metadata"):
            return AzureAction(
                .container, "w", items: ["restype", "comp"], fields: [.conditions, .lease, .metadata]
            ) { _ throws(AzureError) in try setMetadata(request, name) }
        case (.get, "acl"), (.head, "acl"):
            let items: Set = ["restype", "comp"]
            return AzureAction(.container, "", items: items, fields: [.lease]) { _ throws(AzureError) in
                let container = try store.container(name)
                try container.lease.checkRead(try request.leaseID, of: .container, now: request.now)
                return .xml(container.identifiers.element, fields: Self.fields(of: container))
            }
        case (.put, "acl"):
            return AzureAction(
                .container, "", items: ["restype", "comp"], fields: [.conditions, .lease, "x-ms-blob-public-access"]
            ) { _ throws(AzureError) in try setAccess(request, name) }
        case (_, nil): throw .unsupportedVerb
        default: throw .notImplemented
        }
    }

    private func create(_ request: AzureRequest, _ name: String) throws(AzureError) -> LoopbackServer.Response {
        try AzureNames.check(name, isContainer: true)
        let container = AzureContainer(
            name: name, access: try Self.access(request), metadata: try AzureMetadata(request),
            modified: request.now, eTag: store.makeTag())
        try store.add(container)
        return .status(.created, fields: .state(eTag: container.eTag, modified: container.modified))
    }

    private func delete(_ request: AzureRequest, _ name: String) throws(AzureError) -> LoopbackServer.Response {
        let conditions = try AzureConditions(request)
        let leaseID = try request.leaseID
        try store.remove(name) { container throws(AzureError) in
            try container.lease.checkChange(leaseID, of: .container, now: request.now)
            try conditions.checkChange(eTag: container.eTag, modified: container.modified)
        }
        return .status(.accepted)
    }

    private func describe(
        _ request: AzureRequest, _ name: String
    ) throws(AzureError) -> LoopbackServer.Response {
        let container = try store.container(name)
        try container.lease.checkRead(try request.leaseID, of: .container, now: request.now)
        var fields = Self.fields(of: container) + container.lease.fields(at: request.now)
        fields.set("x-ms-has-immutability-policy", "false")
        fields.set("x-ms-has-legal-hold", "false")
        return .status(.ok, fields: fields + container.metadata.fields)
    }

    private func setMetadata(
        _ request: AzureRequest, _ name: String
    ) throws(AzureError) -> LoopbackServer.Response {
        let metadata = try AzureMetadata(request)
        return try change(request, name) { $0.metadata = metadata }
    }

    private func setAccess(
        _ request: AzureRequest, _ name: String
    ) throws(AzureError) -> LoopbackServer.Response {
        let access = try Self.access(request)
        let identifiers = try AzureIdentifiers(request.request.body)
        return try change(request, name) { container in
            container.access = access
            container.identifiers = identifiers
        }
    }

    private func change(
        _ request: AzureRequest, _ name: String, _ body: (inout AzureContainer) -> Void
    ) throws(AzureError) -> LoopbackServer.Response {
        let conditions = try AzureConditions(request)
        let leaseID = try request.leaseID
        let eTag = store.makeTag()
        try store.change(name) { container throws(AzureError) in
            // A lease protects a container only from deletion; a lease ID is checked if there is one.
            try container.lease.checkRead(leaseID, of: .container, now: request.now)
            try conditions.checkChange(eTag: container.eTag, modified: container.modified)
            body(&container)
            container.eTag = eTag
            container.modified = request.now
        }
        return .status(.ok, fields: .state(eTag: eTag, modified: request.now))
    }

    private static func fields(of container: AzureContainer) -> HTTPFields {
        var fields = HTTPFields.state(eTag: container.eTag, modified: container.modified)
        fields.set("x-ms-blob-public-access", container.access?.rawValue)
        return fields
    }

    private static func access(_ request: AzureRequest) throws(AzureError) -> AzurePublicAccess? {
        guard let text = request.header("x-ms-blob-public-access") else { return nil }
        guard let access = AzurePublicAccess(rawValue: text) else {
            throw .invalidHeader("x-ms-blob-public-access", text)
        }
        return access
    }
}
