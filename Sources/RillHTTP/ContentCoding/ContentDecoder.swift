internal import RillHTTPTypes
internal import RillSystem

/// Decodes the content codings of one response body.
///
/// Each element is at most 64 KiB. The rest of a chunk is kept compressed until the next element is requested, so that a
/// highly compressed chunk never fills the memory while the subscriber is paused.
struct ContentDecoder: ChunkParser {
    /// The maximum number of codings of one body, as in libcurl.
    private static let maximumCount = 5

    /// The stages in the order of decoding: the coding that was applied last comes first.
    private let stages: [Inflater]
    private let names: String
    private let limit: Int
    private var received = 0

    /// The number of bytes that each stage has decoded.
    private var counts: [Int]

    /// - Parameters:
    ///   - codings: The codings in the order in which they were applied. At least one.
    ///   - limit: The maximum size of the decoded body in bytes.
    /// - Throws: A `TransportError` if there are too many codings, or zlib cannot be used.
    init(_ codings: [ContentCoding], limit: Int) throws(TransportError) {
        names = codings.map(\.rawValue).joined(separator: ", ")
        guard codings.count <= Self.maximumCount else {
            throw TransportError(.malformedResponse, "the body has more than \(Self.maximumCount) content codings")
        }
        let library: SystemZLib
        switch SystemZLib.library {
        case .success(let loaded): library = loaded
        case .failure(let failure):
            throw TransportError(.unavailable, "cannot decode the \(names) body: \(failure.reason)")
        }
        stages = codings.reversed().map { Inflater($0, library) }
        counts = Array(repeating: 0, count: codings.count)
        self.limit = limit
    }

    mutating func append(_ chunk: [UInt8]) {
        received += chunk.count
        stages[0].append(chunk)
    }

    mutating func next() throws(TransportError) -> [UInt8]? {
        try piece(of: stages.count - 1)
    }

    /// Returns the next output of a stage, whose input is the output of the previous stage.
    ///
    /// The limit applies to each stage: one can have a large output even if the next one has none.
    private mutating func piece(of index: Int) throws(TransportError) -> [UInt8]? {
        while true {
            if let piece = try stages[index].next() {
                counts[index] += piece.count
                guard counts[index] <= limit else {
                    throw TransportError(.tooLarge, "the decompressed body exceeds \(limit) bytes")
                }
                return piece
            }
            guard index > 0, let input = try piece(of: index - 1) else { return nil }
            stages[index].append(input)
        }
    }

    mutating func last() throws(TransportError) -> [UInt8]? {
        guard stages.allSatisfy(\.isComplete) else {
            let text = "the \(names) body ends early, after \(received) compressed bytes"
            throw TransportError(.closedEarly, text)
        }
        return nil
    }
}
