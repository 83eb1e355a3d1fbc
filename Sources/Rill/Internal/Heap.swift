/// An element of a ``Heap``.
@usableFromInline
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
@usableFromInline  // otherwise, other modules cannot specialize the methods
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
        moveUp(element, from: elements.count - 1)
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
        if index > 0, last.precedes(elements[(index - 1) / 2]) {
            moveUp(last, from: index)
        } else {
            moveDown(last, from: index)
        }
        return element
    }

    /// Stores an element at an index or above it.
    @inlinable
    mutating func moveUp(_ element: Element, from start: Int) {
        var index = start
        while index > 0, case let parent = (index - 1) / 2, element.precedes(elements[parent]) {
            place(elements[parent], at: index)
            index = parent
        }
        place(element, at: index)
    }

    /// Stores an element at an index or below it.
    @inlinable
    mutating func moveDown(_ element: Element, from start: Int) {
        var index = start
        while case var child = 2 * index + 1, child < elements.count {
            if child + 1 < elements.count, elements[child + 1].precedes(elements[child]) { child += 1 }
            guard elements[child].precedes(element) else { break }
            place(elements[child], at: index)
            index = child
        }
        place(element, at: index)
    }

    @inlinable
    mutating func place(_ element: Element, at index: Int) {
        elements[index] = element
        element.didMove(to: index)
    }
}

extension Heap: Sendable where Element: Sendable {}
