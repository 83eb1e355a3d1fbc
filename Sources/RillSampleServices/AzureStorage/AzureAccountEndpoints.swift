internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// Account-level operations of the Blob service: the list of containers, and service properties.
struct AzureAccountEndpoints: Sendable {
    let store: AzureBlobStore

    func action(for request: AzureRequest) throws(AzureError) -> AzureAction {
        try store.service.action(for: request) { request throws(AzureError) in try list(request) }
    }

    /// Returns account information, which is available for the service, containers, and blobs.
    func information(_ request: AzureRequest) throws(AzureError) -> AzureAction {
        guard request.parameter("comp") == "properties", request.isRead else { throw .notImplemented }
        let resource: AzureAction.Resource =
            request.container == nil ? .service : request.rest == nil ? .container : .object
        return AzureAction(resource, "rwdlacup", items: ["restype", "comp"]) { _ in
            var fields = HTTPFields()
            fields.set("x-ms-sku-name", "Standard_LRS")
            fields.set("x-ms-account-kind", "StorageV2")
            fields.set("x-ms-is-hns-enabled", "false")
            return .status(.ok, fields: fields)
        }
    }

    private func list(_ request: AzureRequest) throws(AzureError) -> LoopbackServer.Response {
        let paging = try AzurePaging(request, includes: ["metadata"])
        let page = paging.page(of: store.containerNames)
        let elements = page.names.compactMap { name in
            // Skip containers that were deleted after their names were read.
            (try? store.container(name)).map { Self.element($0, included: paging.included, now: request.now) }
        }
        return .xml(paging.list(AzureElement("Containers", elements), next: page.next))
    }

    private static func element(_ container: AzureContainer, included: Set<String>, now: Date) -> AzureElement {
        var properties = [
            AzureElement("Last-Modified", HTTPDate.text(container.modified)),
            AzureElement("Etag", "\"\(container.eTag)\""),
        ]
        properties += container.lease.elements(at: now)
        if let access = container.access { properties.append(AzureElement("PublicAccess", access.rawValue)) }
        properties += [
            AzureElement("HasImmutabilityPolicy", "false"), AzureElement("HasLegalHold", "false"),
        ]
        var children = [AzureElement("Name", container.name), AzureElement("Properties", properties)]
        if included.contains("metadata"), !container.metadata.isEmpty { children.append(container.metadata.element) }
        return AzureElement("Container", children)
    }
}
