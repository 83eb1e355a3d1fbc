public import Rill

extension TestKit {
    /// Subscribes to a stream, runs the clock until no work is pending, and returns the recorded events.
    ///
    ///     let result = kit.record(subscribedAt: 2, disposedAt: 6) { source.map { $0 * 10 } }
    ///
    /// Events in the tick of the subscription are recorded; events in the tick of the disposal are not. If the stream
    /// does not terminate, the recording stops at a limit, the subscription is disposed, and the recording matches no
    /// diagram.
    ///
    /// - Parameters:
    ///   - subscribedAt: The tick at whose start the kit subscribes. Defaults to `nil`, which means now; a new kit
    ///     starts at tick 0.
    ///   - disposedAt: The tick at whose start the kit disposes the subscription. Defaults to `nil`, which means never.
    ///   - limit: The maximum number of work items that the clock runs. Defaults to one million.
    ///   - cpuTimeLimit: The maximum CPU time of the recording. Defaults to 5 seconds.
    ///   - file: The file of the call site, for error traces.
    ///   - line: The line of the call site.
    ///   - stream: A closure that creates the stream; called once, immediately.
    /// - Returns: The events with their ticks.
    /// - Throws: The error that `stream` throws.
    public func record<Stream: ObservableConvertible>(
        subscribedAt: Int? = nil, disposedAt: Int? = nil, limit: Int = TestScheduler.defaultRunLimit,
        cpuTimeLimit: Duration = TestScheduler.defaultCPUTimeLimit,
        file: StaticString = #fileID, line: UInt = #line, _ stream: () throws -> Stream
    ) rethrows -> Recording<Stream.Element> {
        let observer = try observe(
            subscribedAt: subscribedAt, disposedAt: disposedAt, file: file, line: line, stream)
        return run(observer, limit: limit, cpuTimeLimit: cpuTimeLimit)
    }

    /// Subscribes to a stream with a subscriber that pauses and resumes, runs the clock until no work is pending, and
    /// returns the recorded events.
    ///
    ///     let source = kit.cold("-a-b-c-d|", pauses: true)
    ///     let result = kit.record(pace: "^--[--]---!") { source.map { $0.uppercased() } }
    ///     result.difference(from: "-A----(BC)D|")             // nil: there is none
    ///     source.demandDifference(from: "^--[--]-!")          // nil
    ///
    /// Tick 0 is tick 0 of the clock. The marks of a tick are applied in order at the start of the tick, before its
    /// other events. As a result:
    ///
    /// - An event in the tick of `[` is buffered until `]` if the source can pause, even if it is the terminal event.
    ///   The events of other sources still arrive.
    /// - Buffered events arrive in the tick of `]`, before the events that are due in that tick. They also arrive if
    ///   the subscription is disposed in the same tick, `(]!)`.
    /// - Events in the tick of `!` do not arrive, unless the source sends them during the subscription, `(^!)`. A
    ///   disposal ends a pause and discards the buffered events.
    /// - `(^[)` subscribes while the subscriber is paused. `(][)` delivers at most one buffered event.
    /// - `]` never returns if the source emits an infinite sequence without delay. Resume such a source with `(][)`,
    ///   and end the pace with `!`.
    /// - Marks after the terminal event have no effect.
    ///
    /// The last pause must end with `]` or `!`. Any other pace is a programming error in the test, and traps with the
    /// description of ``MarbleError``.
    ///
    /// - Parameters:
    ///   - pace: A diagram of the subscription and its pauses; see ``SubscriptionSpan`` for the syntax.
    ///   - limit: The maximum number of work items that the clock runs. Defaults to one million.
    ///   - cpuTimeLimit: The maximum CPU time of the recording. Defaults to 5 seconds.
    ///   - file: The file of the call site, for error traces and invalid paces.
    ///   - line: The line of the call site.
    ///   - stream: A closure that creates the stream; called once, immediately.
    /// - Returns: The events with their ticks.
    /// - Throws: The error that `stream` throws.
    public func record<Stream: ObservableConvertible>(
        pace: String, limit: Int = TestScheduler.defaultRunLimit,
        cpuTimeLimit: Duration = TestScheduler.defaultCPUTimeLimit,
        file: StaticString = #fileID, line: UInt = #line, _ stream: () throws -> Stream
    ) rethrows -> Recording<Stream.Element> {
        let observer = try observe(pace: pace, file: file, line: line, stream)
        return run(observer, limit: limit, cpuTimeLimit: cpuTimeLimit)
    }

