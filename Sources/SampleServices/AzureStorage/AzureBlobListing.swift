internal import RillHTTPTesting

/// The answer to who wants to see what is in a container.
struct AzureBlobListing: Sendable {
    let store: AzureBlobStore

    func action(for request: AzureRequest, _ name: String) -> AzureAction {
        AzureAction(.container, "l", publicAccess: .container) { _ throws(AzureRefusal) in
            let paging = try AzurePaging(request)
            let delimiter = request.parameter("delimiter")
            var page = Page(paging: paging, delimiter: delimiter)
            page.fill(from: try store.container(name))
            return .xml(
                paging.list(
                    attributes: ["ContainerName": name], delimiter: delimiter, AzureElement("Blobs", page.elements),
                    next: page.next))
        }
    }

    /// One page of a list: blobs, and the beginnings that several of them have in common up to the delimiter.
    private struct Page {
        let paging: AzurePaging
        let delimiter: String?
        private(set) var elements: [AzureElement] = []

        /// The name with which the next page begins; nil if there is none.
        private(set) var next: String?
        private var lastBeginning: [UInt8]?

        init(paging: AzurePaging, delimiter: String?) {
            self.paging = paging
            self.delimiter = delimiter
        }

        mutating func fill(from container: AzureContainer) {
            let prefix = Array(paging.prefix.utf8)
            let start = max(AzureBlobName(paging.start ?? ""), AzureBlobName(paging.prefix))
            for name in container.names[container.place(of: start)...] {
                guard name.bytes.starts(with: prefix) else { return }
                if let lastBeginning, name.bytes.starts(with: lastBeginning) { continue }
                guard let element = element(of: name, in: container) else { continue }
                let beginning = beginning(of: name, behind: prefix.count)
                guard elements.count < paging.maximum else {
                    next = beginning.map { String(decoding: $0, as: UTF8.self) } ?? name.text
                    return
                }
                lastBeginning = beginning
                if let beginning {
                    let name = AzureBlobName.element(String(decoding: beginning, as: UTF8.self))
                    elements.append(AzureElement("BlobPrefix", [name]))
                } else {
                    elements.append(element)
                }
            }
        }

        /// The element of a blob; nil if there are only blocks of it, and these are not wanted.
        private func element(of name: AzureBlobName, in container: AzureContainer) -> AzureElement? {
            if let blob = container[name] { return blob.element(name.text, included: paging.included) }
            guard paging.included.contains("uncommittedblobs") else { return nil }
            let properties = [AzureElement("Content-Length", "0"), AzureElement("BlobType", "BlockBlob")]
            return AzureElement(
                "Blob", [AzureBlobName.element(name.text), AzureElement("Properties", properties)])
        }

        /// What a name has before the first delimiter behind the prefix, with both; nil if there is no delimiter.
        private func beginning(of name: AzureBlobName, behind count: Int) -> [UInt8]? {
            guard let delimiter, let found = name.bytes.dropFirst(count).firstRange(of: Array(delimiter.utf8)) else {
                return nil
            }
            return Array(name.bytes[..<found.upperBound])
        }
    }
}
