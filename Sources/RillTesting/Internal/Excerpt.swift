/// Shortens a long list to its first and last items, and the items around the one that differs.
package enum Excerpt {
    private static var ends: Int { 3 }

    /// Returns the lines of the items to show, and a line for each gap.
    ///
    /// - Parameters:
    ///   - items: The indices of all items.
    ///   - index: The index of the item that differs, or `nil` if there is none.
    ///   - name: The plural noun for the items, for example `events`.
    ///   - lines: A closure that returns the lines of the item at an index.
    package static func lines(
        of items: Range<Int>, around index: Int? = nil, _ name: String, _ lines: (Int) -> [String]
    ) -> [String] {
        let middle = index.map { max($0 - 1, items.lowerBound)..<min($0 + 2, items.upperBound) } ?? 0..<0
        var shown: [Int] = []
        for range in [items.prefix(ends), middle, items.suffix(ends)] {
            shown += range.filter { $0 > shown.last ?? -1 }
        }
        var text: [String] = []
        var next = items.lowerBound
        for item in shown {
            // A line for a gap of one item would take as much space as the item itself.
            if item == next + 1 { text += lines(next) }
            if item > next + 1 { text.append("(\(item - next) more \(name))") }
            text += lines(item)
            next = item + 1
        }
        return text
    }
}
