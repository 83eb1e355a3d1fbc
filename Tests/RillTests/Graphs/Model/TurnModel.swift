/// Computes the events of a graph for a subscriber that pauses after each event.
///
/// The sources send their events during the subscription or when the subscriber resumes. `ReferenceModel` computes each
/// operator with one source; this model adds the order in which paused sources take turns; see rule 5.6 of the event
/// contract.
final class TurnModel {
    typealias Output = (Signal) throws -> Void

    let scopes = TurnScopes()

    /// Whether a source has been started during a pause, so that its elements would be held until the end of the pause.
    ///
    /// The contract does not specify when held elements take turns with other sources.
    var runsAhead = false

    private var budget = 2_000
    private var events: [Signal] = []

    /// Returns the events of a graph.
    ///
    /// - Throws: `Undetermined` if the rules do not determine the events, or the graph depends on time.
    static func events(of graph: Graph) throws -> [Signal] {
        guard graph.levels <= GraphProgram.maximumLevels else { throw Undetermined(reason: "deeply nested") }
        return try TurnModel().run(graph)
    }

    private func run(_ graph: Graph) throws -> [Signal] {
        let root = scopes.makeScope(below: nil)
        try subscribe(to: graph, in: root) { [self] signal in
            events.append(signal)
            if events.count > 300 { throw Undetermined(reason: "too many events") }
            if signal.isTerminal { scopes.stop(root) } else { scopes.pause(root) }
        }
        var count = -1
        while !root.isStopped, root.isPaused, count < events.count {
            count = events.count
            try scopes.open(root)
        }
        return events
    }

    /// Subscribes to a graph.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - scope: The scope of the subscriber, who stops it when the graph terminates.
    ///   - output: A closure that receives each event until the scope is stopped.
    func subscribe(to graph: Graph, in scope: TurnScope, _ output: @escaping Output) throws {
        budget -= 1
        if budget < 0 { throw Undetermined(reason: "too many subscriptions") }
        switch graph {
        case .source(let source): try subscribe(to: source, in: scope, output)
        case .stage(let stage, let source): try subscribe(to: stage, of: source, in: scope, output)
        case .combine(let combination, let sources): try subscribe(to: combination, of: sources, in: scope, output)
        case .flatten(let flattening, let source, let inner):
            try TurnFlattening(self, flattening, inner, in: scope, output).subscribe(to: source)
        }
    }

    private func subscribe(to source: GraphSource, in scope: TurnScope, _ output: @escaping Output) throws {
        switch source {
        case .of: try pump(try signals(of: source), knowsEnd: true, in: scope, output)
        case .unfold, .failingUnfold: try pump(try signals(of: source), in: scope, output)
        case .infinite(let count):
            try subscribe(to: .take(count), of: .source(.unfold(count + 1)), in: scope, output)
        case .just, .empty, .error, .never, .create:
            for signal in try signals(of: source) where !scope.isStopped { try output(signal) }
        default:
            throw Undetermined(reason: "a source that depends on time or threads")
        }
    }

    private func signals(of source: GraphSource) throws -> [Signal] {
        try ReferenceModel().run(.source(source), at: .start).map(\.signal)
    }

    /// Emits events while a scope is open.
    ///
    /// - Parameter knowsEnd: Whether completion does not wait for the end of a pause, because the source knows that no element
    ///   follows.
    private func pump(
        _ signals: [Signal], knowsEnd: Bool = false, in scope: TurnScope, _ output: @escaping Output
    ) throws {
        var rest = signals[...]
        while scope.isOpen, let signal = rest.popFirst() { try output(signal) }
        if knowsEnd, scope.isPaused, rest.first?.isTerminal == true, let end = rest.popFirst() { try output(end) }
        if scope.isPaused, !rest.isEmpty {
            scopes.wait(scope) { [self] in try pump(Array(rest), knowsEnd: knowsEnd, in: scope, output) }
        }
    }

    // MARK: Operators with one source

