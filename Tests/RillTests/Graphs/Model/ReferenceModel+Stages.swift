extension ReferenceModel {
    /// Returns the events of an operator with one source.
    func run(_ stage: GraphStage, at moment: Moment, _ source: (Moment) throws -> Trace) throws -> Trace {
        if stage == .takeLast(0) { return [TimedSignal(moment: moment, signal: .completed)] }
        if let trace = try runTiming(stage, at: moment, source) { return trace }
        if let trace = try runRepeating(stage, at: moment, source) { return trace }
        let trace = try source(moment)
        return try transforming(stage, trace) ?? filtering(stage, trace)
    }

    private func transforming(_ stage: GraphStage, _ trace: Trace) throws -> Trace? {
        switch stage {
        case .map(let rule): return try trace.transformingValues { $1.send(.next(try rule.add($0))) }
        case .compactMap(let rule):
            return try trace.transformingValues { if try rule.passes($0) { $1.send(.next(-$0)) } }
        case .scan(let rule), .scanInto(let rule):
            var result = 0
            return try trace.transformingValues { value, output in
                result = try rule.join(result, value)
                output.send(.next(result))
            }
        case .reduce(let rule):
            var result = 0
            let values = try trace.collecting { result = try rule.join(result, $0) }
            return values.insertedAtEnd([result])
        case .toArray:
            var values: [Int] = []
            return trace.collecting { values.append($0) }.insertedAtEnd([mix(values)])
        case .buffer(let count): return trace.buffered(count)
        case .enumerated:
            var index = -1
            return trace.transformingValues { value, output in
                index += 1
                output.send(.next(mix(index, value)))
            }
        case .pairwise:
            var last: Int?
            return trace.transformingValues { value, output in
                if let last { output.send(.next(mix(last, value))) }
                last = value
            }
        case .materialize:
            return trace.transformed { signal, output in
                output.send(.next(signal.number))
                if signal.isTerminal { output.send(.completed) }
            }
        case .dematerialize(let rule):
            return try trace.transformingValues { $1.send(try rule.passes($0) ? .next($0) : .completed) }
        case .groupBy(let rule, let limit):
            var results: [Int: Int] = [:]
            return try trace.transformingValues { value, output in
                let key = try rule.key(value)
                if results[key] == nil, results.count == limit { return output.send(.error("bufferOverflow")) }
                let result = mix(results[key] ?? key, value)
                results[key] = result
                output.send(.next(result))
            }
        default: return nil
        }
    }

    private func filtering(_ stage: GraphStage, _ trace: Trace) throws -> Trace {
        switch stage {
        case .filter(let rule): return try trace.transformingValues { if try rule.passes($0) { $1.send(.next($0)) } }
        case .takeWhile(let rule, let inclusive):
            return try trace.transformingValues { value, output in
                let passes = try rule.passes(value)
                if passes || inclusive { output.send(.next(value)) }
                if !passes { output.send(.completed) }
            }
        case .takeLast(let count):
            var values: [Int] = []
            return trace.collecting { values.append($0) }.insertedAtEnd(values.suffix(count))
        case .skip(let count):
            var remaining = count
            return trace.transformingValues { value, output in
                if remaining == 0 { output.send(.next(value)) } else { remaining -= 1 }
            }
        case .skipWhile(let rule):
            var isSkipping = true
            return try trace.transformingValues { value, output in
                if isSkipping { isSkipping = try rule.passes(value) }
                if !isSkipping { output.send(.next(value)) }
            }
        case .distinctUntilChanged: return trace.distinct { $0 }
        case .distinctByKey(let rule): return try trace.distinct(rule.key)
        case .first(let rule):
            return try trace.transformingValues { value, output in
                guard try rule.passes(value) else { return }
                output.send(.next(value))
                output.send(.completed)
            }
        case .single: return trace.single { _ in true }
        case .singleWhere(let rule): return try trace.single(rule.passes)
        case .ignoreElements: return trace.transformingValues { _, _ in }
        case .mapError:
            return trace.transformed { signal, output in
                if case .error(let name) = signal { output.send(.error("mapped " + name)) } else { output.send(signal) }
            }
        default: return trace
        }
    }
}

extension Signal {
    /// The integer that represents the event after `materialize`.
    var number: Int {
        switch self {
        case .next(let value): value
        case .error: -1_000
        case .completed: -2_000
        }
    }
}

extension Trace {
    /// Handles the elements, and forwards only the terminal event.
    fileprivate func collecting(_ handle: (Int) throws -> Void) rethrows -> Trace {
        try transformingValues { value, _ in try handle(value) }
    }

    /// Returns the trace with elements inserted before completion, if the trace completes.
    fileprivate func insertedAtEnd(_ values: some Sequence<Int>) -> Trace {
        transformed { signal, output in
            if signal == .completed { for value in values { output.send(.next(value)) } }
            output.send(signal)
        }
    }

    fileprivate func buffered(_ count: Int) -> Trace {
        var waiting: [Int] = []
        return transformed { signal, output in
            if case .next(let value) = signal { waiting.append(value) }
            if waiting.count == count || (signal == .completed && !waiting.isEmpty) {
                output.send(.next(mix(waiting)))
                waiting = []
            }
            if signal.isTerminal { output.send(signal) }
        }
    }

    fileprivate func distinct(_ key: (Int) throws -> Int) rethrows -> Trace {
        var last: Int?
        return try transformingValues { value, output in
            let current = try key(value)
            if current != last { output.send(.next(value)) }
            last = current
        }
    }

    fileprivate func single(_ predicate: (Int) throws -> Bool) rethrows -> Trace {
        var found: Int?
        return try transformed { signal, output in
            switch signal {
            case .next(let value):
                guard try predicate(value) else { return }
                if found == nil { found = value } else { output.send(.error("moreThanOneElement")) }
            case .error: output.send(signal)
            case .completed:
                guard let found else { return output.send(.error("noElements")) }
                output.send(.next(found))
                output.send(.completed)
            }
        }
    }
}
