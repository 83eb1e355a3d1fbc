/// Functions for media types in the format of `Content-Type`, for example `text/html; charset=utf-8`.
enum MediaType {
    /// Returns the type in lowercase without its parameters.
    static func name(of type: String) -> String {
        type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    }

    /// Returns whether a type denotes a stream that can be endless: Server-Sent Events, NDJSON, or JSON text sequences.
    static func isStream(_ type: String) -> Bool { streams.contains(name(of: type)) }

    /// The type of JSON text sequences.
    static let textSequence = "application/json-seq"

    /// The type of Server-Sent Events.
    static let eventStream = "text/event-stream"

    private static let streams: Set<String> = [
        eventStream, "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
        textSequence,
    ]

    /// Returns the unquoted value of a parameter, or `nil` if it does not exist.
    static func parameter(_ name: String, of type: String) -> String? {
        type.split(separator: ";").dropFirst().first { isParameter($0, name) }
            .map { part in String(part.drop { $0 != "=" }.dropFirst().filter { $0 != "\"" }.trimmed) }
    }

    /// Returns a media type with the value of an existing parameter replaced.
    static func setting(_ name: String, to value: String, in type: String) -> String {
        type.split(separator: ";", omittingEmptySubsequences: false)
            .map { isParameter($0, name) ? " \(name)=\(value)" : String($0) }
            .joined(separator: ";")
    }

    private static func isParameter(_ part: Substring, _ name: String) -> Bool {
        part.prefix { $0 != "=" }.lowercased().filter { !$0.isWhitespace } == name && part.contains("=")
    }
}
