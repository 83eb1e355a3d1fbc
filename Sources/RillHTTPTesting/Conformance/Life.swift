/// Tells when an object that something should let go of is gone.
final class Life: Sendable {
    /// The object; the life is over when nobody holds it.
    final class Token: Sendable {
        private let life: Monitor<Bool>

        fileprivate init(_ life: Monitor<Bool>) {
            self.life = life
        }

        deinit {
            life.update { $0 = true }
        }
    }

    private let hasEnded = Monitor(false)

    /// Makes the object; to be called once.
    func makeToken() -> Token { Token(hasEnded) }

    /// Whether the object is gone.
    var isOver: Bool { hasEnded.read { $0 } }

    /// Waits until the object is gone.
    func waitForEnd(_ what: String) throws {
        let isOver = hasEnded.wait(timeout: Bench.limit) { $0 ? true : nil } ?? false
        guard isOver else { throw Fault("expected \(what) to be released") }
    }
}
