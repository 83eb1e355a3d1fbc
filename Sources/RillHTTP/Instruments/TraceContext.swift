public import RillHTTPTypes

/// The identity of a span in a distributed trace, as sent in the header fields `traceparent` and `tracestate`.
///
///     let parent = TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
///     client.send(Tags()).context(\.traceContext, parent)
///
/// Implements Trace Context Level 2.
///
/// - SeeAlso: <https://www.w3.org/TR/trace-context-2/>, read 2026-11-23
public struct TraceContext: Sendable, Hashable {
    private let trace: UInt128
    private let span: UInt64

    /// Whether the caller records the trace.
    public let isSampled: Bool

    /// Whether the last 7 bytes of the trace ID are random.
    public let isRandom: Bool

    /// The value of the `tracestate` field, or `nil` if there is none.
    ///
    /// At most 512 characters. A longer value loses its entries of more than 128 characters, and then its last
    /// entries.
    public let tracestate: String?
}

extension TraceContext {
    /// Starts a trace with random IDs.
    ///
    /// - Parameter isSampled: Whether the caller records the trace. Defaults to `false`.
    public init(isSampled: Bool = false) {
        self.init(
            trace: .random(in: 1...UInt128.max), span: .random(in: 1...UInt64.max), isSampled: isSampled,
            isRandom: true, tracestate: nil)
    }

    /// Parses the values of the header fields.
    ///
    /// Accepts future versions of `traceparent` that begin with the same fields. An invalid `tracestate` is ignored.
    ///
    /// - Parameters:
    ///   - traceparent: The value of `traceparent`.
    ///   - tracestate: The values of `tracestate`, in order. Defaults to none.
    /// - Returns: `nil` if `traceparent` is invalid.
    public init?(traceparent: String, tracestate: [String] = []) {
        let members = traceparent.trimmed.utf8
            .split(separator: UInt8(ascii: "-"), maxSplits: 4, omittingEmptySubsequences: false)
        guard members.count >= 4,
            let version: UInt8 = Hex.value(members[0]), version != 0xFF, version > 0 || members.count == 4,
            let trace: UInt128 = Hex.value(members[1]), trace != 0,
            let span: UInt64 = Hex.value(members[2]), span != 0,
            let flags: UInt8 = Hex.value(members[3])
        else { return nil }
        self.init(
            trace: trace, span: span, isSampled: flags & 1 != 0, isRandom: flags & 2 != 0,
            tracestate: TraceState.parse(tracestate))
    }

    /// Parses the header fields of a request, or returns `nil` if `traceparent` is missing, repeated, or invalid.
    ///
    /// - Parameter fields: The header fields.
    public init?(_ fields: HTTPFields) {
        let values = fields[values: .traceparent]
        guard values.count == 1, let value = values.first else { return nil }
        self.init(traceparent: value, tracestate: fields[values: .tracestate])
    }

    /// Returns a span of the same trace with a new ID.
    public func makeChild() -> TraceContext {
        TraceContext(
            trace: trace, span: .random(in: 1...UInt64.max), isSampled: isSampled, isRandom: isRandom,
            tracestate: tracestate)
    }

    /// The trace ID, with 32 hexadecimal digits.
    public var traceID: String { Hex.text(trace) }

    /// The span ID, with 16 hexadecimal digits.
    public var spanID: String { Hex.text(span) }

    /// The value of the `traceparent` field, in version 00.
    public var traceparent: String {
        let flags: UInt8 = (isSampled ? 1 : 0) | (isRandom ? 2 : 0)
        return "00-\(traceID)-\(spanID)-\(Hex.text(flags))"
    }
}

extension TraceContext: CustomStringConvertible {
    /// The value of the `traceparent` field.
    public var description: String { traceparent }
}

/// Functions for lowercase hexadecimal numbers with all digits of their type.
private enum Hex {
    static func value<Value: FixedWidthInteger>(_ digits: Substring.UTF8View) -> Value? {
        guard digits.count == Value.bitWidth / 4, digits.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
            return nil
        }
        return Value(Substring(digits), radix: 16)
    }

    static func text(_ value: some FixedWidthInteger) -> String { "\(value, digits: value.bitWidth / 4, radix: 16)" }
}

/// The list of a `tracestate` field.
private enum TraceState {
    /// The maximum number of characters.
    private static let limit = 512

    /// Combines, validates, and shortens the values of a field.
    ///
    /// Returns `nil` if they are empty or invalid.
    static func parse(_ values: [String]) -> String? {
        var keys: Set<String> = []
        var entries: [String] = []
        for part in values.joined(separator: ",").utf8.split(separator: UInt8(ascii: ",")) {
            let entry = Substring(part).trimmed.utf8
            if entry.isEmpty { continue }
            guard let end = entry.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let value = entry[end...].dropFirst()
            guard isKey(entry[..<end]), isValue(value) else { return nil }
            // The first of several entries with the same key is the most recent one.
            guard keys.insert(String(Substring(entry[..<end]))).inserted else { continue }
            guard entries.count < 32 else { return nil }
            entries.append(String(Substring(entry)))
        }
        if length(entries) > limit { entries.removeAll { $0.utf8.count > 128 } }
        while length(entries) > limit { entries.removeLast() }
        return entries.isEmpty ? nil : entries.joined(separator: ",")
    }

    private static func length(_ entries: [String]) -> Int {
        entries.reduce(-1) { $0 + $1.utf8.count + 1 }
    }

    private static func isKey(_ key: Substring.UTF8View) -> Bool {
        func isAlphanumeric(_ byte: UInt8) -> Bool {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        }
        return 1...256 ~= key.count && key.first.map(isAlphanumeric) == true
            && key.allSatisfy { isAlphanumeric($0) || "_-*/@".utf8.contains($0) }
    }

    private static func isValue(_ value: Substring.UTF8View) -> Bool {
        1...256 ~= value.count && value.allSatisfy { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "=") }
    }
}

extension StreamContext {
    /// The span that `TraceContextMiddleware` continues, or `nil` if there is none.
    ///
    /// A server sets it to the trace context of the request that it handles.
    public var traceContext: TraceContext? {
        get { self[TraceContextKey.self] }
        set { self[TraceContextKey.self] = newValue }
    }
}

private enum TraceContextKey: StreamContextKey {
    static let defaultValue: TraceContext? = nil
    static func debugText(for value: TraceContext?) -> String? { value.map { "trace \($0.traceID)" } }
}

extension HTTPField.Name {
    fileprivate static let traceparent = HTTPField.Name(literal: "traceparent")
    fileprivate static let tracestate = HTTPField.Name(literal: "tracestate")
}
