extension RetryPolicy {
    /// The growth of the delay from one attempt to the next.
    public struct Backoff: Sendable, Hashable {
        private let initial: Duration
        private let factor: Double
        private let maximum: Duration

        private init(initial: Duration, factor: Double, maximum: Duration) {
            precondition(factor >= 1, "Backoff: the factor must be at least 1, got \(factor)")
            self.initial = max(initial, .zero)
            self.factor = factor
            self.maximum = max(maximum, .zero)
        }

        /// Returns a backoff with a constant delay.
        ///
        /// - Parameter delay: The delay. A negative delay counts as zero.
        public static func constant(_ delay: Duration) -> Backoff {
            Backoff(initial: delay, factor: 1, maximum: delay)
        }

        /// Returns a backoff whose delay is multiplied by a factor after each failure.
        ///
        /// - Parameters:
        ///   - initial: The delay after the first failure. A negative delay counts as zero.
        ///   - factor: The factor. Must be at least 1. Defaults to 2.
        ///   - maximum: The maximum delay. A negative delay counts as zero.
        public static func exponential(initial: Duration, factor: Double = 2, maximum: Duration) -> Backoff {
            Backoff(initial: initial, factor: factor, maximum: maximum)
        }

        /// Returns the delay after a failed attempt, before jitter.
        ///
        /// - Parameter attempt: The number of the failed attempt, starting at 1.
        /// - Returns: The delay.
        public func delay(afterAttempt attempt: Int) -> Duration {
            var delay = min(initial, maximum)
            guard factor > 1, delay > .zero else { return delay }
            var failures = 1
            // Stops at the maximum, so that a large number of attempts cannot overflow.
            while failures < attempt, delay < maximum {
                delay = delay > maximum / factor ? maximum : delay * factor
                failures += 1
            }
            return delay
        }
    }

    /// The randomization of delays.
    public struct Jitter: Sendable, Hashable {
        private enum Kind: Hashable {
            case none
            case full
            case seeded(UInt64)
        }

        private let kind: Kind

        /// No jitter: the full delay is used.
        public static let none = Jitter(kind: .none)

        /// Full jitter: a random delay between zero and the full delay.
        public static let full = Jitter(kind: .full)

        /// Returns full jitter from a seeded random number generator, which produces the same sequence for each stream.
        ///
        /// - Parameter seed: The seed of the generator.
        public static func full(seed: UInt64) -> Jitter { Jitter(kind: .seeded(seed)) }

        /// Creates the random number generator for one stream.
        ///
        /// Returns `nil` if there is no jitter.
        package func makeGenerator() -> SplitMix? {
            switch kind {
            case .none: nil
            case .full: SplitMix(seed: .random(in: .min ... .max))
            case .seeded(let seed): SplitMix(seed: seed)
            }
        }
    }
}

/// The SplitMix64 generator, which is small and produces the same sequence on all platforms.
package struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// Returns a random duration, uniformly distributed between zero and the given delay.
    package mutating func part(of delay: Duration) -> Duration {
        delay * Double.random(in: 0...1, using: &self)
    }
}
