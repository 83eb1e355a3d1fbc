/// Computes the events of a graph with pure functions over lists of events, without the engine.
///
/// A subscription at a moment is a list of events with their moments, and an operator computes its list from the lists
/// of its sources. Synchronous sources emit in subscription order: `merge`, `zip` and `combineLatest` subscribe from
/// left to right, and each source emits all its synchronous events before the next source is subscribed to;
/// `withLatestFrom` and `take(until:)` subscribe to the other source first. All later events are ordered by time. If
/// the order is not determined, the model throws `Undetermined` and the graph is not compared.
final class ReferenceModel {
    private let subjects: [GraphSubject]
    private var budget = 2_000

    /// The moments at which each subject replayed events to a new subscriber.
    private var replays: [Int: Set<Moment>] = [:]

    /// The number of subscriptions to the sources of the program if no subscription is disposed early.
    private(set) var subscriptions = 0

    init(subjects: [GraphSubject] = []) {
        self.subjects = subjects
    }

    /// Returns the events of a subscription.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - moment: The moment of the subscription.
    ///   - element: The element passed to the innermost closure, or 0 outside of closures.
    /// - Returns: The events, in order.
    /// - Throws: `Undetermined` if the rules do not determine the events.
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

    /// Returns the subject whose events a graph forwards immediately, if the subject emits events one at a time.
    private func subject(of graph: Graph) -> Int? {
        graph.forwardedSubject.flatMap { subjects[$0].kind == .async ? nil : $0 }
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
        case .unfold(let count), .infinite(let count): return sent((0..<count).map(Signal.next) + [.completed], moment)
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
            // During a delivery, the subject queues new subscriptions.
            throw Undetermined(reason: "two subscriptions to a replaying subject")
        }
        return trace
    }

    /// Returns the delay of cold sources in an inner graph, which depends on the element so that events do not
    /// coincide.
    static func shift(_ element: Int) -> Int { abs(element) * 37 % 101 }

    private func sent(_ signals: [Signal], _ moment: Moment) -> Trace {
        cut(signals.map { TimedSignal(moment: moment, signal: $0) })
    }

    /// Truncates a trace after its first terminal event.
    private func cut(_ trace: Trace) -> Trace {
        trace.transformed { $1.send($0) }
    }
}
