internal import Observation

extension Observable {
    /// Emits the value that a closure reads from observable models, and the new value after each change.
    ///
    ///     Rill.Observable.tracking { model.name }.subscribe(onNext: { show($0) })
    ///
    ///     result   (7|)              Observable.tracking { 7 }.take(1)
    ///
    /// ![A marble diagram of `tracking`.](tracking)
    ///
    /// The closure runs on the main actor, where the elements are also delivered. When a property that it has read from
    /// an `@Observable` class changes, the closure is called again. Changes that are made before the main actor runs
    /// the closure are combined. To omit equal consecutive values, apply `distinctUntilChanged()`. The properties must
    /// be changed on the main actor: Observation announces a change before the change is made. If another thread
    /// changed a property, the closure could read the previous value, and the new value would never be emitted.
    ///
    /// Supports back-pressure: the closure is not called while the subscriber is paused. When the subscriber resumes,
    /// it receives the latest value. Never completes.
    ///
    /// ## Errors
    /// Any error thrown by `read`.
    ///
    /// - Parameter read: A closure that reads properties of models and returns a value.
    /// - Returns: A cold observable that never completes.
    /// - Complexity: One task on the main actor per element.
    public static func tracking(
        _ read: @escaping @MainActor @Sendable () throws -> Element,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        Observable { observer in
            Tracking(observer, at: OperatorCallSite("tracking", file, line), read).update()
        }
    }
}

/// A subscription to the properties that a closure reads.
///
/// Owned by the observation registrars of the models, which do not release their observers before the next change. The
/// closure and the subscriber are therefore released separately.
private final class Tracking<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    private struct Target: Sendable {
        let observer: Observer<Element>

        /// The scope in which the source is parked while the subscriber is paused.
        let turn: Scope
        let site: OperatorCallSite
        let read: @MainActor @Sendable () throws -> Element
    }

    private let lock = Lock()

    /// The subscriber and the closure, or `nil` after the subscription has ended.
    private var target: Target?

    init(
        _ observer: Observer<Element>, at site: OperatorCallSite,
        _ read: @escaping @MainActor @Sendable () throws -> Element
    ) {
        let turn = observer.scope.makeChild(resumingOn: MainScheduler.shared)
        target = Target(observer: observer, turn: turn, site: site, read: read)
        observer.scope.onStop { [weak self] in self?.release() }
    }

    /// Reads and emits the value on the main actor, as soon as the subscriber is not paused.
    func update() {
        guard let target = lock.withLock({ target }) else { return }
        let isParked = target.turn.park { MainActor.assumeIsolated { self.emit() } }
        if !isParked { target.observer.scope.whenOpen { Task { @MainActor in self.emit() } } }
    }

    @MainActor
    private func emit() {
        guard let target = lock.withLock({ target }), !target.observer.scope.isStopped else { return }
        guard target.observer.scope.isOpen else { return update() }
        let value = withObservationTracking {
            Result { try target.read() }
        } onChange: {
            self.update()
        }
        switch value {
        case .success(let element): target.observer.send(.next(element))
        case .failure(let error): target.observer.fail(error, at: target.site)
        }
    }

    private func release() {
        _ = lock.withLock { target.take() }
    }
}
