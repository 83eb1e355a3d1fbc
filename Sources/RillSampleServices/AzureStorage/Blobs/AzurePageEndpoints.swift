internal import RillHTTP
internal import RillHTTPTesting

/// Writes, clears, and lists pages of page blobs.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/put-page>,
///   <https://learn.microsoft.com/rest/api/storageservices/get-page-ranges>, read 2026-11-23.
struct AzurePageEndpoints: Sendable {
    let store: AzureBlobStore

    private static let maximumUpdate = 4 << 20

    /// The maximum and default number of ranges per page of a list.
    private static let maximumRanges = 10_000

    /// The first API version that returns the list of ranges in pages.
    private static let pagingVersion = "2020-10-02"

    func put(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        let fields: [AzureFields] = [.conditions, .lease, .checksums, .range, "x-ms-page-write"]
        return AzureAction(.object, "w", items: ["comp"], fields: fields) { _ throws(AzureError) in
            let bytes = request.request.body
            guard let action = request.header("x-ms-page-write") else { throw .missingHeader("x-ms-page-write") }
            guard ["update", "clear"].contains(action) else { throw .invalidHeader("x-ms-page-write", action) }
            let range = try Self.range(request)
            if action == "update" {
                guard range.count <= Self.maximumUpdate else { throw .bodyTooLarge(maximum: Self.maximumUpdate) }
                guard bytes.count == range.count else { throw .invalidPageRange }
            } else if !bytes.isEmpty {
                throw .invalidHeader("Content-Length", "\(bytes.count)")
            }
            let checksum = try AzureChecksum(of: request, returnsCRC64: true)
            let blob = try store.write(location, .page, request) { blob throws(AzureError) in
                guard range.upperBound <= blob.content.count, var pages = blob.content.pages else {
                    throw .invalidPageRange
                }
                if action == "update" { pages.write(bytes, at: range.lowerBound) } else { pages.clear(range) }
                blob.content = AzureContent(pages: pages, count: blob.content.count)
            }
            var fields = AzureBlobWriting.created(blob, md5: nil).fields + checksum.fields
            fields.set("x-ms-blob-sequence-number", "0")
            return .status(.created, fields: fields)
        }
    }

    func list(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        AzureAction(
            .object, "r", publicAccess: .blob, items: ["comp", "marker", "maxresults"],
            fields: [.conditions, .lease, .range]
        ) { _ throws(AzureError) in
            let conditions = try AzureConditions(request)
            let blob = try store.blob(location.name, in: location.container)
            guard blob.type == .page, let pages = blob.content.pages else { throw .invalidBlobType }
            try blob.lease.checkRead(try request.leaseID, of: .blob, now: request.now)
            try conditions.checkRead(eTag: blob.eTag, modified: blob.modified)
            let whole = 0..<blob.content.count
            // The bounds of the range are rounded to whole pages.
            let bytes = try AzureRange.read(request, size: blob.content.count) ?? whole
            let last = (bytes.upperBound + AzurePages.size - 1) / AzurePages.size * AzurePages.size
            var ranges = pages.ranges(in: bytes.lowerBound / AzurePages.size * AzurePages.size..<last)
            var next: String?
            if (request.header("x-ms-version") ?? AzureService.newestVersion) >= Self.pagingVersion {
                let maximum = try request.number("maxresults", default: Self.maximumRanges, in: 1...Self.maximumRanges)
                let start = try request.number("marker", default: 0, in: 0...Int.max)
                ranges.removeFirst(min(start, ranges.count))
                if ranges.count > maximum {
                    next = "\(start + maximum)"
                    ranges.removeLast(ranges.count - maximum)
                }
            }
            let elements = ranges.map { range in
                AzureElement(
                    "PageRange",
                    [
                        AzureElement("Start", "\(range.lowerBound)"), AzureElement("End", "\(range.upperBound - 1)"),
                    ])
            }
            var fields = HTTPFields.state(eTag: blob.eTag, modified: blob.modified)
            fields.set("x-ms-blob-content-length", "\(blob.content.count)")
            let marker = next.map { [AzureElement("NextMarker", $0)] } ?? []
            return .xml(AzureElement("PageList", elements + marker), fields: fields)
        }
    }

    /// Returns the range of a write operation, which consists of whole pages.
    private static func range(_ request: AzureRequest) throws(AzureError) -> Range<Int> {
        guard let text = request.header("x-ms-range") ?? request.header("Range") else {
            throw .missingHeader("x-ms-range")
        }
        guard let match = text.wholeMatch(of: #/bytes=(\d{1,18})-(\d{1,18})/#), let first = Int(match.1),
            let last = Int(match.2), first <= last, first % AzurePages.size == 0, (last + 1) % AzurePages.size == 0
        else { throw .invalidPageRange }
        return first..<last + 1
    }
}
