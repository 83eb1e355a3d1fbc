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
            attributes?.values.record?.countElement()
            instrumentation?.pass(Event<Void>.next(()))
        }
        return !isStopped
    }

    /// Stops the scope because the stream has completed, after delivering the event, and reports the completion to the
    /// instruments.
    ///
    /// - Parameter deliver: A closure that delivers the event. Not called if the scope was already stopped.
    @inlinable
    func complete(_ deliver: () -> Void) {
        if isObserved { return completeObserved(deliver) }
        guard beginStop() else { return }
        deliver()
        finishStop()
    }

    @usableFromInline
    func completeObserved(_ deliver: () -> Void) {
        deliverEnd(nil) {
            guard beginStop() else { return }
            deliver()
            finishStop()
        }
    }

    /// Reports a terminal event to the instruments, and delivers it.
    ///
    /// A ledger waits for the delivery. Must be called before the scope is stopped.
    ///
    /// - Parameters:
    ///   - error: The error, or `nil` if the stream has completed.
    ///   - deliver: A closure that stops the scope and delivers the event.
    func deliverEnd(_ error: (any Error)?, _ deliver: () -> Void) {
        if isInstrumented, !isStopped {
            instrumentation?.pass(error.map { Event<Void>.error($0) } ?? .completed)
        }
        let registry = isObserved ? attributes?.values.record?.registry : nil
        registry?.begin()
        deliver()
        registry?.finish()
    }

    /// The instruments of the subscription, or `nil` if there are none.
    package var instrumentation: Instrumentation? { attributes?.values.instrumentation }

    /// The call site of the innermost subscription with instruments that contains this scope, or else of the root.
    var enclosingCallSite: CallSite { instrumentation?.targets.first?.subscription.location ?? callSite }
}
