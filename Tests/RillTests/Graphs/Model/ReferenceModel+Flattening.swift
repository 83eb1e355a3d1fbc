extension ReferenceModel {
    /// Returns the events of an operator that subscribes to an inner graph for each element.
    func run(
        _ flattening: GraphFlattening, _ source: Graph, _ inner: [Graph], at moment: Moment, element: Int
    ) throws -> Trace {
        var trace = try run(source, at: moment, element: element)
        if flattening.fails, flattening.isMapped { trace = try trace.transformingValues { try fail($0, &$1) } }
        let toleratesPause = source.toleratesPause && !(trace.last?.signal.isError ?? false)
        var flatten = Flatten(flattening, source: trace, at: moment) { value, moment in
            try self.run(inner[abs(value) % inner.count], at: moment, element: value)
                .transformingValues { $1.send(.next(mix(value, $0))) }
        }
        while !flatten.output.hasEnded, try flatten.step() {
            if flatten.isFull, !flatten.sourceHasEnded, !toleratesPause {
                throw Undetermined(reason: "a source that is paused")
            }
        }
        return flatten.output.trace
    }

    /// Simulates a throwing `map` closure that creates the inner observables.
    private func fail(_ value: Int, _ output: inout Output) throws {
        if value % 5 == 0 { throw GraphError("closure") }
        output.send(.next(value))
    }
}

extension GraphFlattening {
    var limit: Int {
        switch kind {
        case .concatMap, .mapConcat: 1
        case .limited(let limit), .mapMergeLimited(let limit): limit
        default: .max
        }
    }

    var isLatest: Bool { kind == .latest || kind == .mapSwitchLatest }

    /// Whether `map` creates the inner observables as elements arrive, rather than when a subscription slot is free.
    var isMapped: Bool {
        switch kind {
        case .mapMerge, .mapMergeLimited, .mapConcat, .mapSwitchLatest: true
        default: false
        }
    }
}

/// The state of an operator that subscribes to an inner graph for each element.
private struct Flatten {
    let flattening: GraphFlattening
    let inner: (Int, Moment) throws -> Trace
    var output: Output
    private(set) var sourceHasEnded = false

    /// The remaining events of the source, then of each inner graph in subscription order.
    private var lanes: [ArraySlice<TimedSignal>]

    /// The indices of the active inner graphs.
    private var running: [Int] = []
    private var waiting: [Int] = []

    init(
        _ flattening: GraphFlattening, source: Trace, at moment: Moment, inner: @escaping (Int, Moment) throws -> Trace
    ) {
        self.flattening = flattening
        self.inner = inner
        output = Output(at: moment)
        lanes = [source[...]]
    }

    var isFull: Bool { running.count >= flattening.limit }

    /// Handles the next event of the source or of an inner graph.
    ///
    /// - Returns: `true` if there was an event; otherwise, `false`.
    mutating func step() throws -> Bool {
        guard let lane = try ([0] + running).filter({ !lanes[$0].isEmpty }).earliest(in: lanes),
            let event = lanes[lane].popFirst()
        else { return false }
        output.moment = event.moment
        if lane == 0 {
            try handleSource(event.signal)
        } else {
            try handle(event.signal, from: lane)
        }
        return true
    }

    private mutating func handleSource(_ signal: Signal) throws {
        switch signal {
        case .next(let value):
            if isFull {
                waiting.append(value)
            } else if flattening.kind != .first || running.isEmpty {
                if flattening.isLatest { running = [] }
                try start(value)
            }
        case .error: output.send(signal)
        case .completed:
            sourceHasEnded = true
            completeIfDone()
        }
    }

    private mutating func handle(_ signal: Signal, from lane: Int) throws {
        guard signal == .completed else { return output.send(signal) }
        running.removeAll { $0 == lane }
        if !waiting.isEmpty { try start(waiting.removeFirst()) }
        completeIfDone()
    }

    /// Subscribes to an inner graph and forwards its synchronous events.
    private mutating func start(_ value: Int) throws {
        if flattening.fails, value % 5 == 0 { return output.send(.error("closure")) }
        let trace = try inner(value, output.moment)
        let lane = lanes.count
        lanes.append(trace[...])
        running.append(lane)
        while !output.hasEnded, running.contains(lane), let event = lanes[lane].first, event.moment == output.moment {
            lanes[lane].removeFirst()
            try handle(event.signal, from: lane)
        }
    }

    private mutating func completeIfDone() {
        if sourceHasEnded, running.isEmpty, waiting.isEmpty { output.send(.completed) }
    }
}

extension Graph {
    /// Whether the events, apart from their times, remain the same if the graph is paused after any of its elements.
    ///
    /// True for pausable sources with operators that subscribe to one source at a time, and for unpausable sources with
    /// operators that forward each event, or subscribe to another source, immediately.
    var toleratesPause: Bool {
        allSatisfy { $0.isSequentialAndPausable } || isForwardedImmediately
    }

    private var isSequentialAndPausable: Bool {
        switch self {
        case .source(let source): !source.isTimed && !source.failsDuringPause
        case .stage(let stage, _): stage.isPerEvent || stage.isSequential
        case .combine(let combination, _):
            [.concat, .concatOfStreams, .ifEmpty, .catch, .catchAs].contains(combination)
        case .flatten(let flattening, _, _): flattening.limit == 1
        }
    }

    private var isForwardedImmediately: Bool {
        switch self {
        case .source(let source): source.isTimed
        case .stage(.startWith, let source), .stage(.catchAndReturn, let source), .stage(.ifEmpty, let source):
            source.isForwardedImmediately
        case .stage(let stage, let source): stage.isPerEvent && source.isForwardedImmediately
        case .combine(let combination, let sources):
            [.ifEmpty, .catch, .catchAs].contains(combination) && sources.allSatisfy(\.isForwardedImmediately)
        case .flatten: false
        }
    }
}
