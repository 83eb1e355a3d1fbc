internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// Copies blobs within the sample server.
///
/// Other sources are not supported.
struct AzureBlobCopying: Sendable {
    let store: AzureBlobStore
    let authenticator: AzureAuthenticator

    func copy(_ request: AzureRequest, _ location: AzureBlobLocation) throws(AzureError) -> AzureAction {
        // Put Blob From URL is not supported.
        guard request.header("x-ms-blob-type") == nil else { throw .notImplemented }
        let fields: [AzureFields] = [.conditions, .lease, .sourceConditions, .metadata, "x-ms-copy-source"]
        return AzureAction(.object, "cw", fields: fields) { caller throws(AzureError) in
            let url = request.header("x-ms-copy-source") ?? ""
            let source = try source(url, request, caller)
            try AzureConditions(request, prefix: "x-ms-source-").checkSource(
                eTag: source.eTag, modified: source.modified)
            try location.name.check()
            let metadata = try AzureMetadata(request)
            let copy = AzureBlob.Copy(
                id: UUID().uuidString.lowercased(),
                source: String(url.prefix { $0 != "?" }), completed: request.now)
            let blob = try store.replace(
                location, request, caller,
                AzureBlob(
                    type: source.type, content: source.content, headers: source.headers,
                    metadata: metadata.isEmpty ? source.metadata : metadata, created: request.now,
                    modified: request.now, eTag: store.makeTag(), copy: copy))
            var fields = HTTPFields.state(eTag: blob.eTag, modified: blob.modified)
            fields.set("x-ms-copy-id", copy.id)
            fields.set("x-ms-copy-status", "success")
            return .status(.accepted, fields: fields)
        }
    }

    /// Rejects the request, because copy operations are always completed.
    func abort(_ location: AzureBlobLocation) -> AzureAction {
        AzureAction(
            .object, "w", items: ["comp", "copyid"], fields: [.lease, "x-ms-copy-action"]
        ) { _ throws(AzureError) in
            _ = try store.blob(location.name, in: location.container)
            throw .noPendingCopy
        }
    }

    /// Returns the source blob of a copy operation.
    private func source(
        _ url: String, _ request: AzureRequest, _ caller: AzureCaller
    ) throws(AzureError) -> AzureBlob {
        let root = "\(request.endpoint)/"
        guard url.hasPrefix(root) else {
            throw .unverifiableSource(
                400, "The copy source is not in this storage account, and other sources are not supported.")
        }
        let parts = url.dropFirst(root.count).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = (parts.first ?? "").split(separator: "/", maxSplits: 1).map { $0.removingPercentEncoding }
        guard let first = segments.first.flatMap({ $0 }), let last = segments.last.flatMap({ $0 }) else {
            throw .invalidHeader("x-ms-copy-source", url)
        }
        let container = segments.count == 1 ? "$root" : first
        let query = AzureRequest.pairs(parts.count > 1 ? parts[1] : "")
        // A snapshot or a version of the source is not the source.
        guard query.allSatisfy({ AzureSharedAccess.items.contains($0.name.lowercased()) }) else {
            throw .notImplemented.with("HeaderName", "x-ms-copy-source")
        }
        let resource = AzureSharedResource(service: .blob, container: container, blob: last)
        guard canRead(resource, query: query, request, caller) else {
            throw .unverifiableSource(403, "The copy source is not readable with these permissions.")
        }
        do throws(AzureError) {
            return try store.blob(AzureBlobName(last), in: container)
        } catch {
            throw .unverifiableSource(404, error.message)
        }
    }

    private func canRead(
        _ resource: AzureSharedResource, query: [(name: String, value: String)], _ request: AzureRequest,
        _ caller: AzureCaller
    ) -> Bool {
        switch caller {
        case .owner, .identity: return true
        case .bearer, .anonymous: break
        }
        if store.access(to: resource.container) != nil { return true }
        // The URL of the source can contain a signature of its own.
        guard let access = (try? authenticator.access(in: query, now: request.now, resource)) ?? nil else {
            return false
        }
        return access.allowsReading(in: resource.container)
    }
}
