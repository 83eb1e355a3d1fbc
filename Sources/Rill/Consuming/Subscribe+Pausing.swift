extension ObservableConvertible {
    /// Subscribes with a closure that receives all events, for test kits that pause and resume the subscription, or wait
    /// until its resources have been released.
    ///
    /// Unlike `PausableSubscription`, the subscription outlives its disposable.
    ///
    /// - Parameters:
    ///   - isPaused: Whether the subscription is paused before the source is subscribed to.
    ///   - onRelease: Called when the subscription has ended and its resources have been released. Defaults to `nil`.
    ///   - onEvent: Called with each event.
    /// - Returns: A disposable that cancels, pauses, and resumes the subscription.
    package func subscribe(
        isPaused: Bool, file: StaticString = #fileID, line: UInt = #line,
        onRelease: (@Sendable () -> Void)? = nil, _ onEvent: @escaping @Sendable (Event<Element>) -> Void
    ) -> Disposable {
        let scope = Scope("subscribe", CallSite(file, line), begins: true)
        if isPaused { scope.pause() }
        // The first action of a scope runs last.
        if let onRelease { scope.onStop(onRelease) }
        return subscribe(scope, onEvent)
    }
}

extension Disposable {
    /// Pauses the sources of the subscription before their next element.
    package func pause() {
        scope?.pause()
    }

    /// Resumes the paused sources on this thread.
    package func resume() {
        scope?.open()
    }
}
