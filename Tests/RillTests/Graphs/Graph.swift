/// A description of an observable of integers.
///
/// `GraphBuilder` turns a graph into an `Observable`; `ReferenceModel` computes the events that the observable must emit.
indirect enum Graph: Equatable, Sendable {
    case source(GraphSource)

    /// An operator with one source.
    case stage(GraphStage, Graph)

    /// An operator with several sources.
    case combine(GraphCombination, [Graph])

    /// An operator that subscribes to an inner graph for each element.
    ///
    /// With two inner graphs, even elements select the first and odd elements the second.
    case flatten(GraphFlattening, Graph, inner: [Graph])

    var children: [Graph] {
        switch self {
        case .source: []
        case .stage(_, let source): [source]
        case .combine(_, let sources): sources
        case .flatten(_, let source, let inner): [source] + inner
        }
    }

    /// Returns the same operator with the same number of different children.
    func replacing(children: [Graph]) -> Graph {
        switch self {
        case .source: self
        case .stage(let stage, _): .stage(stage, children[0])
        case .combine(let combination, _): .combine(combination, children)
        case .flatten(let flattening, _, _):
            .flatten(flattening, children[0], inner: Array(children.dropFirst()))
        }
    }

    /// The number of nodes.
    var size: Int { children.reduce(1) { $0 + $1.size } }

    /// Returns whether a condition holds for this node and all of its descendants.
    func allSatisfy(_ predicate: (Graph) -> Bool) -> Bool {
        predicate(self) && children.allSatisfy { $0.allSatisfy(predicate) }
    }

    /// An upper bound for the nesting depth of scopes in the engine.
    ///
    /// In deep streams, the engine's trampoline queues jobs to limit the use of the stack, which changes the order
    /// between sources.
    var levels: Int {
        let below = children.map(\.levels).max() ?? 1
        return switch self {
        case .stage(.takeFor, _), .combine(.takeUntil, _): below + 2
        case .stage(.levels(let count), _): below + count
        case .stage(.groupBy, _): below + 4
        case .flatten(let flattening, _, _) where flattening.keyedLimit != nil: below + 4
        default: below + 1
        }
    }
}

/// A source of events at a leaf of a graph.
enum GraphSource: Equatable, Sendable {
    case just(Int)
    case of([Int])
    case empty
    case error(String)
    case never

    /// The integers from zero up to a limit.
    case unfold(Int)

    /// The integers from zero up to a limit, followed by an error that the closure throws.
    case failingUnfold(Int)

    /// An infinite `unfold`, limited to a number of elements.
    case infinite(take: Int)

    /// A closure that synchronously sends all events, including those after a terminal event.
    case create([Signal])

    case timer(Int)
    case interval(Int, take: Int)

    /// A source that sends each event a number of seconds after its subscription. All events are delayed further by a
    /// time that depends on the innermost element.
    case cold([ScriptedSignal])

    /// One of the program's subjects.
    case hot(Int)

    /// Threads that concurrently send these elements. The source completes after all threads have finished.
    case threads([[Int]])

    /// A thread that sends these events in order.
    case thread([Signal])
}

/// An operator with several sources.
enum GraphCombination: Equatable, Sendable, CaseIterable {
    case merge
    case mergeOfStreams
    case concat
    case concatOfStreams
    case zip
    case zipCollection
    case combineLatest
    case combineLatestCollection
    case withLatestFrom
    case sample
    case bufferWithBoundary
    case takeUntil
    case amb
    case ifEmpty
    case `catch`
    case catchAs
}

/// An operator that subscribes to an inner graph for each element.
struct GraphFlattening: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case flatMap
        case limited(Int)
        case concatMap
        case first
        case latest
        case mapMerge
        case mapMergeLimited(Int)
        case mapConcat
        case mapSwitchLatest

        /// `concatMap(by:)`.
        case keyed(Int)
    }

    var kind: Kind

    /// Whether the closure throws for some elements.
    var fails = false
}
