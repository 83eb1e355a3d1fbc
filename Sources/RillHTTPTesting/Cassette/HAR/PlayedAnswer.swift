internal import Rill
internal import RillHTTP

/// The answer that an entry tells of, as a transport would deliver it.
struct PlayedAnswer {
    /// What comes, and how long after what came before.
    private struct Step: Sendable {
        var offset: Double
        var event: Event<TransportEvent>
    }

    private var steps: [Step] = []

    /// Reads an entry; throws if it says what cannot be played.
    init(_ entry: HAR.Entry, number: Int, file: CassetteFile) throws(TransportError) {
        let response = entry.response
        let entryPlace = "log.entries[\(number)]"
        let place = "\(entryPlace).response"
        guard (0...999).contains(response.status) else {
            throw file.flaw("\(place).status is not a status code: \(response.status)")
        }
        guard let body = response.content.body else {
            throw file.flaw("\(place).content.text is not Base64, or \(place).content.encoding is something else")
        }
        if response.status != 0 {
            let isBodiless = entry.request.method == "HEAD" || (300...399).contains(response.status)
            if response.content.text == nil, response.content.size > 0, !isBodiless {
                throw file.flaw("\(place).content.text is missing: the tool that wrote the file has left bodies out")
            }
            let head = HTTPResponse(
                status: .init(code: response.status, reasonPhrase: response.statusText),
                headerFields: PlayedFields.fields(of: response, body: body, method: entry.request.method))
            steps.append(Step(offset: max(0, entry.time - max(0, entry.timings.receive)), event: .next(.head(head))))
            addChunks(of: body, response.chunks ?? [], end: entry.time)
        }
        let error = response.error.map { TransportError(recorded: $0) }
        let none = TransportError(.other, "there was no answer to \(entryPlace) when it was recorded")
        let end = error ?? (response.status == 0 ? none : nil)
        steps.append(Step(offset: entry.time, event: end.map { .error($0) } ?? .completed))
    }

    /// Cuts the body as it was cut; redaction may have changed its length.
    private mutating func addChunks(of body: [UInt8], _ chunks: [HAR.Chunk], end: Double) {
        var rest = body[...]
        for chunk in chunks.dropLast() where chunk.size > 0 && !rest.isEmpty {
            steps.append(Step(offset: chunk.offset, event: .next(.chunk([UInt8](rest.prefix(chunk.size))))))
            rest = rest.dropFirst(chunk.size)
        }
        if !rest.isEmpty {
            steps.append(Step(offset: chunks.last?.offset ?? end, event: .next(.chunk([UInt8](rest)))))
        }
    }

    /// The answer as a stream, which parks between two events.
    func events(on scheduler: any Scheduler) -> Observable<TransportEvent> {
        var now = 0.0
        let timed = steps.map { step in
            // The file may say anything; in a year nobody waits any more.
            let offset = min(step.offset, 365 * 86_400_000)
            let delay = Duration.milliseconds(1) * max(0, offset - now)
            now = max(now, offset)
            return (delay: delay, event: step.event)
        }
        return Observable.from(timed).concatMap { delay, event in
            let events: Observable<TransportEvent> =
                switch event {
                case .next(let element): .just(element)
                case .error(let error): .error(error)
                case .completed: .empty()
                }
            guard delay > .zero else { return events }
            return Observable.timer(delay, scheduler: scheduler).flatMap { _ in events }
        }
    }
}
