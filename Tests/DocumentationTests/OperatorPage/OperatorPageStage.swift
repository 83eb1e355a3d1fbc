import Rill
import RillTesting

/// A type that examples can use as a parameter.
protocol ExampleParameter: Sendable {
    static func take(from stage: Stage) throws -> Self
}

/// The next input of the diagram.
extension Observable: ExampleParameter where Element: LosslessStringConvertible {
    static func take(from stage: Stage) throws -> Observable { try stage.takeInput() }
}

/// A function whose result is its argument, at the times of the elements of the next input.
struct Search: ExampleParameter {
    private let times: Observable<String>

    static func take(from stage: Stage) throws -> Search { Search(times: try stage.takeInput()) }

    func callAsFunction(_ query: String) -> Observable<String> { times.map { _ in query } }
}

/// The virtual clock of the stage.
extension TestScheduler: ExampleParameter {
    static func take(from stage: Stage) throws -> TestScheduler { stage.kit.scheduler }
}

/// A replacement for `print` that records values with their times.
final class Printer: ExampleParameter, @unchecked Sendable {  // guarded by `lock`
    private let scheduler: TestScheduler
    private let lock = Lock()
    private var lines: [Recorded<String>] = []

    init(_ scheduler: TestScheduler) {
        self.scheduler = scheduler
    }

    static func take(from stage: Stage) throws -> Printer { stage.printer }

    func callAsFunction(_ item: Any) {
        let line = Recorded(at: scheduler.time, Event.next("\(item)"))
        lock.withLock { lines.append(line) }
    }

    var recording: Recording<String> { Recording(events: lock.withLock { lines }) }
}

/// An error with a description that is compared with the legend.
struct DrawnError: Error, CustomStringConvertible {
    let description: String
}

/// An owner of subscriptions that the stage retains.
final class Owner: ExampleParameter {
    static func take(from stage: Stage) throws -> Owner { stage.owner }
}

/// A connectable stream, which is connected when the first line of the source starts.
protocol Connectable: Sendable {
    func connectOnStage()
}

extension ConnectableObservable: Connectable {
    func connectOnStage() { _ = connect() }
}

/// Runs the code of a diagram: creates the inputs from their lines, and compares the outputs with the diagram.
final class Stage {
    let kit = TestKit()
    let printer: Printer
    fileprivate let owner = Owner()
    private let drawing: Drawing
    private var names: ArraySlice<String>
    private var checks: [() throws -> [String]] = []

    /// The number of compared lines.
    private var compared = 0

    private(set) var problems: [String] = []

    init(_ drawing: Drawing) {
        self.drawing = drawing
        names = drawing.names[...]
        printer = Printer(kit.scheduler)
    }

    /// Runs the code and returns the differences from the diagram.
    static func problems(of drawing: Drawing, run example: Example) async -> [String] {
        let stage = Stage(drawing)
        do {
            try await example.perform(stage)
            try stage.checkPrinted()
            for check in stage.checks { stage.problems += try check() }
            let left = drawing.outputs.count - stage.compared
            if left > 0 { stage.problems.append("no output for \(left) lines") }
        } catch {
            stage.problems.append("\(error)")
        }
        return stage.problems
    }

    // MARK: Inputs

    fileprivate func takeInput<Value: LosslessStringConvertible>() throws -> Observable<Value> {
        guard let name = names.popFirst() else {
            throw DiagramError(description: "the code has more inputs than the diagram")
        }
        let lines = drawing.lines(name)
        let diagrams: [MarbleDiagram<Value>] = try lines.map { line in
            try MarbleDiagram(line.sent, values: line.values(legend: drawing.legend))
        }
        // A line that starts at tick 0 and is subscribed once can be hot.
        let isHot = lines.count == 1 && lines[0].start == 0 && lines[0].sent == lines[0].text
        if isHot, let diagram = diagrams.first { return kit.hot(diagram).asObservable() }
        let attempts = diagrams.map { kit.cold($0) }
        checks.append {
            try zip(lines, attempts).compactMap { try Self.difference(between: $0, and: $1.subscriptions) }
        }
        let left = Attempts(attempts)
        return .deferred {
            guard let next = left.next() else {
                throw DiagramError(description: "\(name) has more subscriptions than lines in the diagram")
            }
            return next.asObservable()
        }
    }

