internal import Foundation
internal import RillHTTPTesting

/// The operations of the Blob service, and their data.
struct AzureBlobEndpoints: Sendable {
    let store: AzureBlobStore
    let authenticator: AzureAuthenticator

    /// Returns the Blob service.
    static func service(options: SampleAzureStorage.Options) -> AzureService {
        let store = AzureBlobStore(.blob, notFound: AzureError("ContainerNotFound"))
        if options.hasSamples { AzureSamples.fill(store, now: options.now()) }
        let authenticator = AzureAuthenticator(options: options) { name, id in
            (try? store.change(name) { $0.identifiers.policy(id) }) ?? nil
        }
        let endpoints = Self(store: store, authenticator: authenticator)
        return AzureService(
            kind: .blob, options: options, authenticator: authenticator, publicAccess: { store.access(to: $0) },
            route: { try endpoints.action(for: $0) })
    }

    private func action(for request: AzureRequest) throws -> AzureAction {
        if request.parameter("restype") == "account" { return try accountInformation(request) }
        if request.method == .post, request.container == nil, request.parameter("restype") == "service",
            request.parameter("comp") == "userdelegationkey"
        {
            return issueDelegationKey(request)
        }
        guard let container = request.containerName, let name = request.container else {
            return try store.service.action(for: request) { try listContainers($0) }
        }
        if request.rest == nil, request.parameter("restype") == "container" {
            return try containerAction(for: request, container)
        }
        let location = AzureBlobLocation(container: container, name: AzureBlobName(request.rest ?? name))
        switch (request.method, request.parameter("comp")) {
        case (.get, nil), (.head, nil): return get(request, location)
        case (.get, "metadata"), (.head, "metadata"): return metadata(request, location)
        case (.put, nil) where request.header("x-ms-copy-source") != nil: return try copy(request, location)
        case (.put, nil): return put(request, location)
        case (.delete, nil): return delete(request, location)
        case (.put, "metadata"): return setMetadata(request, location)
        case (.put, "properties"): return setHeaders(request, location)
        case (.put, "block"): return try putBlock(request, location)
        case (.put, "blocklist"): return commitBlocks(request, location)
        case (.get, "blocklist"): return listBlocks(request, location)
        case (.put, "appendblock"): return append(request, location)
        case (.put, "page"): return putPages(request, location)
        case (.get, "pagelist"): return listPages(request, location)
        case (.put, "lease"): return try leaseBlob(request, location)
        case (.put, "copy"): return abortCopy(location)
        case (_, nil): throw AzureError("UnsupportedHttpVerb")
        default: throw AzureError("NotImplemented")
        }
    }

    // MARK: Account

    /// Returns account information, which is available for the service, containers, and blobs.
    private func accountInformation(_ request: AzureRequest) throws -> AzureAction {
        guard request.parameter("comp") == "properties", request.isRead else { throw AzureError("NotImplemented") }
        let resource: AzureAction.Resource =
            request.container == nil ? .service : request.rest == nil ? .container : .object
        return AzureAction(resource, "rwdlacup", items: ["restype", "comp"]) { _ in
            .status(
                .ok,
                fields: [
                    "x-ms-sku-name": "Standard_LRS", "x-ms-account-kind": "StorageV2", "x-ms-is-hns-enabled": "false",
                ])
        }
    }

    private func listContainers(_ request: AzureRequest) throws -> LoopbackServer.Response {
        try AzurePaging.response(to: request, store, "Containers") { name, container, includesMetadata in
            container.element(name, includesMetadata, now: request.now)
        }
    }

    /// Issues a user delegation key.
    ///
    /// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/get-user-delegation-key>, read 2026-11-23.
    private func issueDelegationKey(_ request: AzureRequest) -> AzureAction {
        AzureAction(.service, "", items: ["restype", "comp"]) { caller in
            guard case .identity = caller else {
                throw AzureError.unauthorized("Only authentication scheme Bearer is supported")
            }
            let info = try request.document("KeyInfo")
            // The service can also bind a key to a user of another tenant.
            if let other = info.children.first(where: { $0.name != "Start" && $0.name != "Expiry" }) {
                throw AzureError("NotImplemented").with("XmlNodeName", other.name)
            }
            guard let expiry = try info.date("Expiry") else { throw AzureError.invalidNode("Expiry", "") }
            let start = try info.date("Start") ?? request.now
            guard start < expiry, expiry > request.now,
                expiry.timeIntervalSince(start) <= AzureUserDelegationKey.maximumPeriod
            else { throw AzureError.invalidNode("Expiry", info["Expiry"]?.text ?? "") }
            let key = AzureUserDelegationKey(
                start: DateText.text(start) ?? "", expiry: DateText.text(expiry) ?? "", version: request.version)
            return .xml(key.element(accountKey: authenticator.key))
        }
    }
}

extension AzureContainer {
    fileprivate func element(_ name: String, _ includesMetadata: Bool, now: Date) -> AzureElement {
        var properties = [("Last-Modified", modified.httpDate), ("Etag", "\"\(eTag)\"")] + lease.elements(at: now)
        if let access { properties.append(("PublicAccess", access.rawValue)) }
        properties += [("HasImmutabilityPolicy", "false"), ("HasLegalHold", "false")]
        var children = [AzureElement("Name", name), AzureElement("Properties", properties)]
        if includesMetadata, !metadata.isEmpty { children.append(metadata.element) }
        return AzureElement("Container", children)
    }
}
