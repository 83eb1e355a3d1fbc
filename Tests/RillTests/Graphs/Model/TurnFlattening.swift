/// An operator of a `TurnModel` that subscribes to an inner graph for each element.
final class TurnFlattening {
    private let model: TurnModel
    private let flattening: GraphFlattening
    private let inner: [Graph]
    private let scope: TurnScope
    private let output: TurnModel.Output

    /// Whether elements are the indices of the inner graphs, whose elements are forwarded unchanged.
    private let selectsByIndex: Bool

    /// The scope of the source, which is paused while the maximum number of inner graphs are active.
    private let sourceScope: TurnScope
    private var sourceHasEnded = false
    private var latest: TurnScope?
    private var activeCount = 0
    private var waiting: [Int] = []

    /// The waiting elements of each key with an active inner graph or an element in `waiting`.
    private var waitingForKey: [Int: [Int]] = [:]

    init(
        _ model: TurnModel, _ flattening: GraphFlattening, _ inner: [Graph], in scope: TurnScope,
        _ output: @escaping TurnModel.Output, selectsByIndex: Bool = false
    ) {
        self.model = model
        self.flattening = flattening
        self.inner = inner
        self.scope = model.scopes.makeScope(below: scope)
        self.output = output
        self.selectsByIndex = selectsByIndex
        sourceScope = model.scopes.makeScope(below: self.scope)
    }

    func subscribe(to source: Graph) throws {
        try model.subscribe(to: source, in: sourceScope) { [self] signal in
            switch signal {
            case .next(let value): try admit(value)
            case .error: try end(signal)
            case .completed:
                sourceHasEnded = true
                model.scopes.stop(sourceScope)
                try completeIfDone()
            }
        }
    }

    private func end(_ signal: Signal) throws {
        model.scopes.stop(scope)
        try output(signal)
    }

    private func completeIfDone() throws {
        if sourceHasEnded, activeCount == 0, waiting.isEmpty, !scope.isStopped { try end(.completed) }
    }

    private func admit(_ value: Int) throws {
        if flattening.fails, flattening.isMapped, value % 5 == 0 { return try end(.error("closure")) }
        if flattening.kind == .first, activeCount > 0 { return }
        if isKeyed {
            if waitingForKey[GraphFlattening.key(value)]?.append(value) != nil { return }
            waitingForKey[GraphFlattening.key(value)] = []
        }
        if flattening.isLatest, let latest {
            if !latest.isStopped { activeCount -= 1 }
            model.scopes.stop(latest)
        }
        if activeCount < flattening.limit { try start(value) } else { waiting.append(value) }
        if activeCount >= flattening.limit { model.scopes.pause(sourceScope) }
    }

    private var isKeyed: Bool { flattening.keyedLimit != nil }

    private func start(_ value: Int) throws {
        activeCount += 1
        let own = model.scopes.makeScope(below: scope)
        latest = own
        try run(value, in: own)
    }

    /// Subscribes to the inner graph of an element, and then to the inner graphs of the waiting elements of its key.
    private func run(_ value: Int, in own: TurnScope) throws {
        if flattening.fails, !flattening.isMapped, value % 5 == 0 { return try end(.error("closure")) }
        let inner = isKeyed ? model.scopes.makeScope(below: own) : own
        if isKeyed, own.isPaused { model.runsAhead = true }
        let graph = selectsByIndex ? self.inner[value] : self.inner[abs(value) % self.inner.count]
        try model.subscribe(to: graph, in: inner) { [self] signal in
            if isKeyed, model.runsAhead, own.isPaused, !signal.isTerminal {
                throw Undetermined(reason: "held elements")
            }
            switch signal {
            case .next(let number): try output(.next(selectsByIndex ? number : mix(value, number)))
            case .error: try end(signal)
            case .completed:
                model.scopes.stop(inner)
                if isKeyed {
                    if let next = waitingForKey[GraphFlattening.key(value)]?.first {
                        waitingForKey[GraphFlattening.key(value)]?.removeFirst()
                        return try run(next, in: own)
                    }
                    waitingForKey[GraphFlattening.key(value)] = nil
                }
                model.scopes.stop(own)
                activeCount -= 1
                try continueSource()
            }
        }
    }

    /// Handles the completion of an inner graph.
    private func continueSource() throws {
        if !waiting.isEmpty { return try start(waiting.removeFirst()) }
        try completeIfDone()
        if sourceScope.isHeld { try model.scopes.open(sourceScope) }
    }
}
