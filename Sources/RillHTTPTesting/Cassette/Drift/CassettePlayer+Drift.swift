internal import RillHTTP

/// Drift: sends requests to the server, compares its responses with the recorded ones, and plays the recorded ones.
extension CassettePlayer {
    /// Returns the recorded response to a request, after the response of the server has arrived.
    func playComparing(
        _ request: HAR.Request, with source: Observable<TransportEvent>
    ) throws -> Observable<TransportEvent> {
        let (number, recorded) = try entry(for: request)
        // The immediate scheduler can neither measure nor limit the duration of a stream.
        let clock: any Scheduler =
            settings.scheduler is ImmediateScheduler ? ConcurrentDispatchQueueScheduler() : settings.scheduler
        let exchange = RecordedExchange(request, clock: clock)
        var events = source.do(onNext: { exchange.record($0) })
        if recorded.response.isEndless {
            // The stream is compared for as long as it was recorded.
            events = events.take(for: PlayedResponse.duration(recorded.time), scheduler: clock)
        } else if recorded.response.isCutOff {
            events = events.take(1)  // the head
        }
        return events.materialize().flatMap { [self] event -> Observable<TransportEvent> in
            let received: HAR.Entry?
            switch event {
            case .next: return .empty()
            case .completed: received = exchange.end()
            case .error(let error):
                received = exchange.end(error)
                guard received != nil else { return .error(error) }
            }
            var entry = recorded
            if let received {
                compare(recorded, received, number)
                entry = recorded.replacingSecrets(from: received)
            } else {
                let key = RequestKey(settings.messageFilter.learned(from: request).clean(request))
                let duration = PlayedResponse.duration(recorded.time)
                settings.warn("no response to \(key) within \(duration): played log.entries[\(number)] of \(file.name)")
            }
            let played = try PlayedResponse(entry, number: number, file: file)
            return played.events(on: settings.scheduler)
        }
    }

    private func compare(_ recorded: HAR.Entry, _ received: HAR.Entry, _ number: Int) {
        let filter = settings.messageSecrets.filter(learningFrom: received)
        // A name is redacted before it is truncated, which could hide the end of a secret.
        let drift = ResponseDrift(recorded: recorded.response, received: received.response) {
            Difference.name(filter.redactor.text($0))
        }
        let found = drift.differences
        guard !found.isEmpty else { return }
        let key = RequestKey(filter.clean(received.request))
        var texts = found.prefix(Self.maximumDifferences).map(filter.redactor.text)
        if texts.count < found.count { texts.append("\(found.count - texts.count) more") }
        let differences = texts.joined(separator: "; ")
        settings.warn("log.entries[\(number)] of \(file.name) differs from the response to \(key): \(differences)")
    }

    /// The maximum number of differences in a warning.
    private static let maximumDifferences = 20
}

extension HAR.Entry {
    /// Returns this recorded entry with the redacted values of its response replaced by received ones: each redacted
    /// header field, and the body if it contains a redacted value.
    ///
    /// This lets a client sign in and use the secrets that it receives.
    fileprivate func replacingSecrets(from received: HAR.Entry) -> HAR.Entry {
        guard received.response.status == response.status else { return self }
        var entry = self
        let redactedNames = Set(response.headers.filter { $0.value.isRedacted }.map { $0.name.lowercased() })
        entry.response.headers.removeAll { redactedNames.contains($0.name.lowercased()) }
        entry.response.headers += received.response.headers.filter { redactedNames.contains($0.name.lowercased()) }
        let body = response.content.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
        // A client must not receive a partial body as a complete one, or no body in place of a partial one.
        if body.isRedacted, !response.isCutOff, received.response.error == nil || response.error != nil {
            entry.response.content = received.response.content
            entry.response.chunks = received.response.chunks
            entry.time = received.time
            entry.timings = received.timings
        }
        return entry
    }
}

extension String {
    /// Whether the text contains a redacted value in any spelling.
    fileprivate var isRedacted: Bool {
        [Redactor.mark, SecretFilter.encodedMark, Redactor.escapedMark].contains { contains($0) }
    }
}
