internal import RillHTTP

/// Secrets that have been seen, and how to find them wherever they are repeated.
struct KnownSecrets: Sendable {
    private var secrets: Set<String> = []

    /// How the secrets may be spelt, longest first, as one may hold another.
    private var spellings: [Spelling] = []

    private struct Spelling: Sendable {
        let bytes: [UInt8]
        /// Whether it is so short that it may be a part of other words.
        let isWord: Bool
    }

    /// Takes note of a secret, unless it is so short that it would hit words that are no secrets.
    mutating func insert(_ secret: some StringProtocol, minimumLength: Int = 4) {
        guard secret.utf8.count >= minimumLength, secret != Redactor.mark else { return }
        guard secrets.insert(String(secret)).inserted else { return }
        for spelling in Self.spellings(of: String(secret)) {
            let place = spellings.firstIndex { $0.bytes.count < spelling.count } ?? spellings.endIndex
            spellings.insert(Spelling(bytes: spelling, isWord: spelling.count < 8), at: place)
        }
    }

    /// A text with a mark in the place of each secret.
    func removed(from text: String) -> String {
        guard !spellings.isEmpty else { return text }
        var data = [UInt8](text.utf8)
        for spelling in spellings { data = Self.replace(spelling, in: data) { _ in Self.mark } }
        if text.utf8.contains(UInt8(ascii: "%")) { data = removedFromEscapes(data) }
        return String(decoding: data, as: UTF8.self)
    }

    /// Bytes that are not text with asterisks in the place of each secret, so that lengths stay right.
    func overwritten(in bytes: [UInt8]) -> [UInt8] {
        spellings.reduce(bytes) { bytes, spelling in
            Self.replace(spelling, in: bytes) { [UInt8](repeating: UInt8(ascii: "*"), count: $0) }
        }
    }

    private static let mark = Array(Redactor.mark.utf8)

    // MARK: Spellings

    private static func spellings(of secret: String) -> [[UInt8]] {
        var texts: Set<String> = [
            secret, secret.replacing(" ", with: "+"), secret.replacing("/", with: "\\/"),
            secret.replacing("&", with: "&amp;"),
        ]
        if secret.utf8.count >= 8 {
            for offset in 0...2 {
                let text = base64(of: secret, at: offset)
                texts.formUnion([text, text.replacing("+", with: "-").replacing("/", with: "_")])
            }
        }
        return texts.sorted().map { [UInt8]($0.utf8) }
    }

    /// What Base64 makes of a secret that lies in it at an offset, without the signs that its neighbours share.
    private static func base64(of secret: String, at offset: Int) -> String {
        let text = Base64.encode([UInt8](repeating: 0, count: offset) + secret.utf8)
        let rest = (offset + secret.utf8.count) % 3
        return String(text.dropFirst([0, 2, 3][offset]).dropLast([0, 3, 2][rest]))
    }

    // MARK: Searching

    private static func replace(
        _ spelling: Spelling, in data: [UInt8], with make: (Int) -> [UInt8]
    ) -> [UInt8] {
        var result: [UInt8] = []
        var position = data.startIndex
        for found in ranges(of: spelling, in: data) {
            result += data[position..<found.lowerBound] + make(found.count)
            position = found.upperBound
        }
        return position == data.startIndex ? data : result + data[position...]
    }

    private static func ranges(of spelling: Spelling, in data: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var position = data.startIndex
        while let found = data[position...].range(of: spelling.bytes) {
            position = found.upperBound
            let isPart =
                found.lowerBound > data.startIndex && isWordByte(data[found.lowerBound - 1])
                || found.upperBound < data.endIndex && isWordByte(data[found.upperBound])
            if !spelling.isWord || !isPart { ranges.append(found) }
        }
        return ranges
    }

    /// Finds secrets of which some bytes are percent-encoded, and others may not be.
    private func removedFromEscapes(_ data: [UInt8]) -> [UInt8] {
        var data = data
        var view = PercentView(data)
        for spelling in spellings {
            let found = Self.ranges(of: spelling, in: view.decoded)
            guard !found.isEmpty else { continue }
            for range in found.reversed() {
                let original = view.offsets[range.lowerBound]..<view.offsets[range.upperBound]
                data.replaceSubrange(original, with: Self.mark)
            }
            view = PercentView(data)
        }
        return data
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return (0x61...0x7A).contains(letter) || (0x30...0x39).contains(byte) || byte >= 0x80
    }
}

/// A text without its percent-encoding, and where each byte of it comes from.
private struct PercentView {
    private(set) var decoded: [UInt8] = []
    private(set) var offsets: [Int] = []

    init(_ bytes: [UInt8]) {
        var position = 0
        while position < bytes.count {
            offsets.append(position)
            if bytes[position] == UInt8(ascii: "%"), position + 2 < bytes.count,
                let value = UInt8(String(decoding: bytes[position + 1...position + 2], as: UTF8.self), radix: 16)
            {
                decoded.append(value)
                position += 3
            } else {
                decoded.append(bytes[position])
                position += 1
            }
        }
        offsets.append(bytes.count)
    }
}
