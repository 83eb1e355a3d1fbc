/// Computes the events of a graph as pure functions over lists of events, without the engine.
///
/// A subscription at a moment is a list of events with their moments, and an operator computes its list from the lists of its
/// sources. Sources that send at once do so in the order in which they are subscribed to: `merge`, `zip` and
/// `combineLatest` subscribe from left to right, and the first source has sent all that it sends at once before the second
/// is subscribed to; `withLatestFrom` and `take(until:)` subscribe to the other source first. Afterwards the events of
/// several sources are ordered by time. Where that order is not determined the model throws `Undetermined`, and the graph
/// is not compared.
final class ReferenceModel {
    private let subjects: [GraphSubject]
    private var budget = 2_000

    /// When each subject sent events to a new subscriber.
    private var replays: [Int: Set<Moment>] = [:]

    /// How often sources of the program's own are subscribed to, if no subscription is disposed early.
    private(set) var subscriptions = 0

    init(subjects: [GraphSubject] = []) {
        self.subjects = subjects
    }

    /// The events of a subscription.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - moment: When it is subscribed to.
    ///   - element: The element that the innermost closure was called with; 0 outside.
    /// - Returns: The events, in order.
    /// - Throws: `Undetermined`.
    func run(_ graph: Graph, at moment: Moment, element: Int = 0) throws -> Trace {
        budget -= 1
        if budget < 0 { throw Undetermined(reason: "too many subscriptions") }
        let trace =
            switch graph {
            case .source(let source): try run(source, at: moment, element: element)
            case .stage(let stage, let source):
                try run(stage, at: moment) { try self.run(source, at: $0, element: element) }
            case .combine(let combination, let sources):
                try run(
                    combination,
                    sources.map { source in
                        Branch(subject: self.subject(of: source)) { try self.run(source, at: $0, element: element) }
                    }, at: moment)
            case .flatten(let flattening, let source, let inner):
                try run(flattening, source, inner, at: moment, element: element)
            }
        if trace.count > 300 { throw Undetermined(reason: "too many events") }
        return trace
    }

    /// The subject of a graph that passes on each of its events at once, if its events come one at a time.
    private func subject(of graph: Graph) -> Int? {
        graph.passedOnSubject.flatMap { subjects[$0].kind == .async ? nil : $0 }
    }

    private func run(_ source: GraphSource, at moment: Moment, element: Int) throws -> Trace {
        switch source {
        case .create, .cold, .thread, .threads: subscriptions += 1
        default: break
        }
        switch source {
        case .just(let value): return sent([.next(value), .completed], moment)
        case .of(let values): return sent(values.map(Signal.next) + [.completed], moment)
        case .empty: return sent([.completed], moment)
        case .error(let name): return sent([.error(name)], moment)
        case .never: return []
        case .unfold(let count), .endless(let count): return sent((0..<count).map(Signal.next) + [.completed], moment)
        case .failingUnfold(let count): return sent((0..<count).map(Signal.next) + [.error("unfold")], moment)
        case .create(let signals), .thread(let signals): return sent(signals, moment)
        case .threads(let values): return sent(values.joined().map(Signal.next) + [.completed], moment)
        case .timer(let delay):
            return sent([.next(0), .completed], moment.after(delay))
        case .interval(let period, let count):
            if count == 0 { return sent([.completed], moment) }
            let ticks = (0..<count).map { TimedSignal(moment: moment.after(period * ($0 + 1)), signal: .next($0)) }
            return ticks + sent([.completed], moment.after(period * count))
        case .cold(let script):
            let start = moment.time + Self.shift(element)
            return cut(script.map { TimedSignal(moment: Moment(time: start + $0.time), signal: $0.signal) })
        case .hot(let index): return try run(subject: index, at: moment)
        }
    }

    private func run(subject index: Int, at moment: Moment) throws -> Trace {
        let trace = try subjects[index].trace(at: moment)
        if trace.first?.moment == moment, !replays[index, default: []].insert(moment).inserted {
            // The subject queues a subscription that is made while it delivers.
            throw Undetermined(reason: "two subscriptions to a subject that replays")
        }
        return trace
    }

    /// The delay of an inner graph's cold sources, which differs between elements so that their events do not coincide.
    static func shift(_ element: Int) -> Int { abs(element) * 37 % 101 }

    private func sent(_ signals: [Signal], _ moment: Moment) -> Trace {
        cut(signals.map { TimedSignal(moment: moment, signal: $0) })
    }

    /// Ends a trace at its first end.
    private func cut(_ trace: Trace) -> Trace {
        trace.transformed { $1.send($0) }
    }
}
