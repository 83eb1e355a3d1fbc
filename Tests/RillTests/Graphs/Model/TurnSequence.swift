/// An operator of a `TurnModel` that subscribes to one source at a time.
final class TurnSequence {
    private let model: TurnModel
    private var sources: ArraySlice<Graph>
    private let scope: TurnScope
    private let output: TurnModel.Output
    private let continues: (Int, Signal) -> Bool

    /// - Parameters:
    ///   - model: The model.
    ///   - sources: The sources.
    ///   - scope: The scope of the subscriber.
    ///   - output: A closure that receives each event.
    ///   - continues: A closure that returns whether the next source follows, for the number of events and the terminal
    ///     event of a source.
    init(
        _ model: TurnModel, _ sources: [Graph], in scope: TurnScope, _ output: @escaping TurnModel.Output,
        _ continues: @escaping (Int, Signal) -> Bool
    ) {
        self.model = model
        self.sources = sources[...]
        self.scope = scope
        self.output = output
        self.continues = continues
    }

    /// Subscribes to the next source.
    func next() throws {
        guard !scope.isStopped, let source = sources.popFirst() else { return }
        let inner = model.scopes.makeScope(below: scope)
        if scope.isPaused { model.runsAhead = true }
        var count = 0
        try model.subscribe(to: source, in: inner) { [self] signal in
            if model.runsAhead, scope.isPaused, !signal.isTerminal { throw Undetermined(reason: "held elements") }
            count += 1
            guard signal.isTerminal else { return try output(signal) }
            model.scopes.stop(inner)
            guard continues(count, signal), !sources.isEmpty else { return try output(signal) }
            try next()
        }
    }
}
