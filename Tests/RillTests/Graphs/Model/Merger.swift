/// The state of an operator that subscribes to several sources at once, without their order.
final class Merger {
    private let combination: GraphCombination
    private var queues: [[Int]]
    private var latest: [Int?]
    private var hasEnded: [Bool]

    /// Creates the state, or returns `nil` if the operator subscribes to one source at a time or selects one source.
    init?(_ combination: GraphCombination, count: Int) {
        switch combination {
        case .merge, .mergeOfStreams, .zip, .zipCollection, .combineLatest, .combineLatestCollection, .withLatestFrom,
            .sample, .bufferWithBoundary, .takeUntil:
            break
        default: return nil
        }
        self.combination = combination
        queues = Array(repeating: [], count: count)
        latest = Array(repeating: nil, count: count)
        hasEnded = Array(repeating: false, count: count)
    }

    /// Handles an event of a source.
    ///
    /// - Parameters:
    ///   - index: The index of the source, in subscription order.
    ///   - signal: The event.
    ///   - output: The output of the operator, which has not terminated.
    func handle(_ index: Int, _ signal: Signal, _ output: inout Output) {
        if signal.isError { return output.send(signal) }
        if signal == .completed { hasEnded[index] = true }
        switch combination {
        case .zip, .zipCollection: zip(index, signal, &output)
        case .combineLatest, .combineLatestCollection: combineLatest(index, signal, &output)
        case .withLatestFrom: withLatestFrom(index, signal, &output)
        case .sample: sample(index, signal, &output)
        case .bufferWithBoundary: buffer(index, signal, &output)
        case .takeUntil:
            if index == 1 { output.send(signal) } else if signal != .completed { output.send(.completed) }
        default:
            if signal != .completed { output.send(signal) }
            if !hasEnded.contains(false) { output.send(.completed) }
        }
    }

    private func zip(_ index: Int, _ signal: Signal, _ output: inout Output) {
        if case .next(let value) = signal { queues[index].append(value) }
        if queues.allSatisfy({ !$0.isEmpty }) {
            output.send(.next(mix(queues.map { $0[0] })))
            for index in queues.indices { queues[index].removeFirst() }
        }
        if queues.indices.contains(where: { hasEnded[$0] && queues[$0].isEmpty }) { output.send(.completed) }
    }

    private func combineLatest(_ index: Int, _ signal: Signal, _ output: inout Output) {
        guard case .next(let value) = signal else {
            if !hasEnded.contains(false) || latest[index] == nil { output.send(.completed) }
            return
        }
        latest[index] = value
        let values = latest.compactMap { $0 }
        if values.count == latest.count { output.send(.next(mix(values))) }
    }

    private func withLatestFrom(_ index: Int, _ signal: Signal, _ output: inout Output) {
        if case .next(let value) = signal {
            if index == 0 { latest[0] = value } else if let other = latest[0] { output.send(.next(mix(value, other))) }
        } else if index == 1 {
            output.send(.completed)
        }
    }

    private func sample(_ index: Int, _ signal: Signal, _ output: inout Output) {
        if case .next(let value) = signal {
            if index == 0 {
                latest[0] = value
            } else if let value = latest[0] {
                latest[0] = nil
                output.send(.next(value))
            }
        } else if index == 0 {
            output.send(.completed)
        }
    }

    private func buffer(_ index: Int, _ signal: Signal, _ output: inout Output) {
        if index == 0, case .next(let value) = signal { return queues[0].append(value) }
        if index == 1, signal == .completed { return }
        if !queues[0].isEmpty { output.send(.next(mix(queues[0]))) }
        queues[0] = []
        if signal == .completed { output.send(.completed) }
    }
}

extension GraphCombination {
    /// Returns the sources in the order in which the operator subscribes to them.
    func inSubscriptionOrder<Source>(_ sources: [Source]) -> [Source] {
        [.withLatestFrom, .takeUntil].contains(self) ? sources.reversed() : sources
    }

    /// Returns whether an operator that subscribes to one source at a time continues with the next one.
    ///
    /// - Parameters:
    ///   - count: The number of events of the source, including the terminal event.
    ///   - end: The terminal event.
    func continues(after count: Int, _ end: Signal) -> Bool {
        switch self {
        case .catch: end.isError
        case .catchAs: end.isStreamError
        case .ifEmpty: count == 1 && end == .completed
        default: end == .completed
        }
    }
}

extension Signal {
    var isError: Bool {
        if case .error = self { true } else { false }
    }

    /// Whether the event is an error of an operator, as opposed to an error of a source or a closure.
    fileprivate var isStreamError: Bool {
        ["noElements", "moreThanOneElement", "timeout", "deadline", "bufferOverflow"].contains { self == .error($0) }
    }
}
