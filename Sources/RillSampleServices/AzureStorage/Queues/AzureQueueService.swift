internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// The Queue service, which routes requests to their operations.
struct AzureQueueService: Sendable {
    private let service: AzureService

    init(options: SampleAzureStorage.Options) {
        let store = AzureQueueStore()
        if options.hasSamples { AzureSamples.fill(store, now: options.now()) }
        let queues = AzureQueueEndpoints(store: store)
        let messages = AzureMessageEndpoints(store: store)
        service = AzureService(
            kind: .queue, options: options,
            authenticator: AzureAuthenticator(options: options) { name, id in
                (try? store.change(name) { $0.identifiers.policy(id) }) ?? nil
            },
            publicAccess: { _ in nil },
            route: { request throws(AzureError) in
                guard let queue = request.container else { return try queues.action(for: request) }
                guard let rest = request.rest else { return try queues.action(for: request, queue) }
                let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.first == "messages" else { throw .resourceNotFound }
                guard parts.count > 1, !parts[1].isEmpty else { return try messages.action(for: request, queue) }
                return try messages.action(for: request, queue, id: String(parts[1]))
            })
    }

    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response { service.response(to: request) }
}
