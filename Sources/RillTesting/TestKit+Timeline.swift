public import Rill

extension TestKit {
    /// Subscribes to a stream, runs the clock until no work is pending, and returns the events of the stream and of the
    /// checkpoints in it.
    ///
    ///     let timeline = kit.timeline {
    ///         source.checkpoint("typed").debounce(.seconds(2), scheduler: kit.scheduler)
    ///     }
    ///     print(timeline)
    ///
    /// Name the parts of the stream with `checkpoint(_:file:line:)`. Retries, and buffers that pause their source, have
    /// their own rows. The source of `share` or `multicast` has a separate subscription, whose checkpoints, retries,
    /// and buffers do not appear. In all other respects, this method behaves like
    /// ``record(subscribedAt:disposedAt:limit:cpuTimeLimit:file:line:_:)``.
    ///
    /// Like a failure message, the timeline contains the elements and the descriptions of errors.
    ///
    /// - Parameters:
    ///   - subscribedAt: The tick at whose start the kit subscribes. Defaults to `nil`, which means now.
    ///   - disposedAt: The tick at whose start the kit disposes the subscription. Defaults to `nil`, which means never.
    ///   - limit: The maximum number of work items that the clock runs. Defaults to one million.
    ///   - cpuTimeLimit: The maximum CPU time of the recording. Defaults to 5 seconds.
    ///   - file: The file of the call site, for error traces.
    ///   - line: The line of the call site.
    ///   - stream: A closure that creates the stream; called once, immediately.
    /// - Returns: The events with their ticks.
    /// - Throws: The error that `stream` throws.
    public func timeline<Stream: ObservableConvertible>(
        subscribedAt: Int? = nil, disposedAt: Int? = nil, limit: Int = TestScheduler.defaultRunLimit,
        cpuTimeLimit: Duration = TestScheduler.defaultCPUTimeLimit,
        file: StaticString = #fileID, line: UInt = #line, _ stream: () throws -> Stream
    ) rethrows -> Timeline<Stream.Element> {
        let instrument = TimelineInstrument(scheduler: scheduler)
        let observer = try observe(subscribedAt: subscribedAt, disposedAt: disposedAt, file: file, line: line) {
            try stream().instrumented(by: instrument, name: "result", file: file, line: line)
        }
        let recording = run(observer, limit: limit, cpuTimeLimit: cpuTimeLimit)
        // Releasing the observer disposes the subscription.
        return withExtendedLifetime(observer) { Timeline(recording, instrument.log) }
    }
}
