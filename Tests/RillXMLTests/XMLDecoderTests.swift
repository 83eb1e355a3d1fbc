import Foundation
import RillSystem
import RillTestSupport
import Testing

@testable import RillXML

/// Tests of decoding XML documents.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct XMLDecoderTests {
    private func decode<Value: Decodable>(
        _ type: Value.Type, _ xml: String, _ decoder: XMLDecoder = XMLDecoder()
    ) throws -> Value {
        var decoder = decoder
        decoder.capitalizesKeys = true
        return try decoder.decode(type, from: Data(xml.utf8))
    }

    private struct Blob: Decodable, Equatable {
        let name: String
        let length: Int?

        enum CodingKeys: String, CodingKey {
            case name = "Name"
            case length = "Content-Length"
        }
    }

    private struct List: Decodable, Equatable {
        struct Blobs: Decodable, Equatable {
            let blob: [Blob]
            let blobPrefix: [Blob]
        }
        let endpoint: String
        let blobs: Blobs
        let nextMarker: String?
        let maxResults: Int?

        enum CodingKeys: String, CodingKey {
            case endpoint = "@serviceEndpoint"
            case blobs
            case nextMarker
            case maxResults
        }
    }

    @Test func decodesAttributesArraysAndEmptyElements() throws {
        let xml = """
            \u{FEFF}<?xml version="1.0" encoding="utf-8"?>
            <!-- a comment with <!DOCTYPE in it -->
            <List ServiceEndpoint="https://a.example/?b&amp;c">
              <Blobs>
                <Blob><Name>a &lt; b</Name><Content-Length> 12 </Content-Length></Blob>
                <BlobPrefix><Name>dir/</Name></BlobPrefix>
                <Blob><Name><![CDATA[c & d]]></Name><Content-Length/></Blob>
              </Blobs>
              <NextMarker/>
            </List>
            """
        let list = try decode(List.self, xml)
        #expect(list.endpoint == "https://a.example/?b&c")
        #expect(list.blobs.blob == [Blob(name: "a < b", length: 12), Blob(name: "c & d", length: nil)])
        #expect(list.blobs.blobPrefix == [Blob(name: "dir/", length: nil)])
        #expect(list.nextMarker == nil && list.maxResults == nil)
    }

    @Test(arguments: [(0, "<L/>"), (1, "<L><n>1</n></L>"), (3, "<L><n>1</n>text<m/><n>2</n><n>3</n></L>")])
    func decodesArraysOfAnyCount(count: Int, xml: String) throws {
        struct L: Decodable {
            let n: [Int]
        }
        #expect(try decode(L.self, xml).n == Array(1..<count + 1))
    }

    private enum Item: Decodable, Equatable {
        case blob(String)
        case prefix(String)

        private enum CodingKeys: String, CodingKey {
            case blob = "Blob"
            case prefix = "BlobPrefix"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let name = try container.decodeIfPresent(String.self, forKey: .blob) {
                self = .blob(name)
            } else {
                self = .prefix(try container.decode(String.self, forKey: .prefix))
            }
        }
    }

    @Test func preservesOrderOfElementsWithDifferentNames() throws {
        struct Items: Decodable {
            let all: [Item]

            enum CodingKeys: String, CodingKey {
                case all = "*"
            }
        }
        let items = try decode(Items.self, "<B><Blob>a</Blob><BlobPrefix>b/</BlobPrefix><Blob>c</Blob></B>")
        #expect(items.all == [.blob("a"), .prefix("b/"), .blob("c")])
    }

    @Test func decodesTextOfElementsWithAttributes() throws {
        struct Name: Decodable {
            let isEncoded: Bool?
            let text: String

            enum CodingKeys: String, CodingKey {
                case isEncoded = "@Encoded"
                case text = ""
            }
        }
        let name = try decode(Name.self, #"<Name Encoded="true"> a%FFb </Name>"#)
        #expect(name.isEncoded == true)
        #expect(name.text == " a%FFb ")
        #expect(try decode(Name.self, "<Name>x</Name>").isEncoded == nil)
    }

    @Test func preservesWhiteSpaceOnlyInStrings() throws {
        struct All: Decodable {
            let s: String
            let e: String
            let i: Int
            let d: Double
            let b: Bool
            let u: URL
            let x: Data
        }
        let all = try decode(
            All.self,
            "<A><s>\n a\t</s><e></e><i>\n-7\n</i><d> 1.5e3 </d><b>\ttrue</b><u> http://a/ </u><x>aGV\n5</x></A>")
        #expect(all.s == "\n a\t" && all.e.isEmpty && all.i == -7 && all.d == 1_500 && all.b)
        #expect(all.u.absoluteString == "http://a/" && all.x == Data("hey".utf8))
    }

    @Test func decodesEveryNumberAndBooleanFormat() throws {
        #expect(
            try decode([String: Bool].self, "<A><a>1</a><b>0</b><c>false</c></A>") == [
                "a": true, "b": false, "c": false,
            ])
        let doubles = try decode([Double].self, "<A>INF</A>") + decode([Double].self, "<A>-INF</A>")
        #expect(doubles == [.infinity, -.infinity])
        #expect(try decode([Double].self, "<A>NaN</A>").first?.isNaN == true)
        #expect(try decode([Decimal].self, "<A> -0.10 </A>") == [Decimal(sign: .minus, exponent: -1, significand: 1)])
    }

    @Test(arguments: ["1.5x", "1,5", "1.5.5", "nan", "0x10", ""])
    func rejectsInvalidNumbers(text: String) {
        #expect(throws: XMLDecodingError.self) { try decode([Double].self, "<A>\(text)</A>") }
        #expect(throws: XMLDecodingError.self) { try decode([Decimal].self, "<A>\(text)</A>") }
        #expect(throws: XMLDecodingError.self) { try decode([Int].self, "<A>\(text)</A>") }
        #expect(throws: XMLDecodingError.self) { try decode([Bool].self, "<A>\(text)</A>") }
    }

    @Test func decodesEnumerationsFromElementsAndAttributes() throws {
        enum Kind: String, Decodable {
            case small, large
        }
        #expect(try decode([String: Kind].self, "<A kind='small'><b>large</b></A>") == ["@kind": .small, "b": .large])
        let error = #expect(throws: XMLDecodingError.self) { try decode([String: Kind].self, "<A><b>huge</b></A>") }
        #expect(error?.path == "A/b" && error?.reason.contains("huge") == true)
    }

    @Test func decodesDatesWithCustomClosure() throws {
        struct When: Decodable {
            let at: Date
        }
        #expect(try decode(When.self, "<W><at>1970-01-01T00:01:00Z</at></W>").at.timeIntervalSince1970 == 60)
        var decoder = XMLDecoder()
        decoder.dates = { Date(timeIntervalSince1970: try #require(Double($0))) }
        #expect(try decode(When.self, "<W><at> 60 </at></W>", decoder).at.timeIntervalSince1970 == 60)
    }

    @Test func attributeIsNotAnArray() {
        let error = #expect(throws: XMLDecodingError.self) {
            try XMLDecoder().decode([String: [String]].self, from: Data("<r class=\"a b\"/>".utf8))
        }
        #expect(error?.description == "r/@class: an attribute can contain only text")
    }

    @Test func decodesBase64WithWhitespaceOnly() throws {
        func decode(_ text: String) throws -> Data {
            try XMLDecoder().decode([String: Data].self, from: Data("<r><d>\(text)</d></r>".utf8))["d"] ?? Data()
        }
        #expect(try decode(" aGVs\r\n\tbG8=\n") == Data("hello".utf8))
        for text in ["héllo", "aGk=aGk=", "aGk", "a-k="] {
            #expect(throws: XMLDecodingError.self) { try decode(text) }
        }
    }

    @Test func decodesUnknownNamesIntoDictionary() throws {
        struct Holder: Decodable {
            let metadata: [String: String]
        }
        let metadata = try decode(Holder.self, "<H><Metadata><a>1</a><b>2</b></Metadata></H>").metadata
        #expect(metadata == ["a": "1", "b": "2"])
    }

    @Test(arguments: [
        (
            "<List ServiceEndpoint=\"a\"><Blobs><Blob><Name>a</Name></Blob><Blob><Name>b</Name>"
                + "<Content-Length>12 MB</Content-Length></Blob></Blobs></List>",
            "List/Blobs/Blob[1]/Content-Length: expected Int, found \"12 MB\""
        ),
        ("<List><Blobs/></List>", "List/@ServiceEndpoint: the required value is missing"),
        ("<List ServiceEndpoint=\"a\"/>", "List/Blobs: the required value is missing"),
        (
            "<List ServiceEndpoint=\"a\"><Blobs/><Blobs/></List>",
            "List/Blobs: expected one element, found 2"
        ),
        (
            "<List ServiceEndpoint=\"a\"><Blobs><Blob><Name><b/></Name></Blob></Blobs></List>",
            "List/Blobs/Blob/Name: expected text, found elements"
        ),
    ])
    func errorsDescribePathAndReason(xml: String, text: String) {
        let error = #expect(throws: XMLDecodingError.self) { try decode(List.self, xml) }
        #expect(error.map { "\($0)" } == text)
    }

    @Test(arguments: [
        "", "no XML", "<a", "<a></b>", "<a/><b/>", "<a/>text", "<a>", "<a>&undefined;</a>", "<a>\u{1}</a>",
    ])
    func rejectsMalformedDocuments(xml: String) {
        #expect(throws: XMLDecodingError.self) { try decode([String: String].self, xml) }
    }

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>",
        "<?xml version=\"1.0\"?>\n<!-- c --><!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>",
    ])
    func rejectsDocumentTypeDeclarations(xml: String) {
        let error = #expect(throws: XMLDecodingError.self) { try decode([String: String].self, xml) }
        #expect(error?.reason == "document type declarations are not supported")
    }

    @Test(arguments: [
        Data("<a/>".utf16.flatMap { [UInt8($0 & 0xFF), 0] }),
        Data([0xFF, 0xFE] + "<a/>".utf16.flatMap { [UInt8($0 & 0xFF), 0] }),
        Data("<?xml version=\"1.0\" encoding=\"UTF-7\"?><a/>".utf8),
        Data("<?xml version='1.0' encoding='utf-16'?><a/>".utf8),
        Data("<?xml\tversion='1.0' encoding='ISO-8859-1'?><a>é</a>".utf8),
        Data("<?xml\nversion='1.0'\nencoding\n=\n'UTF-7'?>+ADwAIQ-DOCTYPE a><a/>".utf8),
    ])
    func rejectsUnsupportedEncodings(data: Data) {
        #expect(throws: XMLDecodingError.self) { try XMLDecoder().decode([String: String].self, from: data) }
    }

    @Test(arguments: [
        "<a\u{7F}/>", "<a><!-- \u{7F} --></a>", "<a>\u{7F}</a>", "<a b=\"\u{7F}\"/>", "<a><![CDATA[\u{7F}]]></a>",
        "<a><?b \u{7F}?></a>", "<!-- \u{7F} --><a/>",
    ])
    func rejectsInvalidUTF8Everywhere(xml: String) {
        // Foundation's parser would crash on these documents.
        for bytes in [[0xFF], [0xC5], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]] {
            let data = Data(xml.utf8.flatMap { $0 == 0x7F ? bytes : [$0] })
            let error = #expect(throws: XMLDecodingError.self) {
                try XMLDecoder().decode([String: String].self, from: data)
            }
            #expect(error?.reason.contains("UTF-8") == true, "\(String(describing: error))")
        }
    }

    @Test(arguments: [
        "<?b?><a/>", "<a><?b?></a>", "<a/><?b?>", "<a><!-- c --><![CDATA[d]]><?b c?><?b?></a>",
        "<?xml version='1><a><?b?></a>", "<a><![CDATA[<?b?>]]></a>",
    ])
    func rejectsProcessingInstructionsWithoutContent(xml: String) {
        // Foundation's parser would crash on these documents.
        let error = #expect(throws: XMLDecodingError.self) { try decode([String: String].self, xml) }
        #expect(error?.reason == "processing instructions without content are not supported")
    }

    @Test func ignoresProcessingInstructionsAndComments() throws {
        let xml = "<?q r?><L><a>x<?b c?>y<!-- <?d ?> --><!---->z</a><b><![CDATA[<?php ?>]]></b></L><?e ?>"
        #expect(try decode([String: String].self, xml) == ["a": "xyz", "b": "<?php ?>"])
    }

    @Test(arguments: [
        "<L xmlns=\"storage\"><a>1</a></L>", "<L xmlns=\"https://a.example/b c\"><a>1</a></L>",
        "<?xml version=\"1.1\"?><L><a>1</a></L>", "<?xml-foo x?><L><a>1</a></L>", "<L><a xml:space=\"x\">1</a></L>",
    ])
    func acceptsDocumentsWithWarnings(xml: String) throws {
        struct List: Decodable {
            let a: Int
        }
        #expect(try decode(List.self, xml).a == 1)
        let repeatedAttribute = xml.replacing("<a", with: "<c d='1' d='2'/><a")
        for invalid in [xml + "<b/>", xml + "&undefined;", xml + "text", repeatedAttribute] {
            #expect(throws: XMLDecodingError.self) { try decode(List.self, invalid) }
        }
    }

    @Test func lineEndsBecomeLineFeeds() throws {
        let xml = "<L\r\nb='1\r\n2'>\r<a>1\r\n2\r3\n4&#13;</a><c><![CDATA[1\r\n2\r3\r\r\n4]]></c></L>\r\n"
        let expected = ["@b": "1 2", "a": "1\n2\n3\n4\r", "c": "1\n2\n3\n\n4"]
        #expect(try decode([String: String].self, xml) == expected)
    }

    @Test func limitsNestingDepth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        struct Anything: Decodable {}
        _ = try decode(Anything.self, nested(64))
        let error = #expect(throws: XMLDecodingError.self) { try decode(Anything.self, nested(65)) }
        #expect(error?.reason == "elements are nested more than 64 levels deep")
        #expect(throws: XMLDecodingError.self) { try decode(Anything.self, nested(1_000_000)) }
    }

    @Test func limitsNestingDepthToAThousand() throws {
        final class Nested: Decodable {
            let a: Nested?
        }
        func decode(depth: Int) throws -> Nested {
            var decoder = XMLDecoder()
            decoder.maximumDepth = .max
            let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
            return try decoder.decode(Nested.self, from: Data(text.utf8))
        }
        #expect(try decode(depth: 1_000).a?.a != nil)
        let error = #expect(throws: XMLDecodingError.self) { try decode(depth: 100_000) }
        #expect(error?.reason == "elements are nested more than 1000 levels deep")
    }

    @Test func rejectsRootElementWithUnexpectedName() throws {
        #expect(throws: XMLDecodingError(path: "b", reason: "expected root element a").self) {
            try XMLDecoder().decode([String: String].self, from: Data("<b/>".utf8), root: "a")
        }
    }

    @Test(arguments: DeceptiveText.cases)
    func printableTextContainsNoDeceptiveCharacter(text: String, expected: String) {
        #expect(Array(text.removingDeceptiveCharacters().unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test func errorIsOnOneLine() {
        let error = XMLDecodingError(path: "A", reason: "found \"1\n\n\t2\u{2028}3\u{1B}\u{AD}\u{661}\"")
        #expect(error.description == "A: found \"1 2 3\u{FFFD}\u{661}\"")
    }
}
