import Foundation
import RillHTTP
import Testing

@Suite struct PageCursorTests {
    @Test(arguments: ["1", "/tags?page=2&q=日本", "b/1+ &=\"\\\n\0"])
    func roundTripsAsTextAndJSON(text: String) throws {
        let cursor = try #require(PageCursor(text))
        #expect(cursor.description == text)
        #expect(PageCursor("\(cursor)") == cursor)
        let data = try JSONEncoder().encode(["next": cursor])
        #expect(try JSONDecoder().decode([String: PageCursor].self, from: data) == ["next": cursor])
        #expect(try JSONDecoder().decode([String: String].self, from: data) == ["next": text])
    }

    @Test func rejectsEmptyText() {
        #expect(PageCursor("") == nil)
        for json in [#"[""]"#, "[1]"] {
            #expect(throws: DecodingError.self, "\(json)") {
                try JSONDecoder().decode([PageCursor].self, from: Data(json.utf8))
            }
        }
    }

    @Test func convertsPageNumbers() {
        #expect(PageCursor(-7).description == "-7")
        #expect(PageCursor(7).number == 7)
        #expect(["7x", "9223372036854775808"].map { PageCursor($0)?.number } == [nil, nil])
        #expect(Set([PageCursor(1), PageCursor("1")]).count == 1)
    }

    /// A service can use the name of the last element as the marker.
    @Test func cursorsThatAreCanonicallyEquivalentDiffer() {
        #expect(Set([PageCursor("\u{E9}"), PageCursor("e\u{301}")]).count == 2)
    }
}
