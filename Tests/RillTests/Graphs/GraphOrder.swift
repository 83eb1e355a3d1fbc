/// The properties of a graph's events that are the same in every run, regardless of the timing of threads and pauses.
enum GraphOrder {
    /// All events, including their order.
    case exact

    /// The elements, but not their order. The graph completes.
    case anyOrder
}

extension Graph {
    /// The properties that are the same in every run, or `nil` if even the elements can differ.
    var order: GraphOrder? {
        switch self {
        case .source(.threads(let values)): values.count > 1 ? .anyOrder : .exact
        case .source(.hot), .source(.never): nil
        case .source: .exact
        case .stage(let stage, let source): source.order.flatMap { order(of: stage, $0, source) }
        case .combine(let combination, let sources): order(of: combination, sources)
        case .flatten(let flattening, let source, let inner): order(of: flattening, source, inner)
        }
    }

    /// Whether the events and their order remain the same if the subscriber pauses.
    ///
    /// True for unpausable sources with operators that neither hold an event during a pause nor subscribe to a source one
    /// after another.
    var ignoresPauses: Bool {
        let isTransparent =
            switch self {
            case .source(let source): source.isTimed
            case .stage(.takeLast, _), .stage(.share, _): false
            case .stage(let stage, _): stage.isPerEvent
            case .combine(let combination, _): Merger(combination, count: 0) != nil && combination != .mergeOfStreams
            case .flatten(let flattening, _, _): flattening.limit == .max && flattening.keyedLimit == nil
            }
        return isTransparent && children.allSatisfy(\.ignoresPauses)
    }

    private func order(of stage: GraphStage, _ order: GraphOrder, _ source: Graph) -> GraphOrder? {
        switch stage {
        case .shareTwice: nil
        case .zipWithInfinite: order == .exact && !source.mayFail ? .exact : nil
        case .ignoreElements: .exact
        case .observeOn, .subscribeOn, .delaySubscription: order
        case .delay: mayFail ? nil : order
        case .map, .compactMap, .filter, .share, .multicast, .watch, .checkpoint, .using, .deferred, .create, .levels,
            .mapError, .materialize, .materializeAndBack, .startWith, .ifEmpty, .retry, .catchAndReturn:
            order == .exact || !mayFail ? order : nil
        default: order == .exact && (stage.isPerEvent || stage.isSequential) ? .exact : nil
        }
    }

    private func order(of combination: GraphCombination, _ sources: [Graph]) -> GraphOrder? {
        let orders = sources.compactMap(\.order)
        guard orders.count == sources.count else { return nil }
        switch combination {
        case .merge, .mergeOfStreams: return mayFail ? nil : .anyOrder
        case .zip, .zipCollection: return mayFail || orders.contains(.anyOrder) ? nil : .exact
        case .concat, .concatOfStreams, .ifEmpty, .catch, .catchAs:
            if !orders.contains(.anyOrder) { return .exact }
            return mayFail ? nil : .anyOrder
        default: return nil
        }
    }

    private func order(of flattening: GraphFlattening, _ source: Graph, _ inner: [Graph]) -> GraphOrder? {
        let orders = inner.compactMap(\.order)
        guard let order = source.order, orders.count == inner.count, flattening.keepsAll, !source.mayFail else {
            return nil
        }
        let isExact = order == .exact && !orders.contains(.anyOrder) && flattening.isSequential
        if isExact { return flattening.fails && flattening.kind != .concatMap ? nil : .exact }
        return mayFail ? nil : .anyOrder
    }

    /// Whether an error can occur somewhere in the graph.
    private var mayFail: Bool {
        let fails =
            switch self {
            case .source(.error), .source(.failingUnfold), .stage(.single, _), .stage(.singleWhere, _),
                .stage(.groupBy, _):
                true
            case .source(.create(let signals)), .source(.thread(let signals)): signals.contains(where: \.isError)
            case .source(.cold(let script)): script.contains { $0.signal.isError }
            case .stage(let stage, _): stage.rule?.fails ?? false
            case .flatten(let flattening, _, _): flattening.fails
            default: false
            }
        return fails || children.contains(where: \.mayFail)
    }
}

extension GraphStage {
    fileprivate var rule: GraphRule? {
        switch self {
        case .map(let rule), .compactMap(let rule), .scan(let rule), .scanInto(let rule), .reduce(let rule),
            .dematerialize(let rule), .filter(let rule), .takeWhile(let rule, _), .skipWhile(let rule),
            .distinctByKey(let rule), .first(let rule), .singleWhere(let rule):
            rule
        default: nil
        }
    }
}

extension GraphFlattening {
    /// Whether the operator neither drops elements nor disposes an inner graph in favor of another.
    fileprivate var keepsAll: Bool {
        switch kind {
        case .first, .latest, .mapSwitchLatest: false
        default: true
        }
    }
}
