import Foundation
import RillFuzzEntries
import RillJSON
import RillTestSupport
import Testing

/// Compares the decoder with Foundation's decoder by decoding generated documents.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct DifferentialTests {
    private func outcome(_ body: () throws -> JSONValue) -> JSONValue? { try? body() }

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

    /// The differences that the page "RillJSON" documents.
    @Test func differsFromFoundationInDocumentedCases() throws {
        let decoder = FastJSONDecoder()
        for json in ["[1,]", "[9007199254740993.5]", "[1e-400]", "[1.5]"] {
            #expect(throws: DecodingError.self, "\(json)") { try decoder.decode([Int].self, from: Data(json.utf8)) }
        }
        for json in [#"{"a":1,}"#, #"{"a":01e}"#, #"{"a":"\x"}"#] {
            #expect(throws: DecodingError.self, "\(json)") { try decoder.decode(Empty.self, from: Data(json.utf8)) }
        }
        #expect(try decoder.decode(Double.self, from: Data("0e1".utf8)) == 0)
        let wide = try #require("[1]".data(using: .utf16LittleEndian))
        #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: wide) }
        #expect(throws: DecodingError.self) { try decoder.decode(Derived.self, from: Data("{}".utf8)) }
        #expect(try decoder.decode(Int.self, from: Data("\(Int.min).0".utf8)) == .min)
        let keys = "{\"\u{E9}\":1,\"e\u{301}\":2}"
        #expect(try decoder.decode([String: Int].self, from: Data(keys.utf8)) == ["\u{E9}": 2])
        #expect(try JSONDecoder().decode([String: Int].self, from: Data(keys.utf8)) == ["\u{E9}": 1])
    }

    private struct Empty: Decodable {}

    private struct Derived: Decodable {
        enum CodingKeys: CodingKey { case id }
        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: CodingKeys.self).superDecoder()
        }
    }

    @Test func decodesSameValuesAsFoundation() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let json = document(0, &random)
            let data = Data(json.utf8)
            let expected = outcome { try JSONDecoder().decode(JSONValue.self, from: data) }
            #expect(
                expected != nil
                    && outcome { try FastJSONDecoder().decode(JSONValue.self, from: data) }?.withoutIntegers
                        == expected?.withoutIntegers,
                "\(json)")
        }
    }

    @Test func rejectsCorruptedDocumentsThatFoundationRejects() {
        var random = SystemRandomNumberGenerator()
        let bytes = Array("{}[],:\"\\e+-.012tfnu \n".utf8) + [0x00, 0x80, 0xE3, 0xFF]
        for _ in 0..<4_000 {
            var json = Array(document(0, &random).utf8)
            let index = Int.random(in: 0..<json.count, using: &random)
            json[index] = bytes.randomElement(using: &random) ?? 0
            guard let value = outcome({ try FastJSONDecoder().decode(JSONValue.self, from: Data(json)) }) else {
                continue
            }
            let text = String(decoding: json, as: UTF8.self)
            // Foundation rejects zeros with an exponent.
            guard text.range(of: "0e", options: .caseInsensitive) == nil else { continue }
            let expected = outcome { try JSONDecoder().decode(JSONValue.self, from: Data(json)) }
            #expect(expected?.withoutIntegers == value.withoutIntegers, "\(text)")
        }
    }
}
