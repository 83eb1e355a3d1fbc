/// Stand-ins for the modules of packages that the code on the pages imports, by their names.
///
/// They contain the declarations that the code uses, with the parameters and defaults of swift-log 1, swift-metrics 2, and
/// swift-distributed-tracing 1, without an implementation.
let pageModules: KeyValuePairs = [
    "Logging": """
    public struct Logger: Sendable {
        public enum Level: Sendable { case trace, debug, info, notice, warning, error, critical }
        public struct Message: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
            public init(stringLiteral value: String) {}
        }
        public enum MetadataValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
            case string(String)
            case dictionary([String: MetadataValue])
            case array([MetadataValue])
            public init(stringLiteral value: String) { self = .string(value) }
        }
        public typealias Metadata = [String: MetadataValue]
        public func log(
            level: Level, _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil,
            source: @autoclosure () -> String? = nil, file: String = #fileID, function: String = #function,
            line: UInt = #line
        ) {}
    }
    """,
    "Metrics": """
    public final class Counter: Sendable {
        public init(label: String, dimensions: [(String, String)] = []) {}
        public func increment<Value: BinaryInteger>(by amount: Value) {}
        public func increment() {}
    }
    public final class Timer: Sendable {
        public init(label: String, dimensions: [(String, String)] = []) {}
        public func record(duration: Duration) {}
    }
    """,
    "Tracing": """
    public struct ServiceContext: Sendable {
        public static var topLevel: ServiceContext { ServiceContext() }
        public static var current: ServiceContext? { nil }
    }
    public protocol TracerInstant: Comparable, Hashable, Sendable {
        var nanosecondsSinceEpoch: UInt64 { get }
    }
    public struct DefaultTracerClock: Sendable {
        public struct Timestamp: TracerInstant {
            public let nanosecondsSinceEpoch: UInt64
            public static func < (left: Self, right: Self) -> Bool { false }
        }
        public static var now: Timestamp { Timestamp(nanosecondsSinceEpoch: 0) }
    }
    public enum SpanKind: Sendable { case server, client, producer, consumer, `internal` }
    public enum SpanAttribute: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
        case string(String)
        public init(stringLiteral value: String) { self = .string(value) }
    }
    public struct SpanAttributes: Sendable {
        public subscript(_ name: String) -> SpanAttribute? {
            get { nil }
            set {}
        }
    }
    public protocol Span: Sendable {
        var attributes: SpanAttributes { get nonmutating set }
        func recordError<Instant: TracerInstant>(
            _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant)
        func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant)
    }
    extension Span {
        public func recordError(_ error: any Error) {}
        public func end() {}
    }
    struct NoSpan: Span {
        var attributes: SpanAttributes {
            get { SpanAttributes() }
            nonmutating set {}
        }
        func recordError<Instant: TracerInstant>(
            _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
        ) {}
        func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {}
    }
    public func startSpan<Instant: TracerInstant>(
        _ operationName: String, at instant: @autoclosure () -> Instant,
        context: @autoclosure () -> ServiceContext = .current ?? .topLevel, ofKind kind: SpanKind = .internal,
        function: String = #function, file fileID: String = #fileID, line: UInt = #line
    ) -> any Span { NoSpan() }
    public func startSpan(
        _ operationName: String, context: @autoclosure () -> ServiceContext = .current ?? .topLevel,
        ofKind kind: SpanKind = .internal, function: String = #function, file fileID: String = #fileID,
        line: UInt = #line
    ) -> any Span { NoSpan() }
    public func startSpan(
        _ operationName: String, context: @autoclosure () -> ServiceContext = .current ?? .topLevel,
        ofKind kind: SpanKind = .internal,
        at instant: @autoclosure () -> some TracerInstant = DefaultTracerClock.now, function: String = #function,
        file fileID: String = #fileID, line: UInt = #line
    ) -> any Span { NoSpan() }
    """,
]
