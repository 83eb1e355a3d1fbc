import Foundation
import RillTestSupport
import RillXML
import Testing

/// Tests of encoding XML documents.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct XMLEncoderTests {
    private func xml(_ value: some Encodable, root: String = "r") throws -> String {
        let text = String(decoding: try XMLEncoder().encode(value, root: root), as: UTF8.self)
        let declaration = "<?xml version=\"1.0\" encoding=\"utf-8\"?>"
        #expect(text.hasPrefix(declaration))
        return String(text.dropFirst(declaration.count))
    }

    private struct Rule: Codable, Equatable {
        var origins: [String] = []
        var age: Int?
        var isOn = true
        var kind: String?
        var text: String?

        enum CodingKeys: String, CodingKey {
            case origins = "Origin"
            case age = "Age"
            case isOn = "On"
            case kind = "@kind"
            case text = "Text"
        }
    }

    @Test func encodesElementsAttributesAndArrays() throws {
        let rule = Rule(origins: ["a", "b"], age: 5, isOn: false, kind: "x\"<\n", text: " a < b & c > d \r\n")
        #expect(
            try xml(rule)
                == "<r kind=\"x&quot;&lt;&#10;\"><Origin>a</Origin><Origin>b</Origin><Age>5</Age><On>false</On>"
                + "<Text> a &lt; b &amp; c &gt; d &#13;\n</Text></r>")
        #expect(try xml(Rule()) == "<r><On>true</On></r>")
    }

    @Test(arguments: [
        "", " ", "a", " a\n", "<>&\"'", "日本語 😀", "]]>", "\r\n\t", "é\u{301}",
    ])
    func encodedTextDecodesToEqualText(text: String) throws {
        let rule = Rule(origins: [text, "x"], age: -1, kind: text, text: text)
        let data = try XMLEncoder().encode(rule, root: "Rule")
        let back = try XMLDecoder().decode(Rule.self, from: data, root: "Rule")
        // An empty string may decode as nil.
        #expect(back.origins == rule.origins && back.kind == rule.kind && (back.text ?? "") == text)
    }

    @Test func preservesOrderOfElementsWithDifferentNames() throws {
        struct Blocks: Encodable {
            struct Block: Encodable {
                let kind: String
                let id: String

                struct Key: CodingKey {
                    let stringValue: String
                    var intValue: Int? { nil }
                    init(stringValue: String) { self.stringValue = stringValue }
                    init?(intValue: Int) { nil }
                }

                func encode(to encoder: any Encoder) throws {
                    var container = encoder.container(keyedBy: Key.self)
                    try container.encode(id, forKey: Key(stringValue: kind))
                }
            }
            let all: [Block]

            enum CodingKeys: String, CodingKey {
                case all = "*"
            }
        }
        let blocks = Blocks(all: [
            .init(kind: "Latest", id: "1"), .init(kind: "Committed", id: "2"), .init(kind: "Latest", id: "3"),
        ])
        #expect(
            try xml(blocks, root: "BlockList")
                == "<BlockList><Latest>1</Latest><Committed>2</Committed><Latest>3</Latest></BlockList>")
    }

    private enum Kind: String, Codable, CodingKey {
        case small, large
    }

    @Test func encodesEnumerationsAsAttributesAndElements() throws {
        struct Box: Codable, Equatable {
            var outer: Kind? = .small
            var inner = Kind.large

            enum CodingKeys: String, CodingKey {
                case outer = "@kind"
                case inner = "kind"
            }
        }
        #expect(try xml(Box()) == "<r kind=\"small\"><kind>large</kind></r>")
        let data = try XMLEncoder().encode(Box(), root: "r")
        #expect(try XMLDecoder().decode(Box.self, from: data) == Box())
        #expect(try xml(Box(outer: nil)) == "<r><kind>large</kind></r>")
        let error = #expect(throws: XMLEncodingError.self) { try xml(["@kind": Box()]) }
        #expect(error?.path == "@kind" && error?.reason == "an attribute can contain only text")
    }

    @Test func encodesNumbersDatesAndData() throws {
        struct All: Encodable {
            let d = 1.5
            let i = Int8.min
            let n = Double.infinity
            let t = Date(timeIntervalSince1970: 0)
            let x = Data([1, 2])
        }
        #expect(try xml(All()) == "<r><d>1.5</d><i>-128</i><n>INF</n><t>1970-01-01T00:00:00Z</t><x>AQI=</x></r>")
    }

    @Test func rejectsValuesThatXMLCannotRepresent() throws {
        #expect(throws: XMLEncodingError.self) { try xml(["a": "\u{0}"]) }
        #expect(throws: XMLEncodingError.self) { try xml(["1 a": "x"]) }
        #expect(throws: XMLEncodingError.self) { try xml(["a½": "x"]) }
        #expect(try xml(["e\u{301}·": "x"]) == "<r><e\u{301}·>x</e\u{301}·></r>")
        #expect(throws: XMLEncodingError.self) { try xml([1, 2]) }
        #expect(throws: XMLEncodingError.self) { try xml("x", root: "") }
        #expect(throws: XMLEncodingError.self) { try xml(["@a": ["b"]]) }
        let nested = #expect(throws: XMLEncodingError.self) { try xml(["k": [[1, 2], [3]]]) }
        #expect(nested?.description == "k: an array cannot contain arrays")
        let texts = #expect(throws: XMLEncodingError.self) { try xml(["*": ["x", "y"]]) }
        #expect(texts?.description == "*: the key * needs an array of elements, not of text or attributes")
        #expect(throws: XMLEncodingError.self) { try xml(["*": [["@id": "1"], ["@id": "2"]]]) }
    }

    @Test(arguments: [1e19, -1e12, .nan, 253_402_300_800]) func rejectsDatesOutsideOfISO8601(seconds: Double) {
        let error = #expect(throws: XMLEncodingError.self) { try xml(["d": Date(timeIntervalSince1970: seconds)]) }
        #expect(error?.description == "d: the date cannot be encoded")
    }

    /// A container for a nested array cannot throw.
    @Test func rejectsContainersForNestedArrays() {
        struct Matrix: Encodable {
            func encode(to encoder: any Encoder) throws {
                var fields = encoder.container(keyedBy: Kind.self)
                var rows = fields.nestedUnkeyedContainer(forKey: .small)
                var row = rows.nestedUnkeyedContainer()
                try row.encode(1)
            }
        }
        let error = #expect(throws: XMLEncodingError.self) { try xml(Matrix()) }
        #expect(error?.description == "small: an array cannot contain arrays")
    }

    @Test func omitsMissingAttributesAndElements() throws {
        #expect(try xml(["@a": nil as String?]) == "<r/>")
        #expect(try xml(["@a": ""]) == "<r a=\"\"/>")
        #expect(try xml(["@a": [] as [String]]) == "<r/>")
        #expect(try xml(["a": [1, nil, 2]]) == "<r><a>1</a><a>2</a></r>")
    }
}
