/// The first and the last items of a long list, and those around an item that differs.
package enum Excerpt {
    private static var ends: Int { 3 }

    /// Returns the lines of the items that are shown, and a line for each gap.
    ///
    /// - Parameters:
    ///   - items: The numbers of the items.
    ///   - index: The item that differs, or `nil`.
    ///   - name: The name of the items in the plural.
    ///   - lines: A closure that returns the lines of an item.
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
            // A gap of one item takes as much space as the item.
            if item == next + 1 { text += lines(next) }
            if item > next + 1 { text.append("(\(item - next) more \(name))") }
            text += lines(item)
            next = item + 1
        }
        return text
    }
}
