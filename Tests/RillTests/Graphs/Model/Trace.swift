/// A point in virtual time.
struct Moment: Comparable, Hashable {
    /// The number of seconds since the start.
    var time: Int

    /// The number of undelayed work items that led to this moment within the same second.
    ///
    /// Work scheduled without a delay runs after all work that was already due at the same time.
    var step = 0

    static let start = Moment(time: 0)

    var afterStep: Moment { Moment(time: time, step: step + 1) }

    func after(_ delay: Int) -> Moment { Moment(time: time + delay) }

    static func < (left: Moment, right: Moment) -> Bool {
        (left.time, left.step) < (right.time, right.step)
    }
}

/// An event and its moment.
struct TimedSignal: Equatable {
    var moment: Moment
    var signal: Signal
}

/// All events of one subscription, in order.
typealias Trace = [TimedSignal]

/// An error that is thrown if the rules do not determine the result, for example because two sources send events at the
/// same moment.
struct Undetermined: Error {
    let reason: String
}

/// Collects the events of an operator until it terminates.
struct Output {
    private(set) var trace: Trace = []
    private(set) var hasEnded = false
    var moment: Moment

    init(at moment: Moment = .start) {
        self.moment = moment
    }

    mutating func send(_ signal: Signal) {
        if hasEnded { return }
        trace.append(TimedSignal(moment: moment, signal: signal))
        hasEnded = signal.isTerminal
    }

    mutating func send(_ signal: Signal, at moment: Moment) {
        self.moment = moment
        send(signal)
    }

    /// Calls a closure and sends the error that it throws.
    mutating func sendError(of closure: (inout Output) throws -> Void) rethrows {
        do {
            try closure(&self)
        } catch let error as GraphError {
            send(.error(error.name))
        }
    }
}

extension Trace {
    var hasEnded: Bool { last?.signal.isTerminal ?? false }

    /// Returns the output of a closure that receives each event until the output has terminated.
    func transformed(_ handle: (Signal, inout Output) throws -> Void) rethrows -> Trace {
        var output = Output()
        for event in self where !output.hasEnded {
            output.moment = event.moment
            try output.sendError { try handle(event.signal, &$0) }
        }
        return output.trace
    }

    /// Returns the output of a closure that receives each element.
    ///
    /// The terminal event is forwarded.
    func transformingValues(_ handle: (Int, inout Output) throws -> Void) rethrows -> Trace {
        try transformed { signal, output in
            guard case .next(let value) = signal else { return output.send(signal) }
            try handle(value, &output)
        }
    }

    /// Returns the events before a moment.
    ///
    /// - Throws: `Undetermined` if an event occurs at that moment.
    func upTo(_ moment: Moment) throws -> Trace {
        if contains(where: { $0.moment == moment }) { throw Undetermined(reason: "two events at one moment") }
        return filter { $0.moment < moment }
    }
}
