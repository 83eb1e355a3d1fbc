internal import RillHTTPTesting

/// The pages of page blobs.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/put-page>,
///   <https://learn.microsoft.com/rest/api/storageservices/get-page-ranges>, read 2026-11-23.
extension AzureBlobEndpoints {
    private static let maximumUpdate = 4 << 20

    /// The maximum and default number of ranges per page of a list.
    private static let maximumRanges = 10_000

    /// The first API version that returns the list of ranges in pages.
    private static let pagingVersion = "2020-10-02"

    func putPages(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        let fields: [AzureFields] = [.conditions, .lease, .checksums, .range, "x-ms-page-write"]
        return AzureAction(.object, "w", items: ["comp"], fields: fields) { _ in
            let bytes = request.request.body
            let action = try request.requiredHeader("x-ms-page-write")
            guard ["update", "clear"].contains(action) else {
                throw AzureError.invalidHeader("x-ms-page-write", action)
            }
            let range = try Self.pages(request)
            if action == "update" {
                guard range.count <= Self.maximumUpdate else {
                    throw AzureError.bodyTooLarge(maximum: Self.maximumUpdate)
                }
                guard bytes.count == range.count else { throw AzureError("InvalidPageRange") }
            } else if !bytes.isEmpty {
                throw AzureError.invalidHeader("Content-Length", "\(bytes.count)")
            }
            var fields = try AzureChecksum.fields(of: request, returnsCRC64: true)
            let blob = try store.write(location, request, .page) { blob in
                guard range.upperBound <= blob.content.count, var pages = blob.content.pages else {
                    throw AzureError("InvalidPageRange")
                }
                if action == "update" { pages.write(bytes, at: range.lowerBound) } else { pages.clear(range) }
                blob.content = AzureContent(pages: pages, count: blob.content.count)
            }
            fields.set("x-ms-blob-sequence-number", "0")
            return .created(blob, fields)
        }
    }

    func listPages(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        AzureAction(
            .object, "r", publicAccess: .blob, items: ["comp", "marker", "maxresults"],
            fields: [.conditions, .lease, .range]
        ) { _ in
            let blob = try store.read(location, request)
            guard let pages = blob.content.pages else { throw AzureError("InvalidBlobType") }
            let whole = 0..<blob.content.count
            // The bounds of the range are rounded to whole pages.
            let bytes = try request.range(size: blob.content.count) ?? whole
            let last = (bytes.upperBound + AzurePages.size - 1) / AzurePages.size * AzurePages.size
            var ranges = pages.ranges(in: bytes.lowerBound / AzurePages.size * AzurePages.size..<last)
            var next: String?
            if request.version >= Self.pagingVersion {
                let maximum = try request.number("maxresults", default: Self.maximumRanges, in: 1...Self.maximumRanges)
                let start = try request.number("marker", default: 0, in: 0...Int.max)
                ranges.removeFirst(min(start, ranges.count))
                if ranges.count > maximum {
                    next = "\(start + maximum)"
                    ranges.removeLast(ranges.count - maximum)
                }
            }
            let elements = ranges.map { range in
                AzureElement("PageRange", [("Start", "\(range.lowerBound)"), ("End", "\(range.upperBound - 1)")])
            }
            let marker = next.map { [AzureElement("NextMarker", $0)] } ?? []
            let size: HTTPFields = ["x-ms-blob-content-length": "\(blob.content.count)"]
            return .xml(AzureElement("PageList", elements + marker), fields: blob.versionFields + size)
        }
    }

    /// Returns the range of a write operation, which consists of whole pages.
    private static func pages(_ request: AzureRequest) throws -> Range<Int> {
        guard let text = request.header("x-ms-range") ?? request.header("Range") else {
            throw AzureError.missingHeader("x-ms-range")
        }
        guard let match = text.wholeMatch(of: #/bytes=(\d{1,18})-(\d{1,18})/#), let first = Int(match.1),
            let last = Int(match.2), first <= last, first % AzurePages.size == 0, (last + 1) % AzurePages.size == 0
        else { throw AzureError("InvalidPageRange") }
        return first..<last + 1
    }
}
