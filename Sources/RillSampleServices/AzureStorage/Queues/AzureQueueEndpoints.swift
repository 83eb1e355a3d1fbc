internal import RillHTTPTesting

/// A queue with its metadata and messages.
struct AzureQueue: Sendable {
    var metadata = AzureMetadata()
    var identifiers = AzureIdentifiers()
    var messages = AzureMessageQueue()
}

/// The data of the Queue service.
typealias AzureQueueStore = AzureStore<AzureQueue>

/// The operations of the Queue service, and their data.
struct AzureQueueEndpoints: Sendable {
    let store: AzureQueueStore

    /// Returns the Queue service.
    static func service(options: SampleAzureStorage.Options) -> AzureService {
        let store = AzureQueueStore(.queue, notFound: AzureError("QueueNotFound"))
        if options.hasSamples { AzureSamples.fill(store, now: options.now()) }
        let endpoints = Self(store: store)
        let authenticator = AzureAuthenticator(options: options) { name, id in
            (try? store.change(name) { $0.identifiers.policy(id) }) ?? nil
        }
        return AzureService(
            kind: .queue, options: options, authenticator: authenticator, publicAccess: { _ in nil },
            route: { try endpoints.action(for: $0) })
    }

    private func action(for request: AzureRequest) throws -> AzureAction {
        guard let queue = request.container else { return try store.service.action(for: request) { try list($0) } }
        guard let rest = request.rest else { return try action(for: request, queue) }
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.first == "messages" else { throw AzureError("ResourceNotFound") }
        guard parts.count > 1, !parts[1].isEmpty else { return try messagesAction(for: request, queue) }
        return try messageAction(for: request, queue, id: String(parts[1]))
    }

    /// Returns the operation on a queue.
    private func action(for request: AzureRequest, _ name: String) throws -> AzureAction {
        switch (request.method, request.parameter("comp")) {
        case (.put, nil):
            return AzureAction(.container, "cw", fields: [.metadata]) { _ in
                try AzureNames.check(name, isContainer: false)
                let metadata = try AzureMetadata(request)
                let existing = store.add(AzureQueue(metadata: metadata), name)
                if let existing, !existing.metadata.equals(metadata) { throw AzureError("QueueAlreadyExists") }
                return .status(existing == nil ? .created : .noContent)
            }
        case (.delete, nil):
            return AzureAction(.container, "d") { _ in
                try store.remove(name)
                return .status(.noContent)
            }
        case (.get, "metadata"), (.head, "metadata"):
            return AzureAction(.container, "r", items: ["comp"]) { _ in
                let (metadata, count) = try store.change(name) { queue in
                    (queue.metadata, queue.messages.count(now: request.now))
                }
                return .status(.ok, fields: metadata.fields + ["x-ms-approximate-messages-count": "\(count)"])
            }
        case (.put, "metadata"):
            return AzureAction(.container, "w", items: ["comp"], fields: [.metadata]) { _ in
                let metadata = try AzureMetadata(request)
                try store.change(name) { $0.metadata = metadata }
                return .status(.noContent)
            }
        case (.get, "acl"), (.head, "acl"):
            return AzureAction(.container, "", items: ["comp"]) { _ in
                .xml(try store.change(name) { $0.identifiers.element })
            }
        case (.put, "acl"):
            return AzureAction(.container, "", items: ["comp"]) { _ in
                let identifiers = try AzureIdentifiers(request)
                try store.change(name) { $0.identifiers = identifiers }
                return .status(.noContent)
            }
        case (_, nil): throw AzureError("UnsupportedHttpVerb")
        default: throw AzureError("NotImplemented")
        }
    }

    private func list(_ request: AzureRequest) throws -> LoopbackServer.Response {
        try AzurePaging.response(to: request, store, "Queues") { name, queue, includesMetadata in
            let metadata = includesMetadata && !queue.metadata.isEmpty ? [queue.metadata.element] : []
            return AzureElement("Queue", [AzureElement("Name", name)] + metadata)
        }
    }
}