    /// Runs the clock until no work is pending.
    ///
    /// If a limit is reached first, disposes the observer.
    func run<Element>(
        _ observer: RecordingObserver<Element>, limit: Int, cpuTimeLimit: Duration
    ) -> Recording<Element> {
        do {
            try scheduler.run(limit: limit, cpuTimeLimit: cpuTimeLimit)
            return observer.recording
        } catch {
            observer.dispose()
            return observer.recording(stoppedBy: error)
        }
    }

    /// Subscribes to a stream without advancing the clock, for tests with several subscribers or with actions between
    /// events.
    ///
    ///     let early = kit.observe { shared }
    ///     let late = kit.observe(subscribedAt: 5) { shared }
    ///     try kit.scheduler.run()
    ///     early.recording.difference(from: "-a--b--c|")
    ///
    /// - Parameters:
    ///   - subscribedAt: The tick at whose start the kit subscribes. Defaults to `nil`, which means immediately.
    ///   - disposedAt: The tick at whose start the kit disposes the subscription. Defaults to `nil`, which means never.
    ///   - file: The file of the call site, for error traces.
    ///   - line: The line of the call site.
    ///   - stream: A closure that creates the stream; called once, immediately.
    /// - Returns: The subscription and its recording.
    /// - Throws: The error that `stream` throws.
    public func observe<Stream: ObservableConvertible>(
        subscribedAt: Int? = nil, disposedAt: Int? = nil,
        file: StaticString = #fileID, line: UInt = #line, _ stream: () throws -> Stream
    ) rethrows -> RecordingObserver<Stream.Element> {
        let observer = RecordingObserver<Stream.Element>(scheduler: scheduler)
        let source = try stream().asObservable()
        if let subscribedAt {
            check(subscribedAt, "subscribedAt", notBefore: scheduler.time, file: file, line: line)
            scheduler.scheduleEdge(atTick: subscribedAt) { observer.subscribe(to: source, file: file, line: line) }
        } else {
            observer.subscribe(to: source, file: file, line: line)
        }
        if let disposedAt {
            let start = subscribedAt.map { TestTime(tick: $0) } ?? scheduler.time
            check(disposedAt, "disposedAt", notBefore: start, file: file, line: line)
            scheduler.scheduleEdge(atTick: disposedAt) { observer.dispose() }
        }
        return observer
    }

    /// Subscribes to a stream with a subscriber that pauses and resumes, without advancing the clock.
    ///
    /// The subscription begins when the clock advances, even if the pace starts at the current tick.
    ///
    /// - Parameters:
    ///   - pace: A diagram of the subscription and its pauses, as in ``record(pace:limit:cpuTimeLimit:file:line:_:)``.
    ///   - file: The file of the call site, for error traces and invalid paces.
    ///   - line: The line of the call site.
    ///   - stream: A closure that creates the stream; called once, immediately.
    /// - Returns: The subscription and its recording.
    /// - Throws: The error that `stream` throws.
    public func observe<Stream: ObservableConvertible>(
        pace: String, file: StaticString = #fileID, line: UInt = #line, _ stream: () throws -> Stream
    ) rethrows -> RecordingObserver<Stream.Element> {
        let span = parsed(file, line) { try SubscriptionSpan(pace: pace) }
        check(span.subscribed.tick, "pace", notBefore: scheduler.time, file: file, line: line)
        let observer = RecordingObserver<Stream.Element>(scheduler: scheduler)
        let source = try stream().asObservable()
        let ticks = Dictionary(grouping: span.marks) { $0.time.tick }.sorted { $0.key < $1.key }
        observer.keep(
            ticks.map { tick, marks in
                scheduler.scheduleEdge(atTick: tick) {
                    observer.apply(marks.map(\.character), to: source, file: file, line: line)
                }
            })
        return observer
    }

    private func check(_ tick: Int, _ name: String, notBefore time: TestTime, file: StaticString, line: UInt) {
        guard TestTime(tick: tick) < time else { return }
        fatalError("TestKit: invalid \(name): tick \(tick) is before \(time)", file: file, line: line)
    }
}
