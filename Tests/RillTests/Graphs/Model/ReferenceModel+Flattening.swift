extension ReferenceModel {
    /// Returns the events of an operator that subscribes to an inner graph for each element.
    func run(
        _ flattening: GraphFlattening, _ source: Graph, _ inner: [Graph], at moment: Moment, element: Int
    ) throws -> Trace {
        var trace = try run(source, at: moment, element: element)
        if flattening.fails, flattening.isMapped { trace = try trace.transformingValues { try fail($0, &$1) } }
        let isKeyed = flattening.keyedLimit != nil
        let stopsAtPause = isKeyed && source.stopsAtPause
        let toleratesPause =
            stopsAtPause
            || (isKeyed ? source.isForwardedImmediately : source.toleratesPause)
                && !(trace.last?.signal.isError ?? false)
        var flatten = Flatten(flattening, source: trace, stopsAtPause: stopsAtPause, at: moment) { value, moment in
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
        case .limited(let limit), .mapMergeLimited(let limit), .keyed(let limit): limit
        default: .max
        }
    }

    /// The maximum number of active keys, or `nil` if the order does not depend on keys.
    var keyedLimit: Int? { if case .keyed(let limit) = kind { limit } else { nil } }

    static func key(_ value: Int) -> Int { value % 3 }

    /// Whether one inner graph is active at a time, in the order of the elements.
    var isSequential: Bool { limit == 1 && keyedLimit == nil }

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

    /// The waiting elements of each key with an active inner graph or an element in `waiting`.
    private var waitingForKey: [Int: [Int]] = [:]
    private var keys: [Int: Int] = [:]

    /// Whether the source sends no event while the maximum number of inner graphs are active.
    private let stopsAtPause: Bool

    init(
        _ flattening: GraphFlattening, source: Trace, stopsAtPause: Bool, at moment: Moment,
        inner: @escaping (Int, Moment) throws -> Trace
    ) {
        self.flattening = flattening
        self.stopsAtPause = stopsAtPause
        self.inner = inner
        output = Output(at: moment)
        lanes = [source[...]]
    }

    var isFull: Bool { running.count >= flattening.limit }

    /// Handles the next event of the source or of an inner graph.
    ///
    /// - Returns: `true` if there was an event; otherwise, `false`.
    mutating func step() throws -> Bool {
        guard
            let lane = try ((stopsAtPause && isFull ? [] : [0]) + running).filter({ !lanes[$0].isEmpty }).earliest(
                in: lanes),
            let event = lanes[lane].popFirst()
        else { return false }
        output.moment = max(output.moment, event.moment)
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
            if flattening.keyedLimit != nil {
                if waitingForKey[GraphFlattening.key(value)]?.append(value) != nil { return }
                waitingForKey[GraphFlattening.key(value)] = []
            }
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
        if let key = keys[lane] {
            if let next = waitingForKey[key]?.first {
                waitingForKey[key]?.removeFirst()
                return try start(next)
            }
            waitingForKey[key] = nil
        }
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
        if flattening.keyedLimit != nil { keys[lane] = GraphFlattening.key(value) }
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
        case .flatten(let flattening, _, _): flattening.isSequential
        }
    }

    /// Whether a pause stops the graph after the current element.
    fileprivate var stopsAtPause: Bool {
        switch self {
        case .source(.create), .stage(.share, _), .stage(.multicast, _), .stage(.create, _): false
        case .source(let source): !source.isTimed
        case .stage(let stage, let source): stage.isPerEvent && source.stopsAtPause
        default: false
        }
    }

    fileprivate var isForwardedImmediately: Bool {
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
