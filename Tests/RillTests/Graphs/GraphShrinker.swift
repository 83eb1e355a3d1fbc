extension GraphProgram {
    /// Returns the smallest program found within twenty seconds that still shows a difference, by removing parts one at
    /// a time.
    ///
    /// - Parameter differs: A closure that returns whether a program shows a difference.
    /// - Returns: The smallest program.
    func shrunk(_ differs: (GraphProgram) async -> Bool) async -> GraphProgram {
        var smallest = self
        let end = ContinuousClock.now + .seconds(20)
        search: while true {
            for simpler in smallest.simpler {
                if ContinuousClock.now > end { break search }
                if await differs(simpler) {
                    smallest = simpler
                    continue search
                }
            }
            break
        }
        return smallest
    }

    private var simpler: [GraphProgram] {
        var programs = graph.simpler.map { with(\.graph, $0) }
        if disposal != .atTheEnd { programs.insert(with(\.disposal, .atTheEnd), at: 0) }
        if demand != .unlimited { programs.insert(with(\.demand, .unlimited), at: 0) }
        if case .insideEvent(let count) = disposal, count > 1 {
            programs.append(with(\.disposal, .insideEvent(count - 1)))
        }
        for index in subjects.indices {
            for position in subjects[index].script.indices {
                var program = self
                program.subjects[index].script.remove(at: position)
                programs.append(program)
            }
        }
        return programs
    }

    private func with<Value>(_ path: WritableKeyPath<GraphProgram, Value>, _ value: Value) -> GraphProgram {
        var program = self
        program[keyPath: path] = value
        return program
    }
}

extension Graph {
    /// The graphs that result from one simplification, in ascending order of size.
    fileprivate var simpler: [Graph] {
        var graphs = children.sorted { $0.size < $1.size }
        switch self {
        case .source(let source): return source.simpler.map(Graph.source)
        case .stage(let stage, let source): graphs += stage.simpler.map { .stage($0, source) }
        case .combine(let combination, let sources) where combination.acceptsAnyNumberOfSources && sources.count > 1:
            graphs += sources.indices.map { removed in
                .combine(combination, sources.indices.filter { $0 != removed }.map { sources[$0] })
            }
        case .flatten(var flattening, let source, let inner):
            if inner.count > 1 { graphs += inner.map { .flatten(flattening, source, inner: [$0]) } }
            if flattening.fails {
                flattening.fails = false
                graphs.append(.flatten(flattening, source, inner: inner))
            }
        default: break
        }
        for (index, child) in children.enumerated() {
            for simpler in child.simpler {
                var changed = children
                changed[index] = simpler
                graphs.append(replacing(children: changed))
            }
        }
        return graphs
    }
}

extension GraphSource {
    fileprivate var simpler: [GraphSource] {
        let basic: [GraphSource] = [.empty, .just(0)]
        switch self {
        case .empty: return []
        case .just(0): return [.empty]
        case .never, .just, .timer: return basic
        case .error: return [.empty]
        case .of(let values): return basic + values.removingOne.map(GraphSource.of)
        case .create(let signals): return basic + signals.removingOne.map(GraphSource.create)
        case .cold(let script): return basic + script.removingOne.map(GraphSource.cold)
        case .thread(let signals): return basic + signals.removingOne.map(GraphSource.thread)
        case .threads(let values): return basic + (values.count > 1 ? values.removingOne.map(GraphSource.threads) : [])
        case .unfold(let count): return basic + (count > 0 ? [.unfold(count - 1)] : [])
        case .failingUnfold(let count): return basic + [.error("a")] + (count > 0 ? [.failingUnfold(count - 1)] : [])
        case .infinite(let count): return basic + (count > 0 ? [.unfold(count), .infinite(take: count - 1)] : [])
        case .interval(let period, let count):
            return basic + (count > 0 ? [.interval(period, take: count - 1)] : [])
        case .hot: return basic
        }
    }
}

extension GraphStage {
    fileprivate var simpler: [GraphStage] {
        switch self {
        case .startWith(let values): values.removingOne.map(GraphStage.startWith)
        case .retry(let attempts) where attempts > 1: [.retry(attempts - 1)]
        case .take(let count) where count > 0: [.take(count - 1)]
        default: []
        }
    }
}

extension Array {
    fileprivate var removingOne: [[Element]] {
        indices.map { removed in indices.filter { $0 != removed }.map { self[$0] } }
    }
}
