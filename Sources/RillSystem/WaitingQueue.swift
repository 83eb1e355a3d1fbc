/// A first-in, first-out queue from which any element can be removed in O(1).
public struct WaitingQueue<Element> {
    @usableFromInline var waiting: [Int: Element] = [:]

    /// The range of numbers of the elements that may still be waiting.
    ///
    /// Its upper bound is the number of the next element.
    @usableFromInline var numbers: Range<Int>

    /// Creates an empty queue.
    ///
    /// - Parameter number: The number of the first element. Defaults to 0.
    @inlinable
    public init(from number: Int = 0) {
        numbers = number..<number
    }

    /// The number of waiting elements.
    @inlinable public var count: Int { waiting.count }

    /// Whether no elements are waiting.
    @inlinable public var isEmpty: Bool { waiting.isEmpty }

    /// Appends an element.
    ///
    /// - Returns: The number of the element, which identifies it for `remove(_:)`.
    @inlinable
    public mutating func append(_ element: Element) -> Int {
        let number = numbers.upperBound
        waiting[number] = element
        numbers = numbers.lowerBound..<number + 1
        return number
    }

    /// Removes an element by its number.
    ///
    /// Returns `nil` if it is no longer waiting.
    @inlinable
    public mutating func remove(_ number: Int) -> Element? {
        let element = waiting.removeValue(forKey: number)
        // A dictionary keeps its memory.
        if waiting.isEmpty, waiting.capacity > 1_024 { waiting = [:] }
        return element
    }

    /// Removes and returns the element that has waited longest.
    @inlinable
    public mutating func popFirst() -> Element? {
        while let number = numbers.first {
            numbers = number + 1..<numbers.upperBound
            if let element = remove(number) { return element }
        }
        return nil
    }
}
