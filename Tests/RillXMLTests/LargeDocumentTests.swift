import Foundation
import Testing

@testable import RillXML

/// Documents, elements and texts beyond the limits of the underlying parser.
@Suite struct LargeDocumentTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ xml: String) throws -> Value {
        try XMLDecoder().decode(type, from: Data(xml.utf8))
    }

    private struct List: Decodable {
        let item: [String]
    }

    // MARK: Length

    @Test func decodesDocumentsOfMoreThanTenMillionBytes() throws {
        let text = String(repeating: "x", count: 100)
        let xml = "<list>" + String(repeating: "<item>\(text)é</item>", count: 110_000) + "</list>"
        try #require(xml.utf8.count > 12_000_000)
        let items = try decode(List.self, xml).item
        #expect(items.count == 110_000 && items.allSatisfy { $0 == text + "é" })
    }

    @Test func decodesATextOfMoreThanTenMillionBytes() throws {
        let text = String(repeating: "0123456789abcde é", count: 700_000)
        #expect(try decode(List.self, "<list><item>\(text)</item></list>").item == [text])
    }

    @Test(arguments: [200_000, 5_000_000])
    func decodesLongCDATASections(count: Int) throws {
        let text = String(repeating: "1é<&", count: count / 5)
        #expect(try decode(List.self, "<list><item><![CDATA[\(text)]]></item></list>").item == [text])
    }

    @Test(arguments: [("<item a='", "'/>"), ("<!--", "-->"), ("<item><![CDATA[", "]]></item>")])
    func reportsTheLimitOfTheParser(start: String, end: String) {
        let xml = "<list>\(start)\(String(repeating: "x", count: 12_000_000))\(end)</list>"
        let error = #expect(throws: XMLDecodingError.self) { try decode(List.self, xml) }
        #expect(
            error?.reason == """
                it is not well-formed XML, or an attribute, a comment or a CDATA section exceeds 10000000 bytes
                """)
    }

    // MARK: Attributes

    private func attributes(_ numbers: Range<Int>) -> String {
        numbers.map { " a\($0)=\"\($0) > é &lt;\"" }.joined()
    }

    @Test func decodesManyAttributesInLinearTime() throws {
        let xml = "<list\(attributes(0..<160_000))><a>text</a></list>"
        var values: [String: String] = [:]
        let time = try ContinuousClock().measure { values = try decode([String: String].self, xml) }
        #expect(values.count == 160_001 && values["a"] == "text" && values["@a159999"] == "159999 > é <")
        // Quadratic time is above 15 s.
        #expect(time < .seconds(10), "\(time)")
    }

    @Test(
        arguments: [0, 1, 63, 64, 65, 128, 129, 1_000],
        [("><b>2</b></r>", true), ("/>", false), ("\n></r>", false)])
    func decodesAnyNumberOfAttributes(count: Int, end: (text: String, hasChild: Bool)) throws {
        let names = (0..<count).map { "a\($0)" }
        let start = "<r" + names.map { "\n\($0) = '>/\"\($0)'" }.joined()
        var expected = Dictionary(uniqueKeysWithValues: names.map { ("@\($0)", ">/\"\($0)") })
        if end.hasChild { expected["b"] = "2" }
        #expect(try decode([String: String].self, start + end.text) == expected)
    }

    @Test func keepsTextsThatLookLikeManyAttributes() throws {
        let text = "<x" + attributes(0..<200) + ">"
        let xml = "<!-- \(text) --><list><?x \(text) ?><item><![CDATA[\(text)]]></item><!-- \(text) --></list>"
        #expect(try decode(List.self, xml).item == [text])
    }

    @Test func decodesManyAttributesOfElementsAtTheMaximumDepth() throws {
        struct Root: Decodable {
            struct Item: Decodable {
                let last: Int

                enum CodingKeys: String, CodingKey { case last = "@last" }
            }
            let item: [Item]
        }
        var decoder = XMLDecoder()
        decoder.maximumDepth = 2
        let item = "<item\(attributes(0..<300)) last='7'/>"
        let root = try decoder.decode(Root.self, from: Data("<root>\(item)\(item)</root>".utf8))
        #expect(root.item.map(\.last) == [7, 7])
    }

    @Test(arguments: [
        "<r\u{20}A\u{20}a0='x'/>", "<r A a199='x'/>", "<r A a/>", "<r A a=x/>", "<r A a='<'/>", "<r A b='1'c='2' D/>",
        "<r A", "<r A a='", "<r A></s>", "<r A /", "<r A / >", "<r A <b/></r>",
    ])
    func refusesMalformedElementsWithManyAttributes(pattern: String) {
        let xml = pattern.replacing("A", with: attributes(0..<200)).replacing("D", with: attributes(200..<300))
        #expect(throws: XMLDecodingError.self) { try decode([String: String].self, xml) }
    }
}
