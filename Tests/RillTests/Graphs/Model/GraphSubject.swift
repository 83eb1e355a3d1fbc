/// A subject of a program and its script.
struct GraphSubject: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case publish
        case behavior(Int)
        case replay(Int)
        case async
    }

    var kind: Kind
    var script: [ScriptedSignal]

    /// Returns the events that a subscriber at a given moment receives.
    ///
    /// - Throws: `Undetermined` if the subject receives an event at the same moment.
    func trace(at moment: Moment) throws -> Trace {
        let all = script.map { TimedSignal(moment: Moment(time: $0.time), signal: $0.signal) }
            .transformed { $1.send($0) }
        let past = try all.upTo(moment)
        let later = Array(all.dropFirst(past.count))
        let values = past.filter { !$0.signal.isTerminal }.map(\.signal)
        let end = past.last.flatMap { $0.signal.isTerminal ? [$0.signal] : nil } ?? []
        let sent: [Signal] =
            switch kind {
            case .publish: end
            case .behavior(let initial): end.isEmpty ? [values.last ?? .next(initial)] : end
            case .replay(let count): values.suffix(count) + end
            case .async: end == [.completed] ? values.suffix(1) + end : end
            }
        let first = sent.map { TimedSignal(moment: moment, signal: $0) }
        guard kind == .async else { return first + later }
        guard let last = later.last, last.signal.isTerminal else { return first }
        let value = last.signal == .completed ? all.last { !$0.signal.isTerminal }?.signal : nil
        return [value, last.signal].compactMap { $0 }.map { TimedSignal(moment: last.moment, signal: $0) }
    }
}
