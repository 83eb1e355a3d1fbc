internal import RillHTTP

/// The response of a recorded entry as a sequence of transport events, and the progress of the upload.
struct PlayedResponse {
    /// An event and its time since the start of the exchange, in milliseconds.
    private typealias Step = (offset: Double, content: StubTransport.Response.Step.Content)

    private var uploads: [Step] = []
    private var steps: [Step] = []

    /// Creates a response from an entry.
    ///
    /// Throws if the entry contains invalid values.
    init(_ entry: HAR.Entry, number: Int, file: CassetteFile) throws(TransportError) {
        let response = entry.response
        let entryPath = "log.entries[\(number)]"
        let path = "\(entryPath).response"
        guard (0...999).contains(response.status) else {
            throw file.playbackError("\(path).status is not a valid status code: \(response.status)")
        }
        guard let body = response.content.body else {
            throw file.playbackError(
                "\(path).content.text is not valid Base64, or \(path).content.encoding is not base64")
        }
        if response.status != 0 {
            let isBodiless = entry.request.method == "HEAD" || (300...399).contains(response.status)
            if response.content.text == nil, response.content.size > 0, !isBodiless {
                throw file.playbackError(
                    "\(path).content.text is missing, because the exporting tool omitted response bodies")
            }
            let head = HTTPResponse(
                status: .init(code: response.status, reasonPhrase: response.statusText),
                headerFields: PlayedFields.fields(of: response, body: body, method: entry.request.method))
            steps.append((max(0, entry.time - max(0, entry.timings.receive)), .event(.next(.head(head)))))
            addChunks(of: body, response.chunks ?? [], end: entry.time)
        }
        let end: TransportError? =
            if let error = response.error {
                TransportError(recorded: error)
            } else if response.status == 0 {
                TransportError(.other, "\(entryPath) was recorded without a response")
            } else if response.isCutOff {
                TransportError(
                    .other,
                    "the client canceled the exchange here when \(entryPath) was recorded. "
                        + "Record it again, or remove it")
            } else {
                nil
            }
        uploads = entry.request.upload?.steps.map { ($0.offset, .upload($0.step)) } ?? []
        if response.isEndless { return }
        steps.append((entry.time, .event(end.map { .error($0) } ?? .completed)))
    }

    /// Splits the body into the recorded chunks.
    ///
    /// Redaction may have changed its length.
    private mutating func addChunks(of body: [UInt8], _ chunks: [HAR.Chunk], end: Double) {
        var rest = body[...]
        for chunk in chunks.dropLast() where chunk.size > 0 && !rest.isEmpty {
            steps.append((chunk.offset, .event(.next(.chunk([UInt8](rest.prefix(chunk.size)))))))
            rest = rest.dropFirst(chunk.size)
        }
        if !rest.isEmpty {
            steps.append((chunks.last?.offset ?? end, .event(.next(.chunk([UInt8](rest))))))
        }
    }

    /// Returns the response as an observable that can be paused between two events.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that determines the times.
    ///   - body: The request body whose upload progress is reported. Defaults to `nil`, which reports none.
    func events(on scheduler: any Scheduler, uploading body: HTTPBody? = nil) -> Observable<TransportEvent> {
        var now = 0.0
        let timed = stepsInOrder.map { step in
            let delay = Self.duration(step.offset - now)
            now = max(now, step.offset)
            return (delay: delay, content: step.content)
        }
        return .create { observer in
            let exchange = PlayedExchange(timed, body, to: observer, on: scheduler)
            exchange.run()
            return Disposable { [weak exchange] in exchange?.cancel() }
        }
    }

    /// The upload steps and the events merged by time, each kind in its recorded order.
    private var stepsInOrder: [Step] {
        var uploads = uploads[...]
        var result: [Step] = []
        for step in steps {
            while let upload = uploads.first, upload.offset <= step.offset { result.append(uploads.removeFirst()) }
            result.append(step)
        }
        return result + uploads
    }

    /// Returns a number of milliseconds as a duration.
    ///
    /// Times in the file are untrusted, so they are limited to one year to avoid overflow.
    static func duration(_ milliseconds: Double) -> Duration {
        .milliseconds(1) * min(max(0, milliseconds), 365 * 86_400_000)
    }
}
