internal import Foundation
internal import RillHTTPTesting

/// The list of the blobs of a container.
extension AzureBlobEndpoints {
    func listBlobs(_ request: AzureRequest, _ name: String) -> AzureAction {
        let items: Set = ["restype", "comp", "prefix", "delimiter", "marker", "maxresults", "include"]
        return AzureAction(.container, "l", publicAccess: .container, items: items) { _ in
            let paging = try AzurePaging(request, includes: ["metadata", "copy", "uncommittedblobs"])
            let delimiter = request.parameter("delimiter")
            var page = Page(paging: paging, delimiter: delimiter, now: request.now)
            page.fill(from: try store.change(name) { $0 })
            return .xml(
                paging.list(
                    attributes: ["ContainerName": name], delimiter: delimiter, AzureElement("Blobs", page.elements),
                    next: page.next))
        }
    }

    /// A page of a list: blobs and common prefixes.
    private struct Page {
        let paging: AzurePaging
        let delimiter: String?
        let now: Date
        var elements: [AzureElement] = []

        /// The first name of the next page, or `nil` on the last page.
        var next: String?
        var lastPrefix: AzureBlobName?

        mutating func fill(from container: AzureContainer) {
            let prefix = Array(paging.prefix.utf8)
            let start = max(AzureBlobName(paging.start ?? ""), AzureBlobName(paging.prefix))
            for name in container.names(from: start) {
                guard name.bytes.starts(with: prefix) else { return }
                if let lastPrefix, name.bytes.starts(with: lastPrefix.bytes) { continue }
                guard let element = element(of: name, in: container) else { continue }
                let commonPrefix = commonPrefix(of: name, after: prefix.count)
                guard elements.count < paging.maximum else {
                    next = (commonPrefix ?? name).text
                    return
                }
                lastPrefix = commonPrefix
                elements.append(commonPrefix.map { AzureElement("BlobPrefix", [$0.element]) } ?? element)
            }
        }

        /// Returns the element of a blob, or `nil` if the blob is uncommitted and the list does not include such blobs.
        private func element(of name: AzureBlobName, in container: AzureContainer) -> AzureElement? {
            if let blob = container[name] { return blob.element(name, included: paging.included, now: now) }
            guard paging.included.contains("uncommittedblobs") else { return nil }
            let properties = AzureElement("Properties", [("Content-Length", "0"), ("BlobType", "BlockBlob")])
            return AzureElement("Blob", [name.element, properties])
        }

        /// Returns the name up to and including the first delimiter after the prefix, or `nil` if there is no delimiter.
        private func commonPrefix(of name: AzureBlobName, after count: Int) -> AzureBlobName? {
            guard let delimiter, let found = name.bytes.dropFirst(count).firstRange(of: Array(delimiter.utf8)) else {
                return nil
            }
            return AzureBlobName(name.bytes[..<found.upperBound])
        }
    }
}
