/// A lock-free queue for a single producer and a single consumer, which stores its elements in chunks.
///
/// The queue does not synchronize access itself: the producer appends an element and then increments an external count
/// with release ordering; the consumer reads the count with acquire ordering and removes at most that many elements.
@usableFromInline
final class ChunkQueue<Element>: @unchecked Sendable {  // synchronized by the count of its owner
    @usableFromInline
    final class Chunk {
        @usableFromInline let elements: UnsafeMutablePointer<Element>
        @usableFromInline let capacity: Int
        @usableFromInline @exclusivity(unchecked) var next: Chunk?

        @usableFromInline
        init(capacity: Int) {
            elements = .allocate(capacity: capacity)
            self.capacity = capacity
        }

        deinit {
            elements.deallocate()
        }
    }

    // Accessed only by the producer.
    @usableFromInline @exclusivity(unchecked) var tail: Chunk
    @usableFromInline @exclusivity(unchecked) var writeIndex = 0

    // Accessed only by the consumer.
    @usableFromInline @exclusivity(unchecked) var head: Chunk
    @usableFromInline @exclusivity(unchecked) var readIndex = 0

    @usableFromInline
    init() {
        head = Chunk(capacity: 16)
        tail = head
    }

    deinit {
        while head !== tail || readIndex < writeIndex { _ = removeFirst() }
    }

    @inlinable
    func append(_ element: Element) {
        if writeIndex == tail.capacity { grow() }
        (tail.elements + writeIndex).initialize(to: element)
        writeIndex += 1
    }

    @usableFromInline
    func grow() {
        let chunk = Chunk(capacity: min(tail.capacity * 2, 256))
        tail.next = chunk
        tail = chunk
        writeIndex = 0
    }

    @inlinable
    func removeFirst() -> Element {
        if readIndex == head.capacity { advance() }
        defer { readIndex += 1 }
        return (head.elements + readIndex).move()
    }

    @usableFromInline
    func advance() {
        guard let next = head.next else { preconditionFailure("cannot remove the first element of an empty queue") }
        head = next
        readIndex = 0
    }
}
