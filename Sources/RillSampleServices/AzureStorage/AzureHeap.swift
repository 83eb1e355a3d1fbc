/// A binary min-heap.
struct AzureHeap<Element: Comparable & Sendable>: Sendable {
    private var elements: [Element]

    init(_ elements: [Element] = []) {
        // A sorted array is a valid heap.
        self.elements = elements.sorted()
    }

    var count: Int { elements.count }

    /// The minimum, or `nil` if the heap is empty.
    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var index = elements.count - 1
        while index > 0, elements[index] < elements[(index - 1) / 2] {
            elements.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes and returns the minimum.
    ///
    /// Returns `nil` if the heap is empty.
    mutating func popFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < elements.count {
                if elements[child] < elements[least] { least = child }
            }
            guard least != index else { return first }
            elements.swapAt(index, least)
            index = least
        }
    }
}
