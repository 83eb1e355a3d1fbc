extension RetryPolicy {
    /// How the wait grows from one failure to the next.
    public struct Backoff: Sendable, Hashable {
        private let initial: Duration
        private let factor: Double
        private let maximum: Duration

        private init(initial: Duration, factor: Double, maximum: Duration) {
            precondition(initial >= .zero, "a back-off needs a wait of zero or more, got \(initial)")
            precondition(maximum >= .zero, "a back-off needs a maximum of zero or more, got \(maximum)")
            precondition(factor >= 1, "a back-off must not shrink: its factor is one or more, got \(factor)")
            self.initial = initial
            self.factor = factor
            self.maximum = maximum
        }

        /// Always the same wait.
        ///
        /// - Parameter delay: How long, zero or more.
        /// - Returns: The back-off.
        public static func constant(_ delay: Duration) -> Backoff {
            Backoff(initial: delay, factor: 1, maximum: delay)
        }

        /// A wait that is multiplied after each failure.
        ///
        /// - Parameters:
        ///   - initial: The wait after the first failure, zero or more.
        ///   - factor: By how much it grows each time, one or more.
        ///   - maximum: The longest wait.
        /// - Returns: The back-off.
        public static func exponential(initial: Duration, factor: Double = 2, maximum: Duration) -> Backoff {
            Backoff(initial: initial, factor: factor, maximum: maximum)
        }

        /// The wait after a failure, before jitter.
        ///
        /// - Parameter attempt: The number of the attempt that has failed, from one.
        /// - Returns: How long to wait.
        public func delay(afterAttempt attempt: Int) -> Duration {
            var delay = min(initial, maximum)
            guard factor > 1, delay > .zero else { return delay }
            var failures = 1
            // Stops as soon as it is as long as it gets, so that no number of attempts overflows.
            while failures < attempt, delay < maximum {
                delay = delay > maximum / factor ? maximum : delay * factor
                failures += 1
            }
            return delay
        }
    }

    /// How much of a wait is left to chance.
    public struct Jitter: Sendable, Hashable {
        private enum Kind: Hashable {
            case none
            case full
            case seeded(UInt64)
        }

        private let kind: Kind

        /// Nothing: the whole wait.
        public static let none = Jitter(kind: .none)

        /// All of it: any time between zero and the whole wait.
        public static let full = Jitter(kind: .full)

        /// All of it, by a generator that gives each stream the same sequence.
        ///
        /// - Parameter seed: Where the generator begins.
        /// - Returns: The jitter.
        public static func full(seed: UInt64) -> Jitter { Jitter(kind: .seeded(seed)) }

        /// Makes the generator of one stream; nil if nothing is left to chance.
        package func makeGenerator() -> SplitMix? {
            switch kind {
            case .none: nil
            case .full: SplitMix(seed: .random(in: .min ... .max))
            case .seeded(let seed): SplitMix(seed: seed)
            }
        }
    }
}

/// The generator SplitMix64: small, and the same everywhere.
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

    /// A part of a wait, evenly spread from nothing to all of it.
    package mutating func part(of delay: Duration) -> Duration {
        delay * Double.random(in: 0...1, using: &self)
    }
}
