/// A text with the escapes of URLs, JSON, HTML and Python decoded, together with the original position of each byte.
///
/// Secrets are searched for in decoded texts, because all spellings of the same text have the same decoded form. For
/// this purpose, `+` is always decoded as a space, as in HTML forms.
struct DecodedText {
    /// The decoded bytes.
    private(set) var bytes: [UInt8]

    /// The offset of each byte in the original, followed by the length of the original.
    ///
    /// `nil` if nothing was decoded.
    private var offsets: [Int]?

    /// The maximum number of decoding passes.
    ///
    /// JSON nested in JSON in a query needs three passes. The limit keeps the running time linear.
    private static let layers = 5

    /// Decodes a text until it contains no more escapes.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - keepsPlus: Whether `+` is kept instead of decoded as a space. Defaults to `false`.
    init(_ text: [UInt8], keepsPlus: Bool = false) {
        bytes = text
        for _ in 0..<Self.layers {
            guard bytes.contains(where: Self.beginsEscape) else { return }
            var pass = DecodingPass(bytes, keepsPlus: keepsPlus)
            guard pass.run() else { return }
            bytes = pass.result
            offsets = pass.offsets.map { [offsets] in offsets?[$0] ?? $0 }
        }
    }

    /// Whether the text differs from the original.
    var isDecoded: Bool { offsets != nil }

    /// Returns the range of the original that corresponds to a range of the decoded text.
    func original(_ range: Range<Int>) -> Range<Int> {
        guard let offsets else { return range }
        return offsets[range.lowerBound]..<max(offsets[range.lowerBound], offsets[range.upperBound])
    }

    private static func beginsEscape(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&")
            || byte == UInt8(ascii: "+")
    }
}

/// Decodes one layer of escapes.
private struct DecodingPass {
    private let bytes: [UInt8]
    private let keepsPlus: Bool
    private var position = 0
    private var hasChanged = false
    private(set) var result: [UInt8] = []
    private(set) var offsets: [Int] = []

    init(_ bytes: [UInt8], keepsPlus: Bool) {
        self.bytes = bytes
        self.keepsPlus = keepsPlus
        result.reserveCapacity(bytes.count)
        offsets.reserveCapacity(bytes.count + 1)
    }

    /// Runs the pass and returns whether it decoded anything.
    mutating func run() -> Bool {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "%"): replace(percentEscape())
            case UInt8(ascii: "\\"): replace(backslashEscape())
            case UInt8(ascii: "&"): replace(entity())
            case UInt8(ascii: "+"): replace(keepsPlus ? nil : ([0x20], 1))
            default: copy()
            }
        }
        offsets.append(bytes.count)
        return hasChanged
    }

    private typealias Replacement = (bytes: [UInt8], length: Int)

    private mutating func copy() {
        offsets.append(position)
        result.append(bytes[position])
        position += 1
    }

    private mutating func replace(_ replacement: Replacement?) {
        guard let replacement else { return copy() }
        for byte in replacement.bytes {
            offsets.append(position)
            result.append(byte)
        }
        position += replacement.length
        hasChanged = true
    }

    // MARK: Escapes

    private func percentEscape() -> Replacement? {
        number(at: position + 1, digits: 2).map { ([UInt8($0)], 3) }
    }

    private func backslashEscape() -> Replacement? {
        guard position + 1 < bytes.count else { return nil }
        switch bytes[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return ([bytes[position + 1]], 2)
        case UInt8(ascii: "n"): return ([0x0A], 2)
        case UInt8(ascii: "r"): return ([0x0D], 2)
        case UInt8(ascii: "t"): return ([0x09], 2)
        case UInt8(ascii: "b"): return ([0x08], 2)
        case UInt8(ascii: "f"): return ([0x0C], 2)
        case UInt8(ascii: "x"): return number(at: position + 2, digits: 2).flatMap(Self.encode).map { ($0, 4) }
        case UInt8(ascii: "u"): return unicodeEscape()
        default: return nil
        }
    }

    /// Decodes `\u00e9`, or a surrogate pair of two such escapes.
    private func unicodeEscape() -> Replacement? {
        guard let unit = number(at: position + 2, digits: 4) else { return nil }
        if let bytes = Self.encode(unit) { return (bytes, 6) }
        guard position + 7 < bytes.count, bytes[position + 6] == UInt8(ascii: "\\"),
            bytes[position + 7] == UInt8(ascii: "u"),
            let low = number(at: position + 8, digits: 4), 0xD800..<0xDC00 ~= unit, 0xDC00..<0xE000 ~= low
        else { return nil }
        return Self.encode(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)).map { ($0, 12) }
    }

    /// Decodes `&amp;`, `&#38;` or `&#x26;`.
    private func entity() -> Replacement? {
        let name = bytes[(position + 1)...].prefix(10).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";"), let first = name.first else {
            return nil
        }
        let length = name.count + 2
        guard first == UInt8(ascii: "#") else {
            return Self.entities[String(decoding: name, as: UTF8.self)].flatMap(Self.encode).map { ($0, length) }
        }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
        return UInt32(text, radix: isHexadecimal ? 16 : 10).flatMap(Self.encode).map { ($0, length) }
    }

    private static let entities: [String: UInt32] = {
        // The characters of ISO 8859-1 from 160 to 255, in order.
        let latin = """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro \
            para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil \
            Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
            Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
            igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute \
            thorn yuml
            """
        var entities: [String: UInt32] = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27]
        for (offset, name) in latin.split(separator: " ").enumerated() {
            entities[String(name)] = 0xA0 + UInt32(offset)
        }
        return entities
    }()

    private static func encode(_ value: UInt32) -> [UInt8]? {
        Unicode.Scalar(value).map { Array(String($0).utf8) }
    }

    private func number(at begin: Int, digits: Int) -> UInt32? {
        guard begin + digits <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[begin..<begin + digits] {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32(byte & 0xDF - 0x37)
            default: return nil
            }
        }
        return value
    }
}
