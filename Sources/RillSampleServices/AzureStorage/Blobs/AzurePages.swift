internal import RillHTTPTesting

/// The written pages of a page blob.
struct AzurePages: Sendable {
    /// The size of a page in bytes.
    static let size = 512

    /// A part of the content: bytes of a written page, or a number of bytes that have not been written.
    enum Part: Sendable {
        case bytes([UInt8])
        case zeros(Int)

        var bytes: [UInt8] {
            switch self {
            case .bytes(let bytes): bytes
            case .zeros(let count): [UInt8](repeating: 0, count: count)
            }
        }

        /// The step of a server that sends the part.
        var step: LoopbackServer.Step {
            switch self {
            case .bytes(let bytes): .bytes(bytes)
            case .zeros(let count): .repeating("\0", count: count)
            }
        }
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

    /// The written ranges of bytes within a range, in order.
    ///
    /// Consecutive pages form one range.
    func ranges(in range: Range<Int>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for (page, _) in written(in: range) {
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
        for (page, bytes) in written(in: range) {
            if offset < page.lowerBound { parts.append(.zeros(page.lowerBound - offset)) }
            parts.append(.bytes(Array(bytes)))
            offset = page.upperBound
        }
        if offset < range.upperBound { parts.append(.zeros(range.upperBound - offset)) }
        return parts
    }

    /// The parts of the written pages within a range, in order.
    private func written(in range: Range<Int>) -> [(range: Range<Int>, bytes: ArraySlice<UInt8>)] {
        pages.sorted { $0.key < $1.key }.compactMap { number, bytes in
            let start = number * Self.size
            let page = (start..<start + Self.size).clamped(to: range)
            return page.isEmpty ? nil : (page, bytes[page.lowerBound - start..<page.upperBound - start])
        }
    }
}
