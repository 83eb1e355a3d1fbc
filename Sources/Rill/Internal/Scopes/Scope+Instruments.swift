public import Synchronization

extension Scope {
    /// Whether the scope is not stopped, so that the subscriber receives an element, which is reported to the instruments.
    ///
    /// Without instruments, it reads the word once.
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

    /// Stops the scope because the stream has completed, and reports it to the instruments.
    ///
    /// - Returns: Whether this call stopped the scope, rather than an earlier one. If so, the caller delivers the event and
    ///   then calls `endDelivery()`.
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
}
