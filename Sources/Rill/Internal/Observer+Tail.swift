extension Observer {
    /// The observer for a source in tail position: one whose end is the end of the operator.
    ///
    /// An operator that is built on itself in tail position gets its observer back, so that such a chain takes constant
    /// memory, and constant time for each element.
    ///
    /// - Parameter site: The operator, for the trace of an error.
    /// - Returns: An observer that passes events on as this one does.
    @usableFromInline
    func tail(at site: Site) -> Observer {
        if isTail, scope.isTail(of: site) { return self }
        return Observer(scope.makeTail(site), isTail: true, send: send)
    }

    /// This observer behind a queue that holds events while the subscriber is paused.
    ///
    /// For a source that is started during a pause. Its end is held behind its elements. Sources that can pause are paused while much is held; of what others send,
    /// the oldest events beyond the limit pass on to the next boundary.
    ///
    /// - Parameter count: The number of events beyond the usual 64 that are held. Defaults to 0.
    /// - Returns: The observer for the source, whose scope is stopped when the end arrives.
    @usableFromInline
    func holding(_ count: Int = 0) -> Observer {
        let outlet = scope.makeGate()
        let passing = Observer(outlet) { event in
            if event.isTerminal { outlet.stop() }
            send(event)
        }
        let serial = SerialObserver(passing, holdsBack: true, capacity: 64 + count)
        let gate = serial.sourceScope
        gate.countAhead()
        return Observer(gate) { event in
            guard event.isTerminal else { return serial.sendOrHold(event) }
            guard gate.claimEnd(event) else { return }
            if case .error = event { scope.adopt(from: gate) }
            // An end waits only behind elements that are held.
            serial.send(event)
        }
    }
}

extension Scope {
    /// Stops this scope because its stream has ended.
    ///
    /// - Parameter event: The end.
    /// - Returns: Whether the end counts. An error that comes after the stop is reported as undelivered.
    func claimEnd<Element>(_ event: Event<Element>) -> Bool {
        if stop() { return true }
        if case .error(let error) = event { reportUndelivered(error) }
        return false
    }
}
