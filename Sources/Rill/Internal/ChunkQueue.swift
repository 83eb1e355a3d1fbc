/// A queue for one writer and one reader at a time, in chunks, without a lock.
///
/// The queue itself orders nothing: the writer appends and then counts the element with a releasing operation, the reader
/// removes only what it has seen counted with an acquiring one.
@usableFromInline
final class ChunkQueue<Element>: @unchecked Sendable {  // guarded by the count that its owner keeps
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

    // The writer's.
    @usableFromInline @exclusivity(unchecked) var tail: Chunk
    @usableFromInline @exclusivity(unchecked) var writeIndex = 0

    // The reader's.
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
        guard let next = head.next else { preconditionFailure("removeFirst on a queue with nothing in it") }
        head = next
        readIndex = 0
    }
}
