public import Rill

extension TestKit {
    /// Subscribes, runs the clock until nothing waits any more, and returns what came and when.
    ///
    ///     let result = kit.record(subscribedAt: 2, disposedAt: 6) { source.map { $0 * 10 } }
    ///
    /// What comes in the tick of the subscription is seen, what comes in that of the disposal is not. A stream that would go
    /// on for ever is broken off and disposed; the recording says so, and differs from any diagram.
    ///
    /// - Parameters:
    ///   - subscribedAt: The tick at whose beginning to subscribe; nil for now, which is tick 0 in a new kit.
    ///   - disposedAt: The tick at whose beginning to dispose; nil for never.
    ///   - limit: How many pieces of work the clock may run before the recording is broken off.
    ///   - file: Where the subscription is made, for traces.
    ///   - line: The line there.
    ///   - stream: Makes the stream; called once, at once.
    /// - Returns: The events with their ticks.
    /// - Throws: What `stream` throws.
    public func record<Stream: ObservableConvertible>(
        subscribedAt: Int? = nil, disposedAt: Int? = nil, limit: Int = TestScheduler.defaultRunLimit,
        file: StaticString = #fileID, line: UInt = #line, _ stream: () throws -> Stream
    ) rethrows -> Recording<Stream.Element> {
        let observer = try observe(
            subscribedAt: subscribedAt, disposedAt: disposedAt, file: file, line: line, stream)
        do {
            try scheduler.run(limit: limit)
            return observer.recording
        } catch {
            observer.dispose()
            return Recording(events: observer.recording.events, cutOff: error)
        }
    }

    /// Subscribes without moving the clock, for a test that has several subscribers or does something on the way.
    ///
    ///     let early = kit.observe { shared }
    ///     let late = kit.observe(subscribedAt: 5) { shared }
    ///     try kit.scheduler.run()
    ///     early.recording.difference(from: "-a--b--c|")
    ///
    /// - Parameters:
    ///   - subscribedAt: The tick at whose beginning to subscribe; nil for at once.
    ///   - disposedAt: The tick at whose beginning to dispose; nil for never.
    ///   - file: Where the subscription is made, for traces.
    ///   - line: The line there.
    ///   - stream: Makes the stream; called once, at once.
    /// - Returns: The subscription and its recording.
    /// - Throws: What `stream` throws.
    public func observe<Stream: ObservableConvertible>(
        subscribedAt: Int? = nil, disposedAt: Int? = nil,
        file: StaticString = #fileID, line: UInt = #line, _ stream: () throws -> Stream
    ) rethrows -> RecordingObserver<Stream.Element> {
        let observer = RecordingObserver<Stream.Element>(scheduler: scheduler)
        let source = try stream().asObservable()
        if let subscribedAt {
            check(subscribedAt, is: "subscribed", notBefore: scheduler.time, file: file, line: line)
            scheduler.scheduleEdge(atTick: subscribedAt) { observer.subscribe(to: source, file: file, line: line) }
        } else {
            observer.subscribe(to: source, file: file, line: line)
        }
        if let disposedAt {
            let start = subscribedAt.map { TestTime(tick: $0) } ?? scheduler.time
            check(disposedAt, is: "disposed", notBefore: start, file: file, line: line)
            scheduler.scheduleEdge(atTick: disposedAt) { observer.dispose() }
        }
        return observer
    }

    private func check(_ tick: Int, is action: String, notBefore time: TestTime, file: StaticString, line: UInt) {
        guard TestTime(tick: tick) < time else { return }
        fatalError("TestKit: cannot be \(action) at tick \(tick), which is before \(time)", file: file, line: line)
    }
}
