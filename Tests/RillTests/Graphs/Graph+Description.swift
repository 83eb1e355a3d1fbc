extension Graph: CustomStringConvertible {
    /// The graph as pseudocode that resembles a Swift expression.
    ///
    /// `mix` combines several numbers into one; `cold` and `subject` are scripted sources.
    var description: String { text(depth: 0) }

    private func text(depth: Int) -> String {
        switch self {
        case .source(let source): source.description
        case .stage(let stage, let source): source.text(depth: depth) + stage.text
        case .combine(let combination, let sources):
            combination.text(sources.map { $0.text(depth: depth) })
        case .flatten(let flattening, let source, let inner):
            source.text(depth: depth) + flattening.text(depth, inner.map { $0.text(depth: depth + 1) })
        }
    }
}

extension GraphSource: CustomStringConvertible {
    var description: String {
        switch self {
        case .just(let value): ".just(\(value))"
        case .of(let values): ".of(\(values.list))"
        case .empty: ".empty()"
        case .error(let name): ".error(GraphError(\"\(name)\"))"
        case .never: ".never()"
        case .unfold(let count): ".unfold(0) { $0 < \(count) ? ($0, $0 + 1) : nil }"
        case .failingUnfold(let count): ".unfold(0) { if $0 == \(count) { throw GraphError(\"unfold\") } … }"
        case .infinite(let count): ".unfold(0) { ($0, $0 + 1) }.take(\(count))"
        case .create(let signals): ".create { observer in \(signals.list) }"
        case .timer(let delay): ".timer(.seconds(\(delay)), scheduler: scheduler)"
        case .interval(let period, let count):
            ".interval(.seconds(\(period)), scheduler: scheduler).take(\(count))"
        case .cold(let script): "cold(\(script.list))"
        case .hot(let index): "subject\(index)"
        case .threads(let values): "threads(\(values.map { "[\($0.list)]" }.joined(separator: ", ")))"
        case .thread(let signals): "thread(\(signals.list))"
        }
    }
}

extension GraphCombination {
    fileprivate func text(_ sources: [String]) -> String {
        let list = sources.joined(separator: ", ")
        let numbers = sources.indices.map { "$\($0)" }.joined(separator: ", ")
        return switch self {
        case .merge: ".merge([\(list)])"
        case .mergeOfStreams: ".of(\(list)).merge()"
        case .concat: ".concat([\(list)])"
        case .concatOfStreams: ".of(\(list)).concat()"
        case .zip where sources.count < 4: ".zip(\(list)) { mix([\(numbers)]) }"
        case .zip, .zipCollection: ".zip([\(list)]).map { mix($0) }"
        case .combineLatest where sources.count < 4: ".combineLatest(\(list)) { mix([\(numbers)]) }"
        case .combineLatest, .combineLatestCollection: ".combineLatest([\(list)]).map { mix($0) }"
        case .withLatestFrom: "\(sources[0]).withLatestFrom(\(sources[1])) { mix($0, $1) }"
        case .sample: "\(sources[0]).sample(\(sources[1]))"
        case .bufferWithBoundary: "\(sources[0]).buffer(boundary: \(sources[1])).map { mix($0) }"
        case .takeUntil: "\(sources[0]).take(until: \(sources[1]))"
        case .amb: ".amb([\(list)])"
        case .ifEmpty: "\(sources[0]).ifEmpty(switchTo: \(sources[1]))"
        case .catch: "\(sources[0]).catch { _ in \(sources[1]) }"
        case .catchAs: "\(sources[0]).catch(as: StreamError.self) { _ in \(sources[1]) }"
        }
    }
}

extension GraphFlattening {
    fileprivate func text(_ depth: Int, _ inner: [String]) -> String {
        let name = ["a", "b", "c", "d", "e"][min(depth, 4)]
        let check = fails ? "if \(name) % 5 == 0 { throw GraphError(\"closure\") }; " : ""
        let choice = inner.count == 1 ? inner[0] : "(\(name) % 2 == 0 ? \(inner[0]) : \(inner[1]))"
        let body = "{ \(name) in \(check)\(choice).map { mix(\(name), $0) } }"
        return switch kind {
        case .flatMap: ".flatMap \(body)"
        case .limited(let limit): ".flatMap(maxConcurrent: \(limit)) \(body)"
        case .concatMap: ".concatMap \(body)"
        case .first: ".flatMapFirst \(body)"
        case .latest: ".flatMapLatest \(body)"
        case .mapMerge: ".map \(body).merge()"
        case .mapMergeLimited(let limit): ".map \(body).merge(maxConcurrent: \(limit))"
        case .mapConcat: ".map \(body).concat()"
        case .mapSwitchLatest: ".map \(body).switchLatest()"
        case .keyed(let limit): ".concatMap(by: { $0 % 3 }, maxConcurrent: \(limit)) \(body)"
        }
    }
}

extension Array {
    fileprivate var list: String { map { "\($0)" }.joined(separator: ", ") }
}

extension Signal: CustomStringConvertible {
    var description: String {
        switch self {
        case .next(let value): "\(value)"
        case .error(let name): "error(\(name))"
        case .completed: "completed"
        }
    }
}

extension ScriptedSignal: CustomStringConvertible {
    var description: String { "\(signal)@\(time)" }
}

extension GraphProgram: CustomStringConvertible {
    var description: String {
        let used = subjects.indices.filter { index in
            !graph.allSatisfy { $0 != .source(.hot(index)) }
        }
        let made = used.map { "; subject\($0): \(subjects[$0].kind), \(subjects[$0].script.list)" }.joined()
        let demand = demand == .unlimited ? "" : "; \(demand)"
        return switch disposal {
        case .atTheEnd: "\(graph)\(made)\(demand)"
        case .insideEvent(let count): "\(graph)\(made)\(demand); disposed inside event \(count)"
        case .afterTime(let time): "\(graph)\(made); disposed after second \(time)"
        case .otherThread(let count): "\(graph)\(made); disposed by another thread after event \(count)"
        }
    }
}
