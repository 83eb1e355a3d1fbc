internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// What the sample's blob service answers: finds out what a request wants.
struct AzureBlobService: Sendable {
    private let service: AzureService

    init(options: SampleAzureStorage.Options) {
        let store = AzureBlobStore()
        if options.hasSamples { AzureSamples.fill(store, now: options.now()) }
        let authenticator = AzureAuthenticator(options: options)
        let routes = Routes(
            account: AzureAccountEndpoints(store: store), containers: AzureContainerEndpoints(store: store),
            listing: AzureBlobListing(store: store), reads: AzureBlobReading(store: store),
            writes: AzureBlobWriting(store: store), blocks: AzureBlockEndpoints(store: store),
            copies: AzureBlobCopying(store: store, authenticator: authenticator))
        service = AzureService(
            kind: .blob, options: options, authenticator: authenticator, publicAccess: { store.access(to: $0) },
            route: { request throws(AzureRefusal) in try routes.action(for: request) })
    }

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response { service.answer(request) }

    private struct Routes: Sendable {
        let account: AzureAccountEndpoints
        let containers: AzureContainerEndpoints
        let listing: AzureBlobListing
        let reads: AzureBlobReading
        let writes: AzureBlobWriting
        let blocks: AzureBlockEndpoints
        let copies: AzureBlobCopying

        func action(for request: AzureRequest) throws(AzureRefusal) -> AzureAction {
            if request.parameter("restype") == "account" { return try account.information(request) }
            guard let container = request.containerName, let name = request.container else {
                return try account.action(for: request)
            }
            if request.rest == nil, request.parameter("restype") == "container" {
                return try containerAction(for: request, container)
            }
            return try blobAction(for: request, AzureBlobName(request.rest ?? name), container)
        }

        private func containerAction(
            for request: AzureRequest, _ name: String
        ) throws(AzureRefusal) -> AzureAction {
            if request.method == .get, request.parameter("comp") == "list" {
                return listing.action(for: request, name)
            }
            return try containers.action(for: request, name)
        }

        private func blobAction(
            for request: AzureRequest, _ name: AzureBlobName, _ container: String
        ) throws(AzureRefusal) -> AzureAction {
            let place = AzureBlobPlace(container: container, name: name)
            switch (request.method, request.parameter("comp")) {
            case (.get, nil), (.head, nil): return reads.get(request, place)
            case (.get, "metadata"), (.head, "metadata"): return reads.metadata(request, place)
            case (.put, nil) where request.header("x-ms-copy-source") != nil: return try copies.copy(request, place)
            case (.put, nil): return try writes.put(request, place)
            case (.delete, nil): return writes.delete(request, place)
            case (.put, "metadata"): return writes.setMetadata(request, place)
            case (.put, "properties"): return writes.setHeaders(request, place)
            case (.put, "block"): return try blocks.put(request, place)
            case (.put, "blocklist"): return blocks.commit(request, place)
            case (.get, "blocklist"): return blocks.list(request, place)
            case (.put, "copy"): return copies.abort(place)
            case (_, nil): throw .unsupportedVerb
            default: throw .notImplemented
            }
        }
    }
}

/// Where a blob is.
struct AzureBlobPlace: Sendable {
    let container: String
    let name: AzureBlobName
}
