/// An element of a ``Heap``.
package protocol HeapElement {
    /// Returns whether this element precedes another one.
    func precedes(_ other: Self) -> Bool

    /// Stores the element's index in the heap, or `nil` when the element is removed. The default implementation does
    /// nothing.
    func didMove(to index: Int?)
}

extension HeapElement {
    @inlinable
    package func didMove(to index: Int?) {}
}

/// A binary min-heap.
///
/// Elements that store their index can be removed without a search.
package struct Heap<Element: HeapElement> {
    @usableFromInline var elements: [Element]

    /// Creates a heap.
    @inlinable
    package init(_ elements: [Element] = []) {
        // A sorted array is a valid heap.
        self.elements = elements.sorted { $0.precedes($1) }
        for (index, element) in self.elements.enumerated() { element.didMove(to: index) }
    }

    @inlinable package var count: Int { elements.count }

    @inlinable package var isEmpty: Bool { elements.isEmpty }

    /// The minimum, or `nil` if the heap is empty.
    @inlinable package var first: Element? { elements.first }

    /// All elements, in no particular order.
    @inlinable package var unordered: [Element] { elements }

    @inlinable
    package mutating func insert(_ element: Element) {
        elements.append(element)
        element.didMove(to: elements.count - 1)
        moveUp(from: elements.count - 1)
    }

    /// Removes and returns the minimum, or returns `nil` if the heap is empty.
    @inlinable
    @discardableResult
    package mutating func popFirst() -> Element? {
        elements.isEmpty ? nil : remove(at: 0)
    }

    /// Removes and returns the element at an index that ``HeapElement/didMove(to:)`` has stored.
    @inlinable
    @discardableResult
    package mutating func remove(at index: Int) -> Element {
        let element = elements[index]
        element.didMove(to: nil)
        let last = elements.removeLast()
        guard index < elements.count else { return element }
        elements[index] = last
        last.didMove(to: index)
        moveUp(from: index)
        moveDown(from: index)
        return element
    }

    @inlinable
    mutating func moveUp(from start: Int) {
        var index = start
        while index > 0, case let parent = (index - 1) / 2, elements[index].precedes(elements[parent]) {
            swap(index, parent)
            index = parent
        }
    }

    @inlinable
    mutating func moveDown(from start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < elements.count && elements[child].precedes(elements[least]) {
                least = child
            }
            if least == index { return }
            swap(index, least)
            index = least
        }
    }

    @inlinable
    mutating func swap(_ one: Int, _ other: Int) {
        elements.swapAt(one, other)
        elements[one].didMove(to: one)
        elements[other].didMove(to: other)
    }
}

extension Heap: Sendable where Element: Sendable {}
