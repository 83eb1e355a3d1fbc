extension ReferenceModel {
    /// Returns the events of an operator that depends on time, or `nil` for other operators.
    func runTiming(_ stage: GraphStage, at moment: Moment, _ source: (Moment) throws -> Trace) throws -> Trace? {
        switch stage {
        case .delaySubscription(let delay): return try source(moment.after(delay))
        case .subscribeOn(.virtual): return try source(moment.afterStep)
        case .observeOn(.virtual): return try source(moment).observedLater()
        case .delay(let delay): return try source(moment).delayed(by: delay)
        case .timeout(let delay): return try source(moment).timedOut(from: moment, delay, "timeout", renews: true)
        case .deadline(let delay): return try source(moment).timedOut(from: moment, delay, "deadline", renews: false)
        case .takeFor(let delay):
            let trace = try source(moment)
            let end = moment.after(delay)
            if trace.hasEnded, trace.allSatisfy({ $0.moment < end }) { return trace }
            return try trace.upTo(end) + [TimedSignal(moment: end, signal: .completed)]
        case .debounce(let delay):
            return try source(moment).held(restartsTimer: true, delay) { $0.suffix(1) }
        case .bufferTime(let delay, let count):
            return try source(moment).held(restartsTimer: false, full: count, delay) { [mix($0)] }
        case .throttle(let delay, let latest): return try source(moment).throttled(delay, latest: latest)
        case .timestamp:
            return try source(moment).transformingValues { $1.send(.next(mix($0, $1.moment.time))) }
        case .measureInterval:
            var last = moment
            return try source(moment).transformingValues { value, output in
                output.send(.next(mix(value, output.moment.time - last.time)))
                last = output.moment
            }
        default: return nil
        }
    }
}

extension Trace {
    fileprivate func observedLater() throws -> Trace {
        let result = map { TimedSignal(moment: $0.moment.afterStep, signal: $0.signal) }
        if result.contains(where: { late in contains { $0.moment == late.moment } }) {
            throw Undetermined(reason: "an observed event at the moment of another event")
        }
        return result
    }

    fileprivate func delayed(by delay: Int) throws -> Trace {
        let shifted = map { TimedSignal(moment: $0.moment.after(delay), signal: $0.signal) }
        guard let end = last, case .error = end.signal else { return shifted }
        return try shifted.dropLast().map { $0 }.upTo(end.moment) + [end]
    }

    fileprivate func timedOut(from start: Moment, _ delay: Int, _ name: String, renews: Bool) throws -> Trace {
        var due = start.after(delay)
        var result: Trace = []
        for event in self {
            if event.moment > due {
                if event.moment.time == due.time {
                    throw Undetermined(reason: "an event after the moment of a timeout")
                }
                break
            }
            result.append(event)
            if renews { due = event.moment.after(delay) }
        }
        return result.hasEnded ? result : result + [TimedSignal(moment: due.afterStep, signal: .error(name))]
    }

    /// Buffers elements until a timer fires, the buffer is full, or the source completes.
    ///
    /// Depending on the operator, the timer is started by the first element or restarted by each element.
    fileprivate func held(
        restartsTimer: Bool, full: Int = .max, _ delay: Int, _ values: ([Int]) -> some Sequence<Int>
    ) throws -> Trace {
        var output = Output()
        var waiting: [Int] = []
        var due: Moment?
        func flush() {
            if !waiting.isEmpty { for value in values(waiting) { output.send(.next(value)) } }
            waiting = []
            due = nil
        }
        for event in self {
            if let due, due == event.moment { throw Undetermined(reason: "an event at the moment of a timer") }
            if let moment = due, moment < event.moment {
                output.moment = moment
                flush()
            }
            output.moment = event.moment
            switch event.signal {
            case .next(let value):
                waiting.append(value)
                if restartsTimer || waiting.count == 1 { due = event.moment.after(delay) }
                if waiting.count == full { flush() }
            case .completed:
                flush()
                output.send(.completed)
            case .error:
                output.send(event.signal)
                due = nil
            }
        }
        if let due {
            output.moment = due
            flush()
        }
        return output.trace
    }

    fileprivate func throttled(_ delay: Int, latest: Bool) throws -> Trace {
        var output = Output()
        var waiting: Int?
        var due: Moment?
        func fireTimer(before moment: Moment?) throws {
            while let end = due, moment.map({ end <= $0 }) ?? true {
                if end == moment { throw Undetermined(reason: "an event at the moment of a timer") }
                due = nil
                guard let value = waiting else { return }
                waiting = nil
                output.send(.next(value), at: end)
                due = end.after(delay)
            }
        }
        for event in self {
            try fireTimer(before: event.moment)
            output.moment = event.moment
            switch event.signal {
            case .next(let value):
                if due == nil {
                    output.send(event.signal)
                    due = event.moment.after(delay)
                } else if latest {
                    waiting = value
                }
            case .completed:
                if let waiting { output.send(.next(waiting)) }
                output.send(.completed)
            case .error: output.send(event.signal)
            }
        }
        if !output.hasEnded { try fireTimer(before: nil) }
        return output.trace
    }
}
