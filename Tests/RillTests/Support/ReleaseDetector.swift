/// An object that calls a closure when it is deallocated.
final class ReleaseDetector: Sendable {
    private let onRelease: @Sendable () -> Void

    init(_ onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
    }

    deinit {
        onRelease()
    }

    /// Returns its argument.
    func passThrough(_ number: Int) -> Int { number }
}
