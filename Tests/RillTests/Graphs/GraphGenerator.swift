import Rill

/// Generates random programs.
///
/// Equal seeds generate equal programs.
struct GraphGenerator {
    /// The sources and operators that a program may contain.
    enum Kind {
        /// Sources that send all events during the subscription.
        case synchronous

        /// Sources and operators that depend on virtual time, and subjects.
        case timed

        /// Sources that send events from threads.
        case threads
    }

    let kind: Kind
    private let seed: UInt64
    private var random: SplitMix
    private var subjects: [GraphSubject] = []
    private var mayUseCurrentThread: Bool

    init(seed: UInt64, kind: Kind? = nil) {
        self.seed = seed
        random = SplitMix(seed: seed)
        self.kind = kind ?? (Bool.random(using: &random) ? .synchronous : .timed)
        mayUseCurrentThread = self.kind == .synchronous
    }

    mutating func makeProgram() -> GraphProgram {
        while true {
            subjects = []
            let graph = graph(size: number(1...12))
            if graph.order == nil, kind == .threads || graph.levels > GraphProgram.maximumLevels { continue }
            let demand = demand(for: graph)
            return GraphProgram(
                seed: seed, graph: graph, subjects: subjects, disposal: disposal(demand), demand: demand)
        }
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

    private mutating func disposal(_ demand: GraphProgram.Demand) -> GraphProgram.Disposal {
        switch number(1...6) {
        case 1, 2: .insideEvent(number(1...6))
        case 3 where kind == .timed && demand == .unlimited: .afterTime(number(1...200))
        case 3 where kind == .threads: .otherThread(number(1...6))
        default: .atTheEnd
        }
    }

    private mutating func demand(for graph: Graph) -> GraphProgram.Demand {
        switch number(1...10) {
        case 1...3 where kind != .threads && (graph.ignoresPauses || (try? TurnModel.events(of: graph)) != nil),
            1...3 where graph.order != nil:
            .oneByOne
        case 4 where kind == .synchronous: .twice
        default: .unlimited
        }
    }

    /// Returns a graph of approximately the given number of nodes.
    mutating func graph(size: Int) -> Graph {
        if size <= 1 { return .source(source()) }
        switch number(1...10) {
        case 1 where kind != .timed && chance(30): return .stage(.levels(number(1...40)), graph(size: size - 1))
        case 1...5: return .stage(stage(), graph(size: size - 1))
        case 6, 7: return .flatten(flattening(), graph(size: size / 2), inner: inner(size: size / 2))
        default:
            let combination = pick(kind == .threads ? GraphCombination.determined : GraphCombination.allCases)
            let count = combination.acceptsAnyNumberOfSources ? number(1...3) + (chance(20) ? 1 : 0) : 2
            return .combine(combination, (0..<count).map { _ in graph(size: number(1...max(1, size / count + 1))) })
        }
    }

    private mutating func inner(size: Int) -> [Graph] {
        let first = graph(size: number(1...max(1, size)))
        return chance(30) ? [first, graph(size: number(1...max(1, size / 2)))] : [first]
    }

    private mutating func flattening() -> GraphFlattening {
        let limit = number(1...3)
        return GraphFlattening(
            kind: pick([
                .flatMap, .limited(limit), .concatMap, .first, .latest, .mapMerge, .mapMergeLimited(limit), .mapConcat,
                .mapSwitchLatest, .keyed(chance(30) ? .max : limit),
            ]), fails: chance(8))
    }

    mutating func values() -> [Int] {
        // Long lists make it likely that the threads send at the same time.
        let count = chance(10) ? 0 : kind == .threads && chance(15) ? number(10...60) : number(1...6)
        return (0..<count).map { _ in number(0...30) }
    }

    private mutating func source() -> GraphSource {
        if kind == .timed, chance(65) { return timedSource() }
        if kind == .threads, chance(70) {
            return chance(60) ? .thread(signals()) : .threads((0..<number(2...4)).map { _ in values() })
        }
        return switch number(1...40) {
        case 1...4: .just(number(0...30))
        case 5...20: .of(values())
        case 21: .empty
        case 22: .error(pick(["a", "b"]))
        case 23: .never
        case 24...28: .unfold(number(0...5))
        case 29, 30: .failingUnfold(number(0...4))
        case 31...33: .infinite(take: number(0...5))
        default: .create(signals())
        }
    }

    private mutating func timedSource() -> GraphSource {
        switch number(1...6) {
        case 1: return .timer(number(1...60))
        case 2: return .interval(number(1...40), take: number(1...5))
        case 3, 4: return .cold(script(upTo: 60))
        default:
            if subjects.count < 4 {
                subjects.append(
                    GraphSubject(
                        kind: pick([.publish, .publish, .behavior(number(0...30)), .replay(number(1...3)), .async]),
                        script: script(upTo: 150)))
            }
            return .hot(number(0...subjects.count - 1))
        }
    }

    /// Returns events at ascending times.
    ///
    /// Some scripts contain events after the terminal event.
    private mutating func script(upTo end: Int) -> [ScriptedSignal] {
        let signals = signals()
        let times = Set(signals.map { _ in number(1...end) }).sorted()
        return zip(times, signals).map { ScriptedSignal(time: $0, signal: $1) }
    }

    mutating func signals() -> [Signal] {
        var signals = values().map(Signal.next)
        switch number(1...10) {
        case 1...7: signals.append(.completed)
        case 8: signals.append(.error(pick(["a", "b"])))
        default: break
        }
        if chance(15) { signals += [.next(99), pick([.completed, .error("late")])] }
        return signals
    }

    /// Returns a random scheduler.
    ///
    /// A graph uses the trampoline of the current thread at most once.
    mutating func scheduler() -> GraphScheduler {
        if kind == .timed { return pick([.virtual, .immediate]) }
        if kind == .threads { return .queue }
        guard mayUseCurrentThread, chance(50) else { return .immediate }
        mayUseCurrentThread = false
        return .currentThread
    }
}

extension GraphCombination {
    /// The operators whose elements do not depend on the timing of threads.
    fileprivate static let determined: [GraphCombination] = [
        .merge, .mergeOfStreams, .concat, .concatOfStreams, .zip, .zipCollection, .ifEmpty, .catch, .catchAs,
    ]

    var acceptsAnyNumberOfSources: Bool {
        switch self {
        case .withLatestFrom, .sample, .bufferWithBoundary, .takeUntil, .ifEmpty, .catch, .catchAs: false
        default: true
        }
    }
}
