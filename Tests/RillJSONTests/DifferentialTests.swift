import Foundation
import RillJSON
import Testing

/// Compares the decoder with Foundation's on generated documents.
@Suite struct DifferentialTests {
    private enum Value: Decodable, Equatable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([Value])
        case object([String: Value])

        init(from decoder: any Decoder) throws {
            let single = try decoder.singleValueContainer()
            if single.decodeNil() {
                self = .null
            } else if let value = try? single.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? single.decode(Double.self) {
                self = .number(value)
            } else if let value = try? single.decode(String.self) {
                self = .string(value)
            } else if var list = try? decoder.unkeyedContainer() {
                var values: [Value] = []
                while !list.isAtEnd { values.append(try list.decode(Value.self)) }
                self = .array(values)
            } else {
                self = .object(try single.decode([String: Value].self))
            }
        }
    }

    private func outcome(_ body: () throws -> Value) -> Value? { try? body() }

    private func document(_ depth: Int, _ random: inout some RandomNumberGenerator) -> String {
        let space = ["", "", " ", "\n", "\t\r\n"].randomElement(using: &random) ?? ""
        let count = Int.random(in: 0...5, using: &random)
        switch Int.random(in: 0..<(depth > 4 ? 4 : 7), using: &random) {
        case 0: return ["null", "true", "false"].randomElement(using: &random) ?? ""
        case 1: return "\(Double(bitPattern: random.next() & 0x7FEF_FFFF_FFFF_FFFF))"
        case 2: return "\(Int.random(in: -1_000...1_000, using: &random))\(space)"
        case 3: return "\"" + (0..<count).map { _ in Self.parts.randomElement(using: &random) ?? "" }.joined() + "\""
        case 4, 5:
            return "[" + (0..<count).map { _ in space + document(depth + 1, &random) }.joined(separator: ",") + "]"
        default:
            let pairs = (0..<count).map { "\"\(Self.parts.randomElement(using: &random) ?? "")\($0)\"\(space):" }
            return "{" + pairs.map { $0 + document(depth + 1, &random) }.joined(separator: ",") + "}"
        }
    }

    private static let parts = ["a", "é", "日", "😀", #"\n"#, #"\u00e9"#, #"\ud83d\ude00"#, #"\""#, #"\\"#, "12345678"]

    @Test func decodesTheSameValues() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let json = document(0, &random)
            let data = Data(json.utf8)
            let expected = outcome { try JSONDecoder().decode(Value.self, from: data) }
            #expect(
                expected != nil && outcome { try FastJSONDecoder().decode(Value.self, from: data) } == expected,
                "\(json)")
        }
    }

    @Test func acceptsNoDamagedDocumentThatFoundationRefuses() {
        var random = SystemRandomNumberGenerator()
        let bytes = Array("{}[],:\"\\e+-.012tfnu \n".utf8) + [0x00, 0x80, 0xE3, 0xFF]
        for _ in 0..<4_000 {
            var json = Array(document(0, &random).utf8)
            let index = Int.random(in: 0..<json.count, using: &random)
            json[index] = bytes.randomElement(using: &random) ?? 0
            guard let value = outcome({ try FastJSONDecoder().decode(Value.self, from: Data(json)) }) else { continue }
            let text = String(decoding: json, as: UTF8.self)
            // Foundation refuses zeros with an exponent.
            guard text.range(of: "0e", options: .caseInsensitive) == nil else { continue }
            #expect(outcome { try JSONDecoder().decode(Value.self, from: Data(json)) } == value, "\(text)")
        }
    }
}
