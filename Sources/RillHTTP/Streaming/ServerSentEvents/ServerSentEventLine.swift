/// A line of a Server-Sent Events stream.
enum ServerSentEventLine {
    /// An empty line, which dispatches the event.
    case empty

    /// A comment or an unknown field.
    case ignored

    case type(String)
    case data([UInt8])
    case id(String)

    /// The reconnection delay in milliseconds.
    case retry(Int)

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// One day.
    ///
    /// Longer delays are reduced to one day, so that sums of durations do not overflow.
    private static let maximumRetry = 86_400_000

    /// Parses a line without its terminator.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !bytes.isEmpty else {
            self = .empty
            return
        }
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        var value = bytes[min(colon + 1, bytes.endIndex)...]
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        self.init(name: String(decoding: bytes[..<min(colon, 8)], as: UTF8.self), value)
    }

    private init(name: String, _ value: Bytes) {
        switch name {
        case "event": self = .type(String(decoding: value, as: UTF8.self))
        case "data": self = .data(Array(value))
        case "id" where !value.contains(0): self = .id(String(decoding: value, as: UTF8.self))
        case "retry": self = Self.milliseconds(value).map { .retry($0) } ?? .ignored
        default: self = .ignored
        }
    }

    /// Parses a number that consists only of ASCII digits.
    private static func milliseconds(_ digits: Bytes) -> Int? {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for digit in digits {
            guard 0x30...0x39 ~= digit else { return nil }
            number = min(number * 10 + Int(digit - 0x30), maximumRetry)
        }
        return number
    }
}
