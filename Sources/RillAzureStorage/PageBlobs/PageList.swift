/// A page of a list of written page ranges.
struct PageList: Sendable {
    /// The written ranges of bytes, in order.
    let ranges: [Range<Int>]

    /// The marker for the next page, or `nil` on the last page.
    let nextMarker: String?
}

extension PageList: Decodable {
    private enum CodingKeys: CodingKey {
        case pageRange, nextMarker
    }

    private struct PageRange: Decodable {
        let start: Int
        let end: Int
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        ranges = try (values.decodeIfPresent([PageRange].self, forKey: .pageRange) ?? []).map { range in
            guard range.start >= 0, range.end >= range.start, range.end < .max else {
                throw DecodingError.dataCorruptedError(
                    forKey: .pageRange, in: values,
                    debugDescription: "expected a range of pages, found \(range.start)-\(range.end)")
            }
            return range.start..<range.end + 1
        }
        nextMarker = try values.decodeIfPresent(String.self, forKey: .nextMarker)
    }
}
