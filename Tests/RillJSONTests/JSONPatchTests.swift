import Foundation
import Rill
import RillHTTP
import RillJSON
import RillTestSupport
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct JSONPatchTests {
    private struct Item: Codable, Sendable, Hashable {
        var id: Int
    }

    private func text(_ body: HTTPBody) throws -> String {
        String(decoding: try body.chunks.toArray().wait(timeout: .seconds(30)).flatMap { $0 }, as: UTF8.self)
    }

    @Test func patchContainsEachOperation() throws {
        let patch: JSONPatch = [
            .test("/a~1b", nil), .remove("/a"), .add("/tags/-", "swift"), .replace("/n", with: [1]),
            .move(from: "/x", to: "/y"), .copy(from: "/y", to: "/z"),
        ]
        let body = HTTPBody.jsonPatch(patch)
        #expect(body.contentType == "application/json-patch+json")
        #expect(
            try text(body) == """
                [{"op":"test","path":"/a~1b","value":null},{"op":"remove","path":"/a"},\
                {"op":"add","path":"/tags/-","value":"swift"},{"op":"replace","path":"/n","value":[1]},\
                {"from":"/x","op":"move","path":"/y"},{"from":"/y","op":"copy","path":"/z"}]
                """)
    }

    @Test func patchContainsEncodableValues() throws {
        let name = "日本"
        let patch: JSONPatch = try [
            .add("/items/-", Item(id: 1)), .replace("/name", with: name), .test("/items", [Item(id: 2)]),
            .add("/tags/-", "swift"),
        ]
        #expect(
            try text(.jsonPatch(patch)) == """
                [{"op":"add","path":"/items/-","value":{"id":1}},{"op":"replace","path":"/name","value":"日本"},\
                {"op":"test","path":"/items","value":[{"id":2}]},{"op":"add","path":"/tags/-","value":"swift"}]
                """)
    }

    @Test func literalDoesNotThrow() {
        let body: HTTPBody = .jsonPatch([.add("/a", 1), .test("/b", [nil])])
        #expect(body.count == 77)
    }
}
