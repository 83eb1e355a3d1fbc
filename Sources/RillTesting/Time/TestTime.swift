/// A moment of virtual time, counted in ticks: one tick is one character of a marble diagram.
///
/// An integer stands for the beginning of that tick. What happens between two ticks (a timer of half a tick) has an
/// offset, so that no time is ever rounded.
public struct TestTime: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The tick; the clock starts at 0.
    public let tick: Int

    /// How long after the beginning of the tick; zero or more, less than one tick.
    public let offset: Duration

    /// Makes a moment.
    ///
    /// - Parameters:
    ///   - tick: The tick.
    ///   - offset: How long after the beginning of the tick; zero or more, less than one tick.
    public init(tick: Int, offset: Duration = .zero) {
        self.tick = tick
        self.offset = offset
    }

    /// Makes the beginning of a tick.
    ///
    /// - Parameter value: The tick.
    public init(integerLiteral value: Int) {
        self.init(tick: value)
    }

    /// Makes the moment at which a time has passed since tick 0.
    init(_ time: Duration, tick length: Duration) {
        let (quotient, remainder) = time.attoseconds.quotientAndRemainder(dividingBy: length.attoseconds)
        tick = Int(clamping: quotient)
        offset = Duration(attoseconds: remainder)
    }

    /// Whether one moment comes before another.
    ///
    /// - Parameters:
    ///   - left: A moment.
    ///   - right: Another moment.
    /// - Returns: Whether `left` is the earlier one.
    public static func < (left: TestTime, right: TestTime) -> Bool {
        (left.tick, left.offset) < (right.tick, right.offset)
    }

    /// The moment as failures name it: `tick 4`, `tick 4 + 0.5 seconds`.
    public var description: String {
        offset == .zero ? "tick \(tick)" : "tick \(tick) + \(offset)"
    }
}
