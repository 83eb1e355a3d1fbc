import Rill
import RillTesting

/// What the code of a diagram may take as a parameter.
protocol Prop: Sendable {
    static func take(from stage: Stage) throws -> Self
}

/// The next input of the diagram.
extension Observable: Prop where Element: LosslessStringConvertible {
    static func take(from stage: Stage) throws -> Observable { try stage.takeInput() }
}

/// The clock that everything on the stage goes by.
extension TestScheduler: Prop {
    static func take(from stage: Stage) throws -> TestScheduler { stage.kit.scheduler }
}

/// Takes the place of `print`: keeps what it is given, and when.
final class Printer: Prop, @unchecked Sendable {  // guarded by `lock`
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

/// An error as its text, to compare with a legend.
struct DrawnError: Error, CustomStringConvertible {
    let description: String
}

/// Someone for whom a subscription is made, kept by the stage.
final class Owner: Prop {
    static func take(from stage: Stage) throws -> Owner { stage.owner }
}

/// A stream that waits to be connected: it is, when the first line of the source begins.
protocol Connectable: Sendable {
    func connectOnStage()
}

extension ConnectableObservable: Connectable {
    func connectOnStage() { _ = connect() }
}

/// Where the code of one drawing runs: makes the inputs out of their lines, and compares what comes out.
final class Stage {
    let kit = TestKit()
    let printer: Printer
    fileprivate let owner = Owner()
    private let drawing: Drawing
    private var names: ArraySlice<String>
    private var checks: [() throws -> [String]] = []

    /// How many lines have been compared.
    private var compared = 0

    private(set) var problems: [String] = []

    init(_ drawing: Drawing) {
        self.drawing = drawing
        names = drawing.names[...]
        printer = Printer(kit.scheduler)
    }

    /// Runs the code and says what is not as drawn.
    static func problems(of drawing: Drawing, run example: Example) async -> [String] {
        let stage = Stage(drawing)
        do {
            try await example.perform(stage)
            try stage.checkPrinted()
            for check in stage.checks { stage.problems += try check() }
            let left = drawing.outputs.count - stage.compared
            if left > 0 { stage.problems.append("\(left) lines have nothing that could come out on them") }
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
        // A line at the left that is subscribed to once may as well be hot.
        let isHot = lines.count == 1 && lines[0].start == 0 && lines[0].sent == lines[0].text
        if isHot, let diagram = diagrams.first { return kit.hot(diagram).asObservable() }
        let attempts = diagrams.map { kit.cold($0) }
        checks.append {
            try zip(lines, attempts).compactMap { try Self.difference(between: $0, and: $1.subscriptions) }
        }
        let left = Attempts(attempts)
        return .deferred {
            guard let next = left.next() else {
                throw DiagramError(description: "\(name) is subscribed to more often than it is drawn")
            }
            return next.asObservable()
        }
    }

    /// The lines of one cold input, in order.
    private final class Attempts<Value: Sendable>: @unchecked Sendable {  // guarded by `lock`
        private let lock = Lock()
        private var left: ArraySlice<TestableObservable<Value>>

        init(_ attempts: [TestableObservable<Value>]) {
            left = attempts[...]
        }

        func next() -> TestableObservable<Value>? { lock.withLock { left.popFirst() } }
    }

    /// Whether a cold input was subscribed to where its line begins, and until where it ends.
    private static func difference(between line: DiagramLine, and spans: [SubscriptionSpan]) throws -> String? {
        let drawn = "\(line.label), drawn as \(line.shifted),"
        guard let span = spans.first else { return "\(drawn) was never subscribed to" }
        guard span.subscribed == TestTime(tick: line.start) else {
            return "\(drawn) was subscribed to at \(span.subscribed)"
        }
        let end = span.disposed.map { "ended at \($0)" } ?? "did not end"
        if let tick = try line.tick(of: .completed, .error, .dispose) {
            return span.disposed == TestTime(tick: tick) ? nil : "\(drawn) \(end)"
        }
        let isCut = span.disposed.map { $0 < TestTime(tick: line.start + line.length) } ?? false
        return isCut ? "\(drawn) \(end)" : nil
    }

    // MARK: Results

    /// Subscribes to a stream, feeds it if it is a subject, runs the clock, and compares what came with the lines.
    func play<Stream: ObservableConvertible>(_ stream: Stream) throws {
        for line in drawing.lines("subject") {
            let diagram = try MarbleDiagram<Int>(line.text, values: line.values(legend: drawing.legend))
            guard let subject = stream as? any Subject<Int> else {
                throw DiagramError(description: "a subject is drawn, and the code makes none")
            }
            _ = kit.hot(diagram).asObservable().subscribe({ subject.on($0) })
        }
        let texts = stream.asObservable()
            .map { String(describing: $0) }
            .mapError { DrawnError(description: "\($0)") }
        let lines = drawing.lines("result") + drawing.lines("later")
        let observers = try lines.map { line in
            // A line without an end says nothing about what comes behind it.
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

    /// Waits for a stream that tasks send, and compares what came with the one line there is.
    func collect<Stream: ObservableConvertible>(_ stream: Stream) async throws {
        let texts = stream.asObservable().map { String(describing: $0) }
        let events = try await texts.materialize().collected().map { event in
            Recorded(at: 0, event.error.map { .error(DrawnError(description: "\($0)")) } ?? event)
        }
        for line in drawing.lines("result") { try compare(Recording(events: events), with: line) }
    }

    /// Runs the clock and the main queue, and compares what a call has returned with the line there is.
    func finish<Result>(_ result: Result) async throws {
        try kit.scheduler.run(limit: 10_000)
        // Behind what has been put into the main queue so far.
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