    private func subscribe(
        to stage: GraphStage, of source: Graph, in scope: TurnScope, _ output: @escaping Output
    ) throws {
        switch stage {
        case .takeLast(let count) where count > 0:
            try subscribe(toLast: count, of: source, in: scope, output)
        case .retry(let attempts):
            let sources = Array(repeating: source, count: attempts)
            try TurnSequence(self, sources, in: scope, output) { $1.isError }.next()
        case .catchAndReturn(let value):
            try TurnSequence(self, [source, .source(.just(value))], in: scope, output) { $1.isError }.next()
        case .ifEmpty(let value):
            try subscribe(to: .ifEmpty, of: [source, .source(.just(value))], in: scope, output)
        case .startWith(let values):
            for value in values {
                if scope.isPaused { throw Undetermined(reason: "held elements") }
                if !scope.isStopped { try output(.next(value)) }
            }
            if !scope.isStopped { try subscribe(to: source, in: scopes.makeScope(below: scope), output) }
        case .create, .multicast:
            // The subscription inside the closure has unlimited demand.
            try subscribe(to: source, in: scopes.makeScope(below: nil)) { if !scope.isStopped { try output($0) } }
        case .subscribeOn(.immediate): try subscribe(to: source, in: scopes.makeScope(below: scope), output)
        case .share, .shareTwice: throw Undetermined(reason: "a subscription of its own")
        default:
            guard stage.isPerEvent else { throw Undetermined(reason: "an operator that depends on time") }
            try subscribe(toEach: stage, of: source, in: scope, output)
        }
    }

    /// Subscribes to an operator whose events depend only on the preceding events.
    private func subscribe(
        toEach stage: GraphStage, of source: Graph, in scope: TurnScope, _ output: @escaping Output
    ) throws {
        let inner = scopes.makeScope(below: scope)
        var received: Trace = []
        var sentCount = 0
        func sendOutput() throws {
            let result = try ReferenceModel().run(stage, at: .start) { _ in received }
            if result.hasEnded { scopes.stop(inner) }
            for event in result.dropFirst(sentCount) where !scope.isStopped { try output(event.signal) }
            sentCount = result.count
        }
        try sendOutput()
        if inner.isStopped { return }
        try subscribe(to: source, in: inner) { signal in
            received.append(TimedSignal(moment: .start, signal: signal))
            try sendOutput()
        }
    }

    private func subscribe(
        toLast count: Int, of source: Graph, in scope: TurnScope, _ output: @escaping Output
    ) throws {
        let inner = scopes.makeScope(below: scope)
        var last: [Signal] = []
        try subscribe(to: source, in: inner) { [self] signal in
            if !signal.isTerminal {
                last = Array((last + [signal]).suffix(count))
            } else {
                scopes.stop(inner)
                if signal.isError { return try output(signal) }
                try pump(last + [signal], knowsEnd: true, in: scope, output)
            }
        }
    }

    // MARK: Operators with several sources

    private func subscribe(
        to combination: GraphCombination, of sources: [Graph], in scope: TurnScope, _ output: @escaping Output
    ) throws {
        switch combination {
        case .concat, .catch, .catchAs, .ifEmpty:
            try TurnSequence(self, sources, in: scope, output, combination.continues).next()
        case .mergeOfStreams, .concatOfStreams:
            let kind = combination == .mergeOfStreams ? GraphFlattening.Kind.flatMap : .concatMap
            try TurnFlattening(self, GraphFlattening(kind: kind), sources, in: scope, output, selectsByIndex: true)
                .subscribe(to: .source(.of(Array(sources.indices))))
        case .amb: try subscribe(toFirstOf: sources, in: scope, output)
        case .zip where sources.count == 3: throw Undetermined(reason: "a zip of a zip")
        default:
            guard let merger = Merger(combination, count: sources.count) else { return }
            try subscribe(to: combination.inSubscriptionOrder(sources), in: scope, output, merger)
        }
    }

    private func subscribe(
        to sources: [Graph], in scope: TurnScope, _ output: @escaping Output, _ merger: Merger
    ) throws {
        let all = scopes.makeScope(below: scope)
        for (index, source) in sources.enumerated() where !all.isStopped {
            let inner = scopes.makeScope(below: all)
            try subscribe(to: source, in: inner) { [self] signal in
                if signal.isTerminal { scopes.stop(inner) }
                var result = RillTests.Output()
                merger.handle(index, signal, &result)
                if result.hasEnded { scopes.stop(all) }
                for event in result.trace where !scope.isStopped { try output(event.signal) }
            }
        }
    }

    private func subscribe(toFirstOf sources: [Graph], in scope: TurnScope, _ output: @escaping Output) throws {
        let inner = sources.map { _ in scopes.makeScope(below: scope) }
        for (source, own) in zip(sources, inner) where !own.isStopped {
            try subscribe(to: source, in: own) { [self] signal in
                for other in inner where other !== own { scopes.stop(other) }
                try output(signal)
            }
        }
    }
}
