internal import Foundation
internal import Rill

extension Observable {
    /// Maps each element to an observable with up to `maxConcurrent` concurrent subscriptions, and emits their results
    /// in source order.
    ///
    /// A result that waits for earlier ones counts as a subscription, which limits the number of buffered results.
    /// Errors are delivered in order, after the results of earlier elements.
    func mapInOrder<Result: Sendable>(
        maxConcurrent: Int, _ transform: @escaping @Sendable (Element) -> Observable<Result>
    ) -> Observable<Result> {
        .deferred {
            let order = EmissionOrder()
            return enumerated().flatMap(maxConcurrent: maxConcurrent) { item in
                transform(item.element)
                    .catch { error in order.wait(for: item.index).map { throw error } }
                    .flatMap { result in order.wait(for: item.index).map { result } }
                    .do(onCompleted: { order.advance() })
            }
        }
    }
}

/// Signals each index when all lower indices have completed.
private final class EmissionOrder: @unchecked Sendable {  // `current` and `waiting` are guarded by `lock`
    private let lock = NSLock()
    private var current = 0
    private var waiting: [Int: Observer<Void>] = [:]

    /// Returns an observable that emits one value when all lower indices have completed.
    func wait(for index: Int) -> Observable<Void> {
        .create { [self] observer in
            let isNow = lock.withLock {
                if index != current { waiting[index] = observer }
                return index == current
            }
            if isNow { Self.signal(observer) }
            return Disposable { self.lock.withLock { self.waiting[index] = nil } }
        }
    }

    /// Completes the current index and signals the next one.
    func advance() {
        let next = lock.withLock {
            current += 1
            return waiting.removeValue(forKey: current)
        }
        if let next { Self.signal(next) }
    }

    private static func signal(_ observer: Observer<Void>) {
        observer.onNext(())
        observer.onCompleted()
    }
}
