internal import Rill
internal import RillHTTP

/// Finds the entry that answers a request, and plays it.
final class CassettePlayer: @unchecked Sendable {  // `played` is guarded by `lock`
    private let file: CassetteFile
    private let scheduler: any Scheduler
    private let filter: SecretFilter
    private let matching: CassetteTransport.Matching
    private let entries: [HAR.Entry]
    private let keys: [RequestKey]
    private let lock = Lock()
    private var played: Set<Int> = []

    init(
        file: CassetteFile, entries: [HAR.Entry], scheduler: any Scheduler, filter: SecretFilter,
        matching: CassetteTransport.Matching
    ) throws(TransportError) {
        self.file = file
        self.scheduler = scheduler
        self.filter = filter
        self.matching = matching
        self.entries = entries
        var keys: [RequestKey] = []
        for (index, entry) in entries.enumerated() {
            guard entry.request.postData?.body != nil || entry.request.postData == nil else {
                throw file.flaw("log.entries[\(index)].request.postData.text is not Base64")
            }
            // Secrets in the file of another tool are taken out here, so that they are compared with nothing.
            keys.append(RequestKey(filter.learned(from: entry.request).clean(entry.request)))
        }
        self.keys = keys
    }

    /// The answer to a request; takes the next entry that fits.
    func play(_ request: HAR.Request) throws(TransportError) -> Observable<TransportEvent> {
        let asked = RequestKey(filter.learned(from: request).clean(request))
        let fitting = keys.indices.filter { keys[$0].differences(from: asked, matching).isEmpty }
        let chosen: Int? = lock.withLock {
            guard let index = fitting.first(where: { !played.contains($0) }) else { return nil }
            played.insert(index)
            return index
        }
        guard let index = chosen ?? (matching.repeats ? fitting.last : nil) else {
            throw TransportError(.unavailable, explanation(of: asked, lastFitting: fitting.last))
        }
        let answer = try PlayedAnswer(entries[index], number: index, file: file)
        return answer.events(on: scheduler)
    }

    private func explanation(of asked: RequestKey, lastFitting: Int?) -> String {
        let beginning = "no entry of \(file.name) answers \(asked)"
        if let lastFitting {
            return "\(beginning) any more: log.entries[\(lastFitting)] was the last that did and has been played; "
                + "let the matching repeat it, \(CassetteFile.advice)"
        }
        let candidates = keys.map { $0.differences(from: asked, matching) }
        let distances = candidates.map { $0.reduce(0) { $0 + $1.weight } }
        guard let nearest = distances.indices.min(by: { (distances[$0], $0) < (distances[$1], $1) }) else {
            return "\(beginning), as it has none: mend it, \(CassetteFile.advice)"
        }
        let differences = candidates[nearest].map(\.text).joined(separator: "; ")
        return "\(beginning); the nearest is log.entries[\(nearest)], \(keys[nearest]), which differs: \(differences)"
    }
}
