import Foundation
import RillTestSupport
import RillXML
import Testing

/// The samples on the page "RillXML", and tests of the documented behavior.
@Suite struct RillXMLPageSamples {
    struct Page: Decodable {
        struct Blobs: Decodable {
            let blob: [Blob]
        }
        struct Blob: Decodable {
            let name: String
            let size: Int?
        }
        let blobs: Blobs
        let nextMarker: String?
    }

    struct Name: Codable {
        let isEncoded: Bool?
        let text: String

        enum CodingKeys: String, CodingKey {
            case isEncoded = "@Encoded"
            case text = ""
        }
    }

    enum Entry: Decodable {
        case blob(String)
        case prefix(String)

        enum CodingKeys: String, CodingKey {
            case blob = "Blob"
            case prefix = "BlobPrefix"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            if let name = try values.decodeIfPresent(String.self, forKey: .blob) {
                self = .blob(name)
            } else {
                self = .prefix(try values.decode(String.self, forKey: .prefix))
            }
        }
    }

    struct Entries: Decodable {
        let all: [Entry]

        enum CodingKeys: String, CodingKey {
            case all = "*"
        }
    }

    /// Returns the XML document on the page.
    private static func shownDocument() throws -> String {
        let parts = try PackageFiles.text(of: "Sources/RillXML/RillXML.docc/RillXML.md")
            .components(separatedBy: "```xml\n")
        return try #require(parts.dropFirst().first?.components(separatedBy: "\n```").first)
    }

    @Test func decodesDocument() throws {
        let document = Data(try Self.shownDocument().utf8)
        var decoder = XMLDecoder()
        decoder.capitalizesKeys = true
        let page = try decoder.decode(Page.self, from: document, root: "EnumerationResults")
        #expect(page.blobs.blob.map(\.name) == ["a.txt", "b.txt"] && page.blobs.blob.map(\.size) == [12, nil])
        #expect(page.nextMarker == nil)
    }

    @Test func decodesAttributesAndMixedElements() throws {
        let name = try XMLDecoder().decode(Name.self, from: Data(#"<Name Encoded="true">a%2Fb</Name>"#.utf8))
        #expect(name.isEncoded == true && name.text == "a%2Fb")
        let xml = "<Blobs><Blob>a</Blob><BlobPrefix>b/</BlobPrefix><Blob>c</Blob></Blobs>"
        let entries = try XMLDecoder().decode(Entries.self, from: Data(xml.utf8))
        #expect(entries.all.map { "\($0)" } == [#"blob("a")"#, #"prefix("b/")"#, #"blob("c")"#])
        let all = try XMLDecoder().decode(
            [String: String].self, from: Data("<A x='1' xmlns:d='urn:e'><d:b>2</d:b></A>".utf8))
        #expect(all == ["@x": "1", "@xmlns:d": "urn:e", "d:b": "2"])
    }

    @Test func decodesDates() throws {
        var decoder = XMLDecoder()
        decoder.dates = { text in Date(timeIntervalSince1970: try Double(text, format: .number)) }
        let dates = try decoder.decode([String: Date].self, from: Data("<A><at> 60 </at></A>".utf8))
        #expect(dates == ["at": Date(timeIntervalSince1970: 60)])
    }

    @Test func encodesAttributes() throws {
        let document = try XMLEncoder().encode(Name(isEncoded: true, text: "a < b"), root: "Name")
        #expect(String(decoding: document, as: UTF8.self).hasSuffix(#"?><Name Encoded="true">a &lt; b</Name>"#))
        #expect(throws: XMLEncodingError.self) { try XMLEncoder().encode(["d:b": "2"], root: "A") }
    }

    @Test func errorContainsPath() throws {
        let damaged = Data(try Self.shownDocument().replacing("b.txt</Name>", with: "b</Name><Size>12 MB</Size>").utf8)
        var decoder = XMLDecoder()
        decoder.capitalizesKeys = true
        let error = #expect(throws: XMLDecodingError.self) { try decoder.decode(Page.self, from: damaged) }
        let text = error.map { "\($0.path) \($0.reason)" }
        #expect(text == #"EnumerationResults/Blobs/Blob[1]/Size expected Int, found "12 MB""#)
    }
}
