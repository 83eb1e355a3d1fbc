/// A first-in, first-out queue.
///
/// Removal is amortized O(1) and releases the element.
@usableFromInline
package struct Fifo<Element> {
    @usableFromInline var elements: ContiguousArray<Element?> = []
    @usableFromInline var head = 0

    @inlinable
    package init() {}

    @inlinable
    package var count: Int { elements.count - head }

    @inlinable
    package var isEmpty: Bool { head == elements.count }

    @inlinable
    package var first: Element? { isEmpty ? nil : elements[head] }

    @inlinable
    package mutating func append(_ element: Element) {
        elements.append(element)
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[head].take()
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: elements.count <= 1_024)
            head = 0
        } else if head >= 512, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}
