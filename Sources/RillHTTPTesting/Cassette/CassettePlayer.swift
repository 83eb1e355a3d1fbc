internal import RillHTTP

/// Selects the entry that matches a request, and plays its response.
struct CassettePlayer: Sendable {
    let file: CassetteFile
    let settings: CassetteSettings
    private let entries: [HAR.Entry]
    private let keys: [RequestKey]
    private let unplayed: Monitor<[Int]>

    init(file: CassetteFile, entries: [HAR.Entry], settings: CassetteSettings) throws(TransportError) {
        self.file = file
        self.settings = settings
        self.entries = entries
        keys = try entries.enumerated().map { index, entry throws(TransportError) in
            guard entry.request.postData?.body != nil || entry.request.postData == nil else {
                throw file.playbackError("log.entries[\(index)].request.postData.text is not valid Base64")
            }
            // Files from other tools may contain secrets. They are redacted, so that they match any value.
            return RequestKey(settings.filter.learned(from: entry.request).clean(entry.request))
        }
        unplayed = Monitor(Array(keys.indices))
    }

    /// Returns the response to a request, which reports the progress of its upload.
    func play(_ request: HAR.Request, _ body: HTTPBody?) throws(TransportError) -> Observable<TransportEvent> {
        let found: (number: Int, entry: HAR.Entry)
        do {
            found = try entry(for: request)
        } catch {
            body?.reportUpload()
            throw error
        }
        if found.entry.request.upload == nil { body?.reportUpload() }
        let response = try PlayedResponse(found.entry, number: found.number, file: file)
        return response.events(on: settings.scheduler, uploading: body)
    }

    /// Returns the entry that matches a request, with its number, and marks it as played.
    func entry(for request: HAR.Request) throws(TransportError) -> (number: Int, entry: HAR.Entry) {
        let clean = RequestKey(settings.filter.learned(from: request).clean(request))
        // A recorded secret matches any value. The clean request also matches where a mark would not be valid, such as in
        // place of a number, but lacks texts that happen to equal one of its secrets.
        let requested = [RequestKey(request), clean]
        func isMatch(_ index: Int) -> Bool { requested.contains { keys[index].matches($0, settings.matching) } }
        let chosen = unplayed.update { unplayed in unplayed.firstIndex(where: isMatch).map { unplayed.remove(at: $0) } }
        if let chosen { return (chosen, entries[chosen]) }
        // A complete response is preferred to a part of one.
        let lastMatch =
            keys.indices.last { !entries[$0].response.isCutOff && isMatch($0) } ?? keys.indices.last(where: isMatch)
        guard let lastMatch, settings.matching.repeats else {
            throw TransportError(.unavailable, .noRecordedResponse, explanation(of: clean, lastMatch: lastMatch))
        }
        return (lastMatch, entries[lastMatch])
    }

    private func explanation(of requested: RequestKey, lastMatch: Int?) -> String {
        if let lastMatch {
            return
                "no unplayed entry of \(file.name) matches \(requested): log.entries[\(lastMatch)] was the last match "
                + "and has been played. Set Matching.repeats to play it again, or \(CassetteTransport.recordingAdvice)"
        }
        let summary = "no entry of \(file.name) matches \(requested)"
        let candidates = keys.map { $0.differences(from: requested, settings.matching) }
        let distances = candidates.map { $0.reduce(0) { $0 + $1.weight } }
        guard let nearest = distances.indices.min(by: { (distances[$0], $0) < (distances[$1], $1) }) else {
            return "\(summary): the cassette has no entries. Add an entry, or \(CassetteTransport.recordingAdvice)"
        }
        let differences = candidates[nearest].map(\.text).joined(separator: "; ")
        return "\(summary). The closest is log.entries[\(nearest)] (\(keys[nearest])), which differs: \(differences)"
    }
}
