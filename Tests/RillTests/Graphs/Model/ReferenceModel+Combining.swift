/// A source of an operator with several sources.
struct Branch {
    /// The subject whose events the source forwards immediately.
    ///
    /// A subject sends each event to its subscribers in subscription order.
    let subject: Int?
    let run: (Moment) throws -> Trace
}

extension ReferenceModel {
    /// Returns the events of an operator with several sources.
    func run(_ combination: GraphCombination, _ sources: [Branch], at moment: Moment) throws -> Trace {
        switch combination {
        case .concat, .concatOfStreams: try chain(sources, at: moment) { $1 == .completed }
        case .catch: try chain(sources, at: moment) { $1.isError }
        case .catchAs: try chain(sources, at: moment) { $1.isStreamError }
        case .ifEmpty: try chain(sources, at: moment) { $0 == 1 && $1 == .completed }
        case .merge, .mergeOfStreams: try merge(sources, at: moment)
        case .zip where sources.count == 3: try zipOfThree(sources, at: moment)
        case .zip, .zipCollection: try zip(sources, at: moment)
        case .combineLatest, .combineLatestCollection: try combineLatest(sources, at: moment)
        case .withLatestFrom: try withLatestFrom(sources, at: moment)
        case .takeUntil:
            try interleave(Array(sources.reversed()), at: moment) { index, signal, output in
                if index == 1 || signal.isError { return output.send(signal) }
                if signal != .completed { output.send(.completed) }
            }
        case .amb:
            try interleaveUntilFirst(sources, at: moment)
        }
    }

    /// Runs sources one at a time, while a condition on the number of events and the terminal event holds.
    private func chain(_ sources: [Branch], at moment: Moment, _ continues: (Int, Signal) -> Bool) throws -> Trace {
        var result: Trace = []
        var start = moment
        for (index, source) in sources.enumerated() {
            let trace = try source.run(start)
            let isLast = index == sources.count - 1
            guard let end = trace.last, end.signal.isTerminal, !isLast, continues(trace.count, end.signal) else {
                return result + trace
            }
            result += trace.dropLast()
            start = end.moment
        }
        return result + [TimedSignal(moment: start, signal: .completed)]
    }

    private func merge(_ sources: [Branch], at moment: Moment) throws -> Trace {
        var running = sources.count
        return try interleave(sources, at: moment) { _, signal, output in
            if signal == .completed { running -= 1 } else { output.send(signal) }
            if running == 0 { output.send(.completed) }
        }
    }

    private func zip(_ sources: [Branch], at moment: Moment) throws -> Trace {
        var queues = sources.map { _ in [Int]() }
        var hasEnded = sources.map { _ in false }
        return try interleave(sources, at: moment) { index, signal, output in
            switch signal {
            case .next(let value): queues[index].append(value)
            case .completed: hasEnded[index] = true
            case .error: return output.send(signal)
            }
            if queues.allSatisfy({ !$0.isEmpty }) {
                output.send(.next(mix(queues.map { $0[0] })))
                for index in queues.indices { queues[index].removeFirst() }
            }
            if queues.indices.contains(where: { hasEnded[$0] && queues[$0].isEmpty }) { output.send(.completed) }
        }
    }

    /// Returns the events of `zip` with three sources, which is a `zip` of a `zip` and the third source.
    ///
    /// The inner `zip` completes with its last pair, even if the pair has not yet been combined with the third source.
    /// The documentation does not specify whether a later error of the longer inner source fails the result.
    private func zipOfThree(_ sources: [Branch], at moment: Moment) throws -> Trace {
        for source in sources.prefix(2) where try source.run(moment).last?.signal.isError ?? false {
            throw Undetermined(reason: "an error in a zip of three sources")
        }
        return try zip(sources, at: moment)
    }

    private func combineLatest(_ sources: [Branch], at moment: Moment) throws -> Trace {
        var latest = sources.map { _ in Int?.none }
        var running = sources.count
        return try interleave(sources, at: moment) { index, signal, output in
            switch signal {
            case .next(let value):
                latest[index] = value
                let values = latest.compactMap { $0 }
                if values.count == latest.count { output.send(.next(mix(values))) }
            case .completed:
                running -= 1
                if running == 0 || latest[index] == nil { output.send(.completed) }
            case .error: output.send(signal)
            }
        }
    }

