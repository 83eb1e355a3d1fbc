/// A heap: the least of its elements is found at once, and taken out in logarithmic time.
struct AzureHeap<Element: Comparable & Sendable>: Sendable {
    private var elements: [Element]

    init(_ elements: [Element] = []) {
        // What is sorted is a heap.
        self.elements = elements.sorted()
    }

    var count: Int { elements.count }

    /// The least element; nil if there is none.
    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var place = elements.count - 1
        while place > 0, elements[place] < elements[(place - 1) / 2] {
            elements.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Takes out the least element; nil if there is none.
    mutating func popFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < elements.count {
                if elements[child] < elements[least] { least = child }
            }
            guard least != place else { return first }
            elements.swapAt(place, least)
            place = least
        }
    }
}
