/// The text of trace events that have not been written to the file.
///
/// Each event begins with a comma, so that the text always ends with a complete event. Events for which there is no
/// room are only counted.
struct TraceText {
    /// The kind of an event, with its letter in the trace event format.
    enum Kind: String {
        case slice = "X"
        case instant = "i"
        case arrowStart = "s"
        case arrowEnd = "f"
        case counter = "C"
        case trackName = "M"

        /// The members that all events of this kind have.
        ///
        /// They scope an instant to its track and bind the end of an arrow to the slice that encloses it.
        fileprivate var members: StaticString {
            switch self {
            case .instant: ",\"s\":\"t\""
            case .arrowEnd: ",\"bp\":\"e\""
            default: ""
            }
        }
    }

    /// The value of an event argument.
    enum Value {
        case text(String)
        case number(Int)
        case flag(Bool)
    }

    typealias Arguments = [(name: StaticString, value: Value)]

    /// The maximum length of a name or another text in bytes.
    static let textLimit = 1_000

    private(set) var bytes: [UInt8] = []

    /// Whether an event did not fit in the buffer, so that no more events are added until ``take()`` makes room.
    private var isBufferFull = false

    /// Whether an event did not fit in the file, so that no more events are added.
    private var isFileFull = false

    /// The number of events for which there was no room.
    private(set) var omittedCount = 0

    /// The maximum number of bytes that are buffered.
    var bufferLimit: Int

    /// The number of bytes that the file has room for.
    private var fileRoom: Int

    init(bufferLimit: Int, fileRoom: Int) {
        self.bufferLimit = bufferLimit
        self.fileRoom = fileRoom
    }

    /// Whether no more events are added.
    var isFull: Bool { isBufferFull || isFileFull }

    /// Returns and removes all events.
    mutating func take() -> [UInt8] {
        let taken = bytes
        bytes = []
        fileRoom -= taken.count
        isBufferFull = false
        return taken
    }

    /// Adds several events, or none of them if there is no room for all.
    mutating func addTogether(_ add: (inout TraceText) -> Void) {
        let (size, count) = (bytes.count, omittedCount)
        add(&self)
        guard omittedCount > count else { return }
        bytes.removeSubrange(size...)
        omittedCount = count + 1
    }

    /// Adds the last events of the file, for which there is always room.
    ///
    /// - Parameter room: The maximum number of bytes that the events need.
    mutating func addLast(room: Int, _ add: (inout TraceText) -> Void) {
        var last = TraceText(bufferLimit: room, fileRoom: room)
        add(&last)
        bytes += last.bytes
    }

    /// Adds an event, or counts it if there is no room.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - name: The name.
    ///   - category: The category.
    ///   - track: The number of the track.
    ///   - time: The time since the start of the recording.
    ///   - duration: The duration of a slice. Defaults to `nil`, which omits it.
    ///   - id: The number of an arrow or a counter. Defaults to `nil`, which omits it.
    ///   - arguments: The arguments. Defaults to none.
    mutating func add(
        _ kind: Kind, _ name: String, _ category: StaticString, track: Int, at time: Duration,
        duration: Duration? = nil, id: Int? = nil, _ arguments: Arguments = []
    ) {
        let size = bytes.count
        defer {
            if isFull {
                bytes.removeSubrange(size...)
                omittedCount += 1
            }
        }
        guard !isFull else { return }
        literal(",\n{\"ph\":\"")
        bytes.append(contentsOf: kind.rawValue.utf8)
        literal("\",\"name\":")
        append(text: name)
        literal(",\"cat\":\"")
        literal(category)
        literal("\",\"pid\":1,\"tid\":")
        append(number: track)
        literal(",\"ts\":")
        append(microseconds: time)
        if let duration {
            literal(",\"dur\":")
            append(microseconds: duration)
        }
        if let id {
            literal(",\"id\":")
            append(number: id)
        }
        literal(kind.members)
        if !arguments.isEmpty { append(arguments) }
        literal("}")
        isFileFull = bytes.count > fileRoom
        isBufferFull = bytes.count > bufferLimit
    }

    private mutating func append(_ arguments: Arguments) {
        literal(",\"args\":{")
        for (index, argument) in arguments.enumerated() {
            literal(index == 0 ? "\"" : ",\"")
            literal(argument.name)
            literal("\":")
            switch argument.value {
            case .text(let text): append(text: text)
            case .number(let number): append(number: number)
            case .flag(let flag): literal(flag ? "true" : "false")
            }
        }
        literal("}")
    }

    private mutating func literal(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func append(number: Int) {
        bytes.append(contentsOf: "\(number)".utf8)
    }

    /// Appends a time in microseconds with a precision of one nanosecond.
    private mutating func append(microseconds time: Duration) {
        let nanoseconds = time.nanoseconds
        append(number: nanoseconds / 1_000)
        let rest = nanoseconds % 1_000
        guard rest > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        for divisor in [100, 10, 1] { bytes.append(UInt8(ascii: "0") + UInt8(rest / divisor % 10)) }
    }

    /// Appends a JSON string, up to the maximum length.
    ///
    /// `<` is escaped, so that the text can be part of a script element.
    private mutating func append(text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.limited.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20, 0x7F, UInt8(ascii: "<"):
                literal("\\u00")
                bytes += String(0x100 + Int(byte), radix: 16).utf8.dropFirst()  // two digits
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension String {
    /// The text, truncated so that memory use and the size of the file are bounded.
    var limited: String {
        guard utf8.count > TraceText.textLimit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: TraceText.textLimit)
        // Do not split a scalar.
        while UTF8.isContinuation(utf8[end]) { utf8.formIndex(before: &end) }
        return String(self[..<end]) + "\u{2026}"
    }
}

extension Duration {
    /// The whole nanoseconds of a time, from zero up to 146 years, so that two of them can be added.
    var nanoseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < Int64(Int.max / 2_000_000_000) else { return Int.max / 2 }
        return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }

    /// The time in whole nanoseconds, so that sums of recorded times are exact.
    var rounded: Duration { .nanoseconds(nanoseconds) }
}