    private func withLatestFrom(_ sources: [Branch], at moment: Moment) throws -> Trace {
        var latest: Int?
        return try interleave(Array(sources.reversed()), at: moment) { index, signal, output in
            switch signal {
            case .next(let value) where index == 0: latest = value
            case .next(let value): if let latest { output.send(.next(mix(value, latest))) }
            case .completed: if index == 1 { output.send(.completed) }
            case .error: output.send(signal)
            }
        }
    }

    /// Returns the events of the source that emits first.
    private func interleaveUntilFirst(_ sources: [Branch], at moment: Moment) throws -> Trace {
        var winner: Int?
        func isDisposed(_ index: Int) -> Bool { winner ?? index != index }
        return try interleave(sources, at: moment, isDisposed: isDisposed) { index, signal, output in
            winner = index
            output.send(signal)
        }
    }

    /// Forwards the events of several sources: first the synchronous events of each source in order, then the others by
    /// time.
    ///
    /// - Parameters:
    ///   - sources: The sources.
    ///   - moment: The moment of the subscription.
    ///   - isDisposed: A closure that returns whether a source has been disposed.
    ///   - handle: A closure that receives the index of a source and an event, until the output has terminated.
    /// - Returns: The events that `handle` sent to the output.
    /// - Throws: `Undetermined` if two sources send events at the same later moment.
    private func interleave(
        _ sources: [Branch], at moment: Moment, isDisposed: (Int) -> Bool = { _ in false },
        _ handle: (Int, Signal, inout Output) throws -> Void
    ) throws -> Trace {
        var output = Output(at: moment)
        let subjects = sources.map(\.subject)
        var rest: [ArraySlice<TimedSignal>] = []
        for (index, source) in sources.enumerated() {
            if output.hasEnded || isDisposed(index) { break }
            let trace = try source.run(moment)
            let synchronous = trace.prefix { $0.moment == moment }
            for event in synchronous where !output.hasEnded { try handle(index, event.signal, &output) }
            rest.append(trace.dropFirst(synchronous.count))
        }
        while !output.hasEnded {
            let lanes = rest.indices.filter { !rest[$0].isEmpty && !isDisposed($0) }
            guard let next = try lanes.earliest(in: rest, subjects), let event = rest[next].popFirst() else { break }
            output.moment = event.moment
            try handle(next, event.signal, &output)
        }
        return output.trace
    }
}

extension Signal {
    var isError: Bool {
        if case .error = self { true } else { false }
    }

    /// Whether the event is an error of an operator, as opposed to an error of a source or a closure.
    fileprivate var isStreamError: Bool {
        ["noElements", "moreThanOneElement", "timeout", "deadline"].contains { self == .error($0) }
    }
}

extension [Int] {
    /// Returns the index of the lane with the earliest event.
    ///
    /// - Throws: `Undetermined` if several lanes have an event at that moment, unless all of them forward the same
    ///   subject.
    func earliest(in lanes: [ArraySlice<TimedSignal>], _ subjects: [Int?] = []) throws -> Int? {
        guard let moment = compactMap({ lanes[$0].first?.moment }).min() else { return nil }
        let earliest = filter { lanes[$0].first?.moment == moment }
        let hasSameSubject = !subjects.isEmpty && earliest.allSatisfy { subjects[$0] == subjects[earliest[0]] }
        if earliest.count > 1, !hasSameSubject || subjects[earliest[0]] == nil {
            throw Undetermined(reason: "two sources at one moment")
        }
        return earliest.first
    }
}

extension Graph {
    /// The subject whose events the graph forwards immediately.
    var forwardedSubject: Int? {
        switch self {
        case .source(.hot(let index)): index
        case .stage(let stage, let source) where stage.isPerEvent: source.forwardedSubject
        default: nil
        }
    }
}
