/// The written pages of a page blob.
struct AzurePages: Sendable {
    /// The size of a page in bytes.
    static let size = 512

    /// A part of the content: bytes of a written page, or a number of bytes that have not been written.
    enum Part: Sendable {
        case bytes([UInt8])
        case zeros(Int)
    }

    /// The written pages, keyed by their number.
    private var pages: [Int: [UInt8]] = [:]

    /// Writes pages at an aligned offset.
    mutating func write(_ bytes: [UInt8], at offset: Int) {
        for start in stride(from: 0, to: bytes.count, by: Self.size) {
            pages[(offset + start) / Self.size] = Array(bytes[start..<start + Self.size])
        }
    }

    /// Clears the pages of an aligned range.
    mutating func clear(_ range: Range<Int>) {
        let numbers = range.lowerBound / Self.size..<range.upperBound / Self.size
        pages = pages.filter { !numbers.contains($0.key) }
    }

    /// Returns the pages of a blob of another size.
    func cut(to size: Int) -> AzurePages {
        var copy = self
        copy.pages = pages.filter { $0.key * Self.size < size }
        return copy
    }

    /// The written ranges of bytes within a range, in order.
    ///
    /// Consecutive pages form one range.
    func ranges(in range: Range<Int>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for number in pages.keys.sorted() {
            let page = (number * Self.size..<(number + 1) * Self.size).clamped(to: range)
            if page.isEmpty { continue }
            if let last = ranges.last, last.upperBound == page.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<page.upperBound
            } else {
                ranges.append(page)
            }
        }
        return ranges
    }

    /// Returns the content of a range.
    ///
    /// The number of parts depends on the written pages only, because a blob has up to 8 TiB.
    func parts(of range: Range<Int>) -> [Part] {
        var parts: [Part] = []
        var offset = range.lowerBound
        for written in ranges(in: range) {
            if offset < written.lowerBound { parts.append(.zeros(written.lowerBound - offset)) }
            offset = written.lowerBound
            while offset < written.upperBound {
                let first = offset % Self.size
                let last = min(Self.size, first + written.upperBound - offset)
                if let page = pages[offset / Self.size] { parts.append(.bytes(Array(page[first..<last]))) }
                offset += last - first
            }
        }
        if offset < range.upperBound { parts.append(.zeros(range.upperBound - offset)) }
        return parts
    }
}
