internal import RillHTTP
internal import RillHTTPTesting

/// Lists, creates, reads, updates, and deletes queues.
struct AzureQueueEndpoints: Sendable {
    let store: AzureQueueStore

    /// Returns the service-level operation of a request.
    func action(for request: AzureRequest) throws(AzureError) -> AzureAction {
        try store.service.action(for: request) { request throws(AzureError) in try list(request) }
    }

    /// Returns the operation on a queue.
    func action(for request: AzureRequest, _ name: String) throws(AzureError) -> AzureAction {
        switch (request.method, request.parameter("comp")) {
        case (.put, nil):
            return AzureAction(.container, "cw", fields: [.metadata]) { _ throws(AzureError) in
                try AzureNames.check(name, isContainer: false)
                switch try store.create(name, metadata: try AzureMetadata(request)) {
                case .created: return .status(.created)
                case .existed: return .status(.noContent)
                }
            }
        case (.delete, nil):
            return AzureAction(.container, "d") { _ throws(AzureError) in
                try store.remove(name)
                return .status(.noContent)
            }
        case (.get, "metadata"), (.head, "metadata"):
            return AzureAction(.container, "r", items: ["comp"]) { _ throws(AzureError) in
                let (metadata, count) = try store.change(name) { queue in
                    (queue.metadata, queue.messages.count(now: request.now))
                }
                var fields = metadata.fields
                fields.set("x-ms-approximate-messages-count", "\(count)")
                return .status(.ok, fields: fields)
            }
        case (.put, "metadata"):
            return AzureAction(.container, "w", items: ["comp"], fields: [.metadata]) { _ throws(AzureError) in
                let metadata = try AzureMetadata(request)
                try store.change(name) { $0.metadata = metadata }
                return .status(.noContent)
            }
        case (.get, "acl"), (.head, "acl"):
            return AzureAction(.container, "", items: ["comp"]) { _ throws(AzureError) in
                .xml(try store.change(name) { $0.identifiers.element })
            }
        case (.put, "acl"):
            return AzureAction(.container, "", items: ["comp"]) { _ throws(AzureError) in
                let identifiers = try AzureIdentifiers(request.request.body)
                try store.change(name) { $0.identifiers = identifiers }
                return .status(.noContent)
            }
        case (_, nil): throw .unsupportedVerb
        default: throw .notImplemented
        }
    }

    private func list(_ request: AzureRequest) throws(AzureError) -> LoopbackServer.Response {
        let paging = try AzurePaging(request, includes: ["metadata"])
        let page = paging.page(of: store.names)
        let elements = page.names.compactMap { name -> AzureElement? in
            // Skip queues that were deleted after their names were read.
            guard let metadata = try? store.change(name, { $0.metadata }) else { return nil }
            var children = [AzureElement("Name", name)]
            if paging.included.contains("metadata"), !metadata.isEmpty { children.append(metadata.element) }
            return AzureElement("Queue", children)
        }
        return .xml(paging.list(AzureElement("Queues", elements), next: page.next))
    }
}
