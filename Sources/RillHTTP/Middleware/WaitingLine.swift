/// Those who wait, first come, first served; anyone may leave, at the same cost from anywhere.
struct WaitingLine<Element> {
    private var waiting: [Int: Element] = [:]

    /// The numbers from the first one who may still wait up to the next one given out.
    private var numbers: Range<Int>

    /// Makes an empty line.
    ///
    /// - Parameter number: The first number that is given out.
    init(from number: Int = 0) {
        numbers = number..<number
    }

    /// How many wait.
    var count: Int { waiting.count }

    var isEmpty: Bool { waiting.isEmpty }

    /// Puts someone at the end.
    ///
    /// - Returns: The number to leave with.
    mutating func append(_ element: Element) -> Int {
        let number = numbers.upperBound
        waiting[number] = element
        numbers = numbers.lowerBound..<number + 1
        return number
    }

    /// Takes someone out, wherever he stands; nil if he does not wait any more.
    mutating func remove(_ number: Int) -> Element? { waiting.removeValue(forKey: number) }

    /// Takes out who has waited for longest.
    mutating func popFirst() -> Element? {
        while let number = numbers.first {
            numbers = number + 1..<numbers.upperBound
            if let element = waiting.removeValue(forKey: number) { return element }
        }
        return nil
    }
}
