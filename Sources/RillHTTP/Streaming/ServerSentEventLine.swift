/// What stands in one line of a stream of events.
enum ServerSentEventLine {
    /// Nothing: the event that has been put together is complete.
    case empty

    /// A comment, or a field that nobody knows.
    case ignored

    case type(String)
    case data([UInt8])
    case id(String)

    /// In milliseconds.
    case retry(Int)

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// More than a day is a day, so that no sum of times overflows.
    private static let longestRetry = 86_400_000

    /// Reads a line, without what ends it.
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

    /// Reads a number that consists of ASCII digits alone.
    private static func milliseconds(_ digits: Bytes) -> Int? {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for digit in digits {
            guard 0x30...0x39 ~= digit else { return nil }
            number = min(number * 10 + Int(digit - 0x30), longestRetry)
        }
        return number
    }
}
