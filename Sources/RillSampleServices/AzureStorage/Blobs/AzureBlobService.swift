internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// The Blob service, which routes requests to their operations.
struct AzureBlobService: Sendable {
    private let service: AzureService

    init(options: SampleAzureStorage.Options) {
        let store = AzureBlobStore()
        if options.hasSamples { AzureSamples.fill(store, now: options.now()) }
        let authenticator = AzureAuthenticator(options: options) { name, id in
            (try? store.container(name))?.identifiers.policy(id)
        }
        let routes = Routes(
            account: AzureAccountEndpoints(store: store), containers: AzureContainerEndpoints(store: store),
            listing: AzureBlobListing(store: store), reads: AzureBlobReading(store: store),
            writes: AzureBlobWriting(store: store), blocks: AzureBlockEndpoints(store: store),
            copies: AzureBlobCopying(store: store, authenticator: authenticator),
            leases: AzureLeaseEndpoints(store: store), appends: AzureAppendEndpoints(store: store),
            pages: AzurePageEndpoints(store: store),
            delegation: AzureDelegationEndpoint(authenticator: authenticator))
        service = AzureService(
            kind: .blob, options: options, authenticator: authenticator, publicAccess: { store.access(to: $0) },
            route: { request throws(AzureError) in try routes.action(for: request) })
    }

    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response { service.response(to: request) }

    private struct Routes: Sendable {
        let account: AzureAccountEndpoints
        let containers: AzureContainerEndpoints
        let listing: AzureBlobListing
        let reads: AzureBlobReading
        let writes: AzureBlobWriting
        let blocks: AzureBlockEndpoints
        let copies: AzureBlobCopying
        let leases: AzureLeaseEndpoints
        let appends: AzureAppendEndpoints
        let pages: AzurePageEndpoints
        let delegation: AzureDelegationEndpoint

        func action(for request: AzureRequest) throws(AzureError) -> AzureAction {
            if request.parameter("restype") == "account" { return try account.information(request) }
            if request.method == .post, request.container == nil, request.parameter("restype") == "service",
                request.parameter("comp") == "userdelegationkey"
            {
                return delegation.action(for: request)
            }
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
        ) throws(AzureError) -> AzureAction {
            if request.method == .get, request.parameter("comp") == "list" {
                return listing.action(for: request, name)
            }
            if request.method == .put, request.parameter("comp") == "lease" {
                return try leases.action(for: request, name)
            }
            return try containers.action(for: request, name)
        }

        private func blobAction(
            for request: AzureRequest, _ name: AzureBlobName, _ container: String
        ) throws(AzureError) -> AzureAction {
            let location = AzureBlobLocation(container: container, name: name)
            switch (request.method, request.parameter("comp")) {
            case (.get, nil), (.head, nil): return reads.get(request, location)
            case (.get, "metadata"), (.head, "metadata"): return reads.metadata(request, location)
            case (.put, nil) where request.header("x-ms-copy-source") != nil: return try copies.copy(request, location)
            case (.put, nil): return try writes.put(request, location)
            case (.delete, nil): return writes.delete(request, location)
            case (.put, "metadata"): return writes.setMetadata(request, location)
            case (.put, "properties"): return writes.setHeaders(request, location)
            case (.put, "block"): return try blocks.put(request, location)
            case (.put, "blocklist"): return blocks.commit(request, location)
            case (.get, "blocklist"): return blocks.list(request, location)
            case (.put, "appendblock"): return appends.append(request, location)
            case (.put, "page"): return pages.put(request, location)
            case (.get, "pagelist"): return pages.list(request, location)
            case (.put, "lease"): return try leases.action(for: request, location)
            case (.put, "copy"): return copies.abort(location)
            case (_, nil): throw .unsupportedVerb
            default: throw .notImplemented
            }
        }
    }
}

/// The container and name of a blob.
struct AzureBlobLocation: Sendable {
    let container: String
    let name: AzureBlobName
}
