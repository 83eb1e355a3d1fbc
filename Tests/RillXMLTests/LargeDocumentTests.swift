import Foundation
import RillTestSupport
import Testing

@testable import RillXML

/// Tests of documents that exceed the limits of the underlying parser.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct LargeDocumentTests {
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

    @Test func decodesTextOfMoreThanTenMillionBytes() throws {
        let text = String(repeating: "0123456789abcde é", count: 700_000)
        #expect(try decode(List.self, "<list><item>\(text)</item></list>").item == [text])
    }

    @Test(arguments: [200_000, 5_000_000])
    func decodesLongCDATASections(count: Int) throws {
        let text = String(repeating: "1é<&", count: count / 5)
        #expect(try decode(List.self, "<list><item><![CDATA[\(text)]]></item></list>").item == [text])
    }

    @Test(arguments: [("<item a='", "'/>"), ("<!--", "-->"), ("<item><![CDATA[", "]]></item>")])
    func reportsParserLengthLimit(start: String, end: String) {
        let xml = "<list>\(start)\(String(repeating: "x", count: 12_000_000))\(end)</list>"
        let error = #expect(throws: XMLDecodingError.self) { try decode(List.self, xml) }
        #expect(
            error?.reason == """
                not well-formed XML, or an attribute, comment, or CDATA section exceeds 10000000 bytes
                """)
    }

    // MARK: Attributes

    private func attributes(_ numbers: Range<Int>) -> String {
        numbers.map { " a\($0)=\"\($0) > é &lt;\"" }.joined()
    }

    @Test func decodesTenThousandAttributes() throws {
        let values = try decode([String: String].self, "<list\(attributes(0..<10_000))><a>text</a></list>")
        #expect(values.count == 10_001 && values["a"] == "text" && values["@a9999"] == "9999 > é <")
    }

    @Test func decodesAttributesInLinearTime() throws {
        try expectLinearTime(size: 10_000) {
            "<list\(attributes(0..<$0))/>"
        } _: { xml in
            _ = try decode([String: String].self, xml)
        }
    }

    @Test(arguments: [
        ("<list>\n<item A/></list>", 2), ("<item A></item>", 1), ("<!-- it's \" -->\n\n<list A><item/></list>", 3),
        ("<list><![CDATA[<item A/>]]></list>", 1),
    ])
    func rejectsElementsWithTooManyAttributesBeforeParsing(pattern: String, line: Int) {
        expectLinearTime(size: 80_000) {
            pattern.replacing("A", with: attributes(0..<$0))
        } _: { xml in
            let error = #expect(throws: XMLDecodingError.self) { try decode([String: String].self, xml) }
            #expect(error?.description == "line \(line): an element has more than 10000 attributes")
        }
        let xml = pattern.replacing("A", with: attributes(0..<10_001))
        #expect(throws: XMLDecodingError.self) { try decode([String: String].self, xml) }
    }

    @Test func decodesAnyNumberOfElementsWithFewAttributes() throws {
        struct Root: Decodable {
            struct Item: Decodable, Equatable {
                let number: Int
                let text: String

                enum CodingKeys: String, CodingKey {
                    case number = "@number"
                    case text = ""
                }
            }
            let item: [Item]
        }
        let text = "it's \"x\" = '1' >"
        let items = (0..<50_000).map { "<!-- don't --><item number = '\($0)' b=\">\">\(text)</item>" }
        let root = try decode(Root.self, "<root>\(items.joined())</root>")
        #expect(root.item == (0..<50_000).map { Root.Item(number: $0, text: text) })
    }

    @Test(arguments: [0, 1, 2, 1_000], [("><b>2</b></r>", true), ("/>", false), ("\n></r>", false)])
    func decodesAttributesInAnyLayout(count: Int, end: (text: String, hasChild: Bool)) throws {
        let names = (0..<count).map { "a\($0)" }
        let start = "<r" + names.map { "\n\($0) = '>/\"\($0)'" }.joined()
        var expected = Dictionary(uniqueKeysWithValues: names.map { ("@\($0)", ">/\"\($0)") })
        if end.hasChild { expected["b"] = "2" }
        #expect(try decode([String: String].self, start + end.text) == expected)
    }

    @Test func ignoresQuotesOutsideStartTags() throws {
        let quotes = String(repeating: "a='1' ", count: 20_000)
        let xml = "<!-- \(quotes) --><list><?x \(quotes) ?><item><![CDATA[\(quotes)]]></item><!-- \(quotes) --></list>"
        #expect(try decode(List.self, xml).item == [quotes])
    }

    @Test(arguments: [
        "<r\u{20}A\u{20}a0='x'/>", "<r A a199='x'/>", "<r A a/>", "<r A a=x/>", "<r A a='<'/>", "<r A b='1'c='2' D/>",
        "<r A", "<r A a='", "<r A></s>", "<r A /", "<r A / >", "<r A <b/></r>",
    ])
    func rejectsMalformedElementsWithManyAttributes(pattern: String) {
        let xml = pattern.replacing("A", with: attributes(0..<200)).replacing("D", with: attributes(200..<300))
        #expect(throws: XMLDecodingError.self) { try decode([String: String].self, xml) }
    }
}
