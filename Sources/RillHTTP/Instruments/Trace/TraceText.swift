/// The text of trace events that have not been written to the file.
///
/// Each event begins with a comma, so that the text ends with a complete event at all times.
struct TraceText {
    /// The kind of an event, with its letter in the trace event format.
    enum Kind: String {
        case slice = "X"
        case instant = "i"
        case arrowStart = "s"
        case arrowEnd = "f"
        case counter = "C"
        case trackName = "M"

        /// The members that all events of the kind have.
        ///
        /// An instant belongs to its track. An arrow ends at the slice that contains its end.
        fileprivate var members: StaticString {
            switch self {
            case .instant: ",\"s\":\"t\""
            case .arrowEnd: ",\"bp\":\"e\""
            default: ""
            }
        }
    }

    /// A value of an event.
    enum Value {
        case text(String)
        case number(Int)
        case flag(Bool)
    }

    typealias Arguments = [(name: StaticString, value: Value)]

    private(set) var bytes: [UInt8] = []

    /// Removes all events.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Adds an event.
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

    /// Appends a JSON string.
    ///
    /// `<` is escaped, so that the text can be part of a script element.
    private mutating func append(text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20, 0x7F, UInt8(ascii: "<"):
                literal("\\u00")
                let digits = Array("0123456789abcdef".utf8)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension Duration {
    /// The whole nanoseconds of a time that is not negative.
    fileprivate var nanoseconds: Int {
        Int(max(components.seconds, 0)) * 1_000_000_000 + Int(max(components.attoseconds, 0) / 1_000_000_000)
    }
}
