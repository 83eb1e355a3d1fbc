internal import RillHTTPTesting

/// Detects when an object is released.
final class LifetimeTracker: Sendable {
    /// The tracked object.
    final class Token: Sendable {
        private let lifetime: Monitor<Bool>

        fileprivate init(_ lifetime: Monitor<Bool>) {
            self.lifetime = lifetime
        }

        deinit {
            lifetime.update { $0 = true }
        }
    }

    private let hasEnded = Monitor(false)

    /// Creates the tracked object.
    ///
    /// Must be called only once.
    func makeToken() -> Token { Token(hasEnded) }

    /// Whether the object has been released.
    var isReleased: Bool { hasEnded.read { $0 } }

    /// Waits until the object is released.
    func waitForRelease(_ name: String) throws {
        let isReleased = hasEnded.wait(timeout: CaseContext.limit) { $0 ? true : nil } ?? false
        guard isReleased else { throw CaseFailure("expected \(name) to be released") }
    }
}
