/// A first-in, first-out queue from which any element can be removed in O(1).
struct WaitingQueue<Element> {
    private var waiting: [Int: Element] = [:]

    /// The range of numbers of the elements that may still be waiting.
    ///
    /// Its upper bound is the number of the next element.
    private var numbers: Range<Int>

    /// Creates an empty queue.
    ///
    /// - Parameter number: The number of the first element. Defaults to 0.
    init(from number: Int = 0) {
        numbers = number..<number
    }

    /// The number of waiting elements.
    var count: Int { waiting.count }

    var isEmpty: Bool { waiting.isEmpty }

    /// Appends an element.
    ///
    /// - Returns: The number of the element, which identifies it for `remove(_:)`.
    mutating func append(_ element: Element) -> Int {
        let number = numbers.upperBound
        waiting[number] = element
        numbers = numbers.lowerBound..<number + 1
        return number
    }

    /// Removes an element by its number.
    ///
    /// Returns `nil` if it is no longer waiting.
    mutating func remove(_ number: Int) -> Element? { waiting.removeValue(forKey: number) }

    /// Removes and returns the element that has waited longest.
    mutating func popFirst() -> Element? {
        while let number = numbers.first {
            numbers = number + 1..<numbers.upperBound
            if let element = waiting.removeValue(forKey: number) { return element }
        }
        return nil
    }
}
