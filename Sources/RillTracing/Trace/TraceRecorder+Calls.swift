public import RillHTTP

extension TraceRecorder {
    private typealias Key = TraceTimeline.Key

    /// Starts the slice of a subscription.
    public func subscriptionBegan(_ subscription: InstrumentedSubscription) {
        record { timeline, time in
            timeline.begin(Key(id: subscription.id), subscription.name, "subscription", at: time)
        }
    }

    /// Ends the slice of a subscription.
    public func subscriptionEnded(
        _ subscription: InstrumentedSubscription, _ outcome: InstrumentedSubscription.Outcome
    ) {
        var arguments: TraceText.Arguments = [("site", .text("\(subscription.file):\(subscription.line)"))]
        if let parent = subscription.parent { arguments.append(("parent", .number(Int(parent)))) }
        switch outcome {
        case .completed: arguments.append(("outcome", .text("completed")))
        case .disposed: arguments.append(("outcome", .text("disposed")))
        case .failed(let error):
            arguments += [("outcome", .text("failed")), ("error", .text(Self.text(of: error)))]
        }
        record { timeline, time in timeline.end(Key(id: subscription.id), at: time, arguments) }
    }

    /// Adds an instant.
    public func eventPassed(
        _ checkpoint: String?, _ event: InstrumentedSubscription.EventKind, in subscription: InstrumentedSubscription
    ) {
        let isCheckpoint = checkpoint != nil
        let (name, category): (String, StaticString) =
            switch event {
            case .next: ("element", isCheckpoint ? "checkpoint,next" : "next")
            case .error: ("error", isCheckpoint ? "checkpoint,error" : "error")
            case .completed: ("completed", isCheckpoint ? "checkpoint,completed" : "completed")
            }
        record { timeline, time in
            timeline.add(
                checkpoint ?? name, category, to: Key(id: subscription.id), at: time,
                isElement: !isCheckpoint && event == .next)
        }
    }

    /// Adds a work item to the track of its scheduler.
    public func schedulerHop(
        _ hop: SchedulerHop, _ phase: SchedulerHop.Phase, in subscription: InstrumentedSubscription
    ) {
        record { timeline, time in
            switch phase {
            case .scheduled: timeline.scheduleHop(hop.id, of: Key(id: subscription.id), at: time)
            case .began: timeline.beginHop(hop.id, on: hop.scheduler, at: time)
            case .ended, .canceled: timeline.endHop(hop.id, at: time)
            }
        }
    }

    /// Adds the value of a counter.
    public func boundaryChanged(_ boundary: BufferBoundary, in subscription: InstrumentedSubscription) {
        record { timeline, time in
            timeline.count(
                "\(boundary.name) buffer", id: Int(truncatingIfNeeded: boundary.id), boundary.count,
                of: Key(id: subscription.id), at: time)
        }
    }

    /// Adds an instant.
    public func retryDecided(_ decision: RetryDecision, in subscription: InstrumentedSubscription) {
        let next =
            switch decision.action {
            case .retry(let delay): "in \(delay)"
            case .giveUp(let reason): "none: \(reason)"
            }
        let arguments: TraceText.Arguments = [
            ("attempt", .number(decision.attempt)), ("attempts", .number(decision.attempts)), ("next", .text(next)),
            ("error", .text(Self.text(of: decision.error))),
        ]
        record { timeline, time in
            timeline.add("retry", "retry", to: Key(id: subscription.id), at: time, arguments)
        }
    }

    /// Starts the slice of an exchange.
    public func exchangeBegan(_ exchange: InstrumentedExchange) {
        let name = "\(exchange.method) \(exchange.url)"
        record { timeline, time in
            timeline.begin(Key(id: exchange.id), in: Key(id: exchange.subscription.id), name, "exchange", at: time)
        }
    }

    /// Ends the slice of an exchange.
    public func exchangeEnded(_ exchange: InstrumentedExchange, _ metrics: ExchangeMetrics) {
        var arguments: TraceText.Arguments = [
            ("subscription", .number(Int(exchange.subscription.id))), ("bytes", .number(metrics.byteCount)),
        ]
        if let status = metrics.status { arguments.append(("status", .number(status.code))) }
        switch metrics.result {
        case .success: arguments.append(("outcome", .text("completed")))
        case nil: arguments.append(("outcome", .text("disposed")))
        case .failure(let error):
            arguments += [("outcome", .text("failed")), ("error", .text(Self.text(of: error)))]
        }
        record { timeline, time in timeline.end(Key(id: exchange.id), at: time, arguments) }
    }

    /// Starts the slice of an attempt.
    public func attemptBegan(_ attempt: InstrumentedAttempt) {
        record { timeline, time in
            timeline.begin(
                Key(id: attempt.exchange.id, attempt: attempt.number), in: Key(id: attempt.exchange.id),
                "attempt \(attempt.number)", "attempt", at: time)
        }
    }

    /// Ends the slice of an attempt, and adds its phases.
    public func attemptEnded(_ attempt: InstrumentedAttempt, _ result: APIError.Attempt) {
        var arguments: TraceText.Arguments = [("url", .text(attempt.url))]
        if let status = result.status { arguments.append(("status", .number(status.code))) }
        if let failure = result.failure { arguments.append(("failure", .text(Self.text(of: failure)))) }
        if let context = attempt.traceContext { arguments.append(("traceID", .text(context.traceID))) }
        if let metrics = result.metrics { arguments += metrics.traceArguments }
        record { timeline, time in
            timeline.end(
                Key(id: attempt.exchange.id, attempt: attempt.number), at: time, arguments,
                parts: result.metrics?.phases ?? [])
        }
    }

    /// Returns a description without secrets: the type of an error and, for errors of this package, the kind.
    private static func text(of error: any Error) -> String {
        switch error {
        case let error as APIError: "APIError (\(error.stage))"
        case let error as TransportError: "TransportError (\(error.code))"
        case let error as StreamError: "StreamError (\(error))"
        default: "\(type(of: error))"
        }
    }
}

extension TransportMetrics {
    /// The connection and the number of bytes as trace arguments.
    fileprivate var traceArguments: TraceText.Arguments {
        var arguments: TraceText.Arguments = [
            ("sentBytes", .number(sentBytes)), ("receivedBytes", .number(receivedBytes)),
            ("decodedBytes", .number(decodedBytes)),
        ]
        if let isConnectionReused { arguments.append(("isConnectionReused", .flag(isConnectionReused))) }
        if let httpVersion { arguments.append(("httpVersion", .text(httpVersion))) }
        if let tlsVersion { arguments.append(("tlsVersion", .text(tlsVersion))) }
        if let remoteAddress { arguments.append(("remoteAddress", .text(remoteAddress))) }
        if let remotePort { arguments.append(("remotePort", .number(remotePort))) }
        return arguments
    }
}
