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
        if combination == .amb { return try interleaveUntilFirst(sources, at: moment) }
        guard let merger = Merger(combination, count: sources.count) else {
            return try chain(sources, at: moment, combination.continues)
        }
        if combination == .zip, sources.count == 3 { try checkZipOfThree(sources, at: moment) }
        return try interleave(combination.inSubscriptionOrder(sources), at: moment, merger.handle)
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

    /// Checks that the documentation specifies the result of `zip` with three sources, which is a `zip` of a `zip` and
    /// the third source.
    ///
    /// The inner `zip` completes with its last pair, even if the pair has not yet been combined with the third source.
    /// The documentation does not specify whether a later error of the longer inner source fails the result.
    private func checkZipOfThree(_ sources: [Branch], at moment: Moment) throws {
        for source in sources.prefix(2) where try source.run(moment).last?.signal.isError ?? false {
            throw Undetermined(reason: "an error in a zip of three sources")
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
