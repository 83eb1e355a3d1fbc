package import Foundation
import Synchronization

/// A date that is advanced manually, for the clock of a sample server.
package final class ManualDate: Sendable {
    private let seconds: Atomic<Int>

    /// - Parameter seconds: The seconds since 1970 of the first date. Defaults to a second in September 2026.
    package init(secondsSince1970 seconds: Int = 1_790_000_000) {
        self.seconds = Atomic(seconds)
    }

    package var now: Date { Date(timeIntervalSince1970: TimeInterval(seconds.load(ordering: .acquiring))) }

    package func advance(by count: Int) {
        seconds.add(count, ordering: .releasing)
    }
}
