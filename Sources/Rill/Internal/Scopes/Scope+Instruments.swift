public import Synchronization

extension Scope {
    /// Whether the subscriber should receive an element, which is the case unless the scope is stopped.
    ///
    /// Reports the element to the instruments.
    ///
    /// If there are no instruments, this property only reads the word once.
    @inlinable
    var admitsElement: Bool {
        word.load(ordering: .relaxed) & (Bit.stopped | Bit.instrumented) == 0 || reportElement()
    }

    @usableFromInline
    func reportElement() -> Bool {
        if !isStopped {
            attributes?.record?.countElement()
            instrumentation?.pass(Event<Void>.next(()))
        }
        return !isStopped
    }

    /// Stops the scope because the stream has completed, and reports the completion to the instruments.
    ///
    /// - Returns: `true` if this call stopped the scope, in which case the caller delivers the event and then calls
    ///   `endDelivery()`; `false` if the scope was already stopped.
    @inlinable
    func complete() -> Bool {
        isObserved ? completeObserved() : stop()
    }

    @usableFromInline
    func completeObserved() -> Bool {
        reportEnd(nil)
        beginDelivery()
        if stop() { return true }
        endDelivery()
        return false
    }

    /// Records that a terminal event is about to be delivered.
    ///
    /// Must be called before the scope is stopped.
    func beginDelivery() {
        if isObserved { attributes?.record?.beginDelivery() }
    }

    /// Records that the terminal event has been delivered.
    @inlinable
    func endDelivery() {
        if isObserved { recordDelivery() }
    }

    @usableFromInline
    func recordDelivery() {
        attributes?.record?.endDelivery()
    }

    /// Reports a terminal event to the instruments.
    ///
    /// - Parameter error: The error, or `nil` if the stream has completed.
    @usableFromInline
    func reportEnd(_ error: (any Error)?) {
        guard isInstrumented, !isStopped else { return }
        instrumentation?.pass(error.map { Event<Void>.error($0) } ?? .completed)
    }

    /// The instruments of the subscription, or `nil` if there are none.
    package var instrumentation: Instrumentation? { attributes?.instrumentation }

    /// The call site of the innermost subscription with instruments that contains this scope, or else of the root.
    var enclosingCallSite: CallSite { instrumentation?.targets.first?.subscription.location ?? callSite }
}
