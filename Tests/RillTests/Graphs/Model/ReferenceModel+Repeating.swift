extension ReferenceModel {
    /// Returns the events of an operator that decides whether, when, and how often it subscribes to its source, or
    /// `nil` for other operators.
    func runRepeating(_ stage: GraphStage, at moment: Moment, _ source: (Moment) throws -> Trace) throws -> Trace? {
        switch stage {
        case .take(let count):
            var remaining = count
            if remaining == 0 { return [TimedSignal(moment: moment, signal: .completed)] }
            return try source(moment).transformingValues { value, output in
                output.send(.next(value))
                remaining -= 1
                if remaining == 0 { output.send(.completed) }
            }
        case .ifEmpty(let value):
            let trace = try source(moment)
            guard trace.count == 1, let end = trace.first, end.signal == .completed else { return trace }
            return [TimedSignal(moment: end.moment, signal: .next(value)), end]
        case .startWith(let values):
            return try values.map { TimedSignal(moment: moment, signal: .next($0)) } + source(moment)
        case .zipWithInfinite(let infiniteFirst):
            var index = -1
            let trace = try source(moment)
            // A source that fails synchronously does so before the infinite source is subscribed to.
            if !infiniteFirst, let end = trace.last, end.signal.isError, end.moment == moment { return [end] }
            return trace.transformingValues { value, output in
                index += 1
                output.send(.next(mix(index, value)))
            }
        case .catchAndReturn(let value):
            return try source(moment).transformed { signal, output in
                guard case .error = signal else { return output.send(signal) }
                output.send(.next(value))
                output.send(.completed)
            }
        case .retry(let attempts): return try retry(attempts, after: { $0 }, at: moment, source)
        case .retryLater(let attempts, let delay):
            return try retry(attempts, after: { $0.after(delay) }, at: moment, source)
        case .retryWhen(let retries, let delay):
            // The trigger completes with its last element, so the next failure completes the result.
            let attempts = try retry(retries + 1, after: { delay == 0 ? $0 : $0.after(delay) }, at: moment, source)
            return attempts.transformed { $1.send($0.isError ? .completed : $0) }
        case .shareTwice(let replay): return try shareTwice(source, replay: replay, at: moment)
        default: return nil
        }
    }

    private func retry(
        _ attempts: Int, after delayed: (Moment) -> Moment, at moment: Moment, _ source: (Moment) throws -> Trace
    ) throws -> Trace {
        var result: Trace = []
        var start = moment
        for attempt in 1...attempts {
            let trace = try source(start)
            guard case .error? = trace.last?.signal, attempt < attempts else { return result + trace }
            result += trace.dropLast()
            start = delayed(trace[trace.count - 1].moment)
        }
        return result
    }

    /// Returns the merged events of two subscribers to one shared stream; the second subscriber negates the elements.
    private func shareTwice(_ source: (Moment) throws -> Trace, replay: Int, at moment: Moment) throws -> Trace {
        let trace = try source(moment)
        let synchronous = trace.prefix { $0.moment == moment }
        var output = Output(at: moment)
        for event in synchronous where event.signal != .completed { output.send(event.signal) }
        // A completed stream restarts for the second subscriber.
        let restarts = synchronous.last?.signal == .completed
        let values = try (restarts ? source(moment)[...] : synchronous).filter { !$0.signal.isTerminal }
        for event in values.suffix(restarts ? values.count : replay) { output.send(event.signal.negated) }
        for event in trace.dropFirst(synchronous.count) {
            output.send(event.signal, at: event.moment)
            output.send(event.signal.negated)
        }
        if restarts { output.send(.completed) }
        return output.trace
    }
}

extension Signal {
    fileprivate var negated: Signal {
        if case .next(let value) = self { .next(-value) } else { self }
    }
}
