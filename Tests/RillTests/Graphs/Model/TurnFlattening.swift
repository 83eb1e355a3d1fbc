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
        if flattening.isLatest, let latest {
            if !latest.isStopped { activeCount -= 1 }
            model.scopes.stop(latest)
        }
        if activeCount < flattening.limit { try start(value) } else { waiting.append(value) }
        if activeCount >= flattening.limit { model.scopes.pause(sourceScope) }
    }

    private func start(_ value: Int) throws {
        if flattening.fails, !flattening.isMapped, value % 5 == 0 { return try end(.error("closure")) }
        activeCount += 1
        let own = model.scopes.makeScope(below: scope)
        latest = own
        let graph = selectsByIndex ? inner[value] : inner[abs(value) % inner.count]
        try model.subscribe(to: graph, in: own) { [self] signal in
            switch signal {
            case .next(let number): try output(.next(selectsByIndex ? number : mix(value, number)))
            case .error: try end(signal)
            case .completed:
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