    /// The lines of a cold input, in order.
    private final class Attempts<Value: Sendable>: @unchecked Sendable {  // guarded by `lock`
        private let lock = Lock()
        private var left: ArraySlice<TestableObservable<Value>>

        init(_ attempts: [TestableObservable<Value>]) {
            left = attempts[...]
        }

        func next() -> TestableObservable<Value>? { lock.withLock { left.popFirst() } }
    }

    /// Returns the difference between a line and the subscription of its cold input, or `nil` if they match.
    private static func difference(between line: DiagramLine, and spans: [SubscriptionSpan]) throws -> String? {
        let input = "\(line.label) (expected \(line.shifted))"
        guard let span = spans.first else { return "\(input) was never subscribed to" }
        guard span.subscribed == TestTime(tick: line.start) else {
            return "\(input) was subscribed at \(span.subscribed)"
        }
        let end = span.disposed.map { "ended at \($0)" } ?? "did not end"
        if let tick = try line.tick(of: .completed, .error, .dispose) {
            return span.disposed == TestTime(tick: tick) ? nil : "\(input) \(end)"
        }
        let isTooShort = span.disposed.map { $0 < TestTime(tick: line.start + line.length) } ?? false
        return isTooShort ? "\(input) \(end)" : nil
    }

    // MARK: Results

    /// Subscribes to a stream, sends the input to it if it is a subject, advances the clock, and compares the events
    /// with the lines.
    func play<Stream: ObservableConvertible>(_ stream: Stream) throws {
        for line in drawing.lines("subject") {
            let diagram = try MarbleDiagram<Int>(line.text, values: line.values(legend: drawing.legend))
            guard let subject = stream as? any Subject<Int> else {
                throw DiagramError(description: "the diagram has a subject, but the code does not return one")
            }
            _ = kit.hot(diagram).asObservable().subscribe({ subject.on($0) })
        }
        let texts = stream.asObservable()
            .map { String(describing: $0) }
            .mapError { DrawnError(description: "\($0)") }
        let lines = drawing.lines("result") + drawing.lines("later")
        let observers = try lines.map { line in
            // A line without a terminal event does not specify later events.
            let end = try line.tick(of: .completed, .error)
            return kit.observe(
                subscribedAt: line.label == "later" ? line.start : nil,
                disposedAt: end == nil ? line.start + line.length : nil
            ) { texts }
        }
        if let connectable = stream as? any Connectable {
            let start = drawing.inputs.first?.start ?? 0
            kit.scheduler.schedule(after: kit.scheduler.tick * start) { connectable.connectOnStage() }
        }
        try kit.scheduler.run(limit: 10_000)
        for (line, observer) in zip(lines, observers) { try compare(observer.recording, with: line) }
    }

    /// Waits for a stream of events from tasks, and compares the events with the result line.
    func collect<Stream: ObservableConvertible>(_ stream: Stream) async throws {
        let texts = stream.asObservable().map { String(describing: $0) }
        let events = try await texts.materialize().collected().map { event in
            Recorded(at: 0, event.error.map { .error(DrawnError(description: "\($0)")) } ?? event)
        }
        for line in drawing.lines("result") { try compare(Recording(events: events), with: line) }
    }

    /// Runs the clock and the main queue, and compares the result of a call with the result line.
    func finish<Result>(_ result: Result) async throws {
        try kit.scheduler.run(limit: 10_000)
        // Runs after the work that is already enqueued on the main queue.
        await MainActor.run {}
        let recording = Recording(events: [Recorded(at: 0, Event.next("\(result)"))])
        for line in drawing.lines("result") { try compare(recording, with: line) }
    }

    private func checkPrinted() throws {
        for line in drawing.lines("printed") { try compare(printer.recording, with: line) }
    }

    private func compare(_ recording: Recording<String>, with line: DiagramLine) throws {
        let error = DrawnError(description: drawing.legend["#"] ?? "\(TestError())")
        let values: [Character: String] = try line.values(legend: drawing.legend)
        let expected = try MarbleDiagram<String>(line.shifted, values: values, error: error)
        compared += 1
        if let difference = recording.difference(from: expected) { problems.append("\(line.label) \(difference)") }
    }
}
