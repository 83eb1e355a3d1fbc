/// A point in virtual time, in ticks: one tick is one character of a marble diagram.
///
/// An integer literal denotes the start of that tick. A time between two ticks has an offset, so times are never
/// rounded.
public struct TestTime: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The tick, counted from 0.
    public let tick: Int

    /// The offset from the start of the tick: at least zero and less than one tick.
    public let offset: Duration

    /// Creates a time.
    ///
    /// - Parameters:
    ///   - tick: The tick.
    ///   - offset: The offset from the start of the tick: at least zero and less than one tick. Defaults to zero.
    public init(tick: Int, offset: Duration = .zero) {
        self.tick = tick
        self.offset = offset
    }

    /// Creates a time at the start of a tick.
    ///
    /// - Parameter value: The tick.
    public init(integerLiteral value: Int) {
        self.init(tick: value)
    }

    /// Creates a time from a duration since tick 0.
    init(_ time: Duration, tick length: Duration) {
        let (quotient, remainder) = time.attoseconds.quotientAndRemainder(dividingBy: length.attoseconds)
        tick = Int(clamping: quotient)
        offset = Duration(attoseconds: remainder)
    }

    /// Returns whether one point in time is before another.
    ///
    /// - Parameters:
    ///   - left: A time.
    ///   - right: Another time.
    /// - Returns: `true` if `left` is before `right`; otherwise, `false`.
    public static func < (left: TestTime, right: TestTime) -> Bool {
        (left.tick, left.offset) < (right.tick, right.offset)
    }

    /// A note for failure messages on a time that is not a whole number of microseconds, which no diagram can match.
    package var noteOnRandomDelay: String? {
        guard offset.attoseconds % 1_000_000_000_000 != 0 else { return nil }
        return "\(self) is probably the end of a random delay. Pass a retry policy with jitter: .none or .full(seed: 1)"
    }

    /// The text of the time in failure messages: `tick 4`, `tick 4 + 0.5 seconds`.
    public var description: String {
        offset == .zero ? "tick \(tick)" : "tick \(tick) + \(offset)"
    }
}
