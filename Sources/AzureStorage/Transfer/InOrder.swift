internal import Rill

extension Observable {
    /// Runs what a closure makes of the values, several at a time, and emits their one value each in the order of the source.
    ///
    /// A place is free again when its value has been emitted, so that no more than `maxConcurrent` values are kept. A failure
    /// waits for its turn, too: what comes before it is not lost.
    func mapInOrder<Result: Sendable>(
        maxConcurrent: Int, _ transform: @escaping @Sendable (Element) -> Observable<Result>
    ) -> Observable<Result> {
        .deferred {
            let turns = Turns()
            return enumerated().flatMap(maxConcurrent: maxConcurrent) { place in
                transform(place.element)
                    .catch { error in turns.wait(for: place.index).map { throw error } }
                    .flatMap { result in turns.wait(for: place.index).map { result } }
                    .do(onCompleted: { turns.end() })
            }
        }
    }
}

/// Whose turn it is.
private final class Turns: @unchecked Sendable {  // `current` and `waiting` are guarded by `lock`
    private let lock = Lock()
    private var current = 0
    private var waiting: [Int: Observer<Void>] = [:]

    /// Emits when all before have ended their turns.
    func wait(for turn: Int) -> Observable<Void> {
        .create { [self] observer in
            let isNow = lock.withLock {
                if turn != current { waiting[turn] = observer }
                return turn == current
            }
            if isNow { Self.begin(observer) }
            return Disposable { self.lock.withLock { self.waiting[turn] = nil } }
        }
    }

    /// Ends the turn that has begun.
    func end() {
        let next = lock.withLock {
            current += 1
            return waiting.removeValue(forKey: current)
        }
        if let next { Self.begin(next) }
    }

    private static func begin(_ observer: Observer<Void>) {
        observer.onNext(())
        observer.onCompleted()
    }
}
