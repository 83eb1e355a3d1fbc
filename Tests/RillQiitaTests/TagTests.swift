import Foundation
import RillQiita
import Testing

@Suite struct TagTests {
    private func decode(_ json: String) throws -> [RillQiita.Tag] {
        try JSONDecoder().decode([RillQiita.Tag].self, from: Data(json.utf8))
    }

    @Test func decodesTags() throws {
        let tags = try decode(Fixtures.twoTags)
        #expect(
            tags == [
                RillQiita.Tag(
                    id: "Swift", itemsCount: 9_876, followersCount: 174_307,
                    iconURL: URL(string: "https://example.com/a.jpg?1")),
                RillQiita.Tag(id: "新しいタグ", itemsCount: 1, followersCount: 3),
            ])
    }

    @Test func decodesMissingIconAsNil() throws {
        #expect(try decode(#"[{"id":"a","items_count":1,"followers_count":2}]"#).first?.iconURL == nil)
    }

    @Test func encodesKeysAndNullIcon() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(try decode(Fixtures.twoTags)), as: UTF8.self)
        #expect(json == Fixtures.twoTags)
    }

    @Test(arguments: [
        #"[{"items_count":1,"followers_count":2}]"#,
        #"[{"id":"a","items_count":"1","followers_count":2}]"#,
        #"[{"id":"a","items_count":1,"followers_count":null}]"#,
        #"[{"id":"a","items_count":1,"followers_count":2,"icon_url":7}]"#,
    ])
    func failsToDecodeInvalidTag(json: String) {
        #expect(throws: DecodingError.self) { try decode(json) }
    }
}
