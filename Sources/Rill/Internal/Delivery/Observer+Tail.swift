extension Observer {
    /// Returns the observer for a source in tail position, whose termination terminates the operator.
    ///
    /// If an operator is applied recursively in tail position, its existing observer is returned, so that such a chain
    /// needs constant memory and constant time per element.
    ///
    /// - Parameter site: The call site of the operator, for error traces.
    /// - Returns: An observer that forwards events like this one.
    @usableFromInline
    func tail(at site: OperatorCallSite) -> Observer {
        if isTail, scope.isTail(of: site) { return self }
        return Observer(scope.makeTail(site), isTail: true, send: send)
    }

    /// Returns an observer with a queue in front of this one that holds events while the subscriber is paused.
    ///
    /// Used for a source that is started during a pause. Completion is held behind the elements; an error forwards the
    /// held elements to the next buffer downstream. Sources that support back-pressure are paused while many events are
    /// held. If other sources exceed the limit, the oldest events are forwarded to the next buffer downstream.
    ///
    /// - Parameter count: The number of events held in addition to the default of 64. Defaults to 0.
    /// - Returns: The observer for the source, whose scope is stopped when the terminal event arrives.
    @usableFromInline
    func holding(_ count: Int = 0) -> Observer {
        let downstream = scope.makeIntermediate()
        let passing = Observer(downstream) { event in
            if event.isTerminal { downstream.beginStop() }
            send(event)
        }
        let serial = SerialObserver(passing, pausesSources: true, capacity: 64 + count)
        serial.sourceScope.countAhead()
        return queued(in: serial, holdsElements: true)
    }

    /// Returns the observer for a source whose events pass through a queue, which forwards them to this observer.
    ///
    /// - Parameters:
    ///   - serial: The queue.
    ///   - holdsElements: Whether the queue holds elements while the subscriber is paused.
    /// - Returns: The observer for the source.
    func queued(in serial: SerialObserver<Element>, holdsElements: Bool) -> Observer {
        let source = serial.sourceScope
        return Observer(source) { event in
            guard event.isTerminal else { return holdsElements ? serial.sendOrHold(event) : serial.send(event) }
            guard source.claimEnd(event) else { return }
            // Completion is held only if elements are held before it.
            guard case .error(let error) = event else { return serial.send(event) }
            scope.adopt(from: source)
            serial.sendFailure(error)
        }
    }
}

extension Scope {
    /// Begins to stop this scope because its stream has terminated; see `beginStop`.
    ///
    /// - Parameter event: The terminal event.
    /// - Returns: `true` if the event takes effect; otherwise, `false`. An error that arrives after the scope has been
    ///   stopped is reported as undelivered.
    @inlinable
    func claimEnd<Element>(_ event: Event<Element>) -> Bool {
        if beginStop() { return true }
        reportUndelivered(event)
        return false
    }
}
