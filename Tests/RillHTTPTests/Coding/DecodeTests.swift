import Foundation
import RillHTTP
import RillTesting
import Testing

@Suite struct DecodeTests {
    private struct Repository: Decodable, Sendable, Equatable {
        let name: String
        let starCount: Int
    }

    private func decode(
        _ texts: String..., decoder: JSONDecoder = JSONDecoder()
    ) -> RillTesting.Recording<[Repository]> {
        TestKit().record {
            Observable.from(texts.map { Data($0.utf8) }).decode(type: [Repository].self, decoder: decoder)
        }
    }

    @Test func decodesEachElement() {
        let result = decode(#"[{"name":"rill","starCount":1}]"#, "[]")
        #expect(result.events.compactMap(\.event.element) == [[Repository(name: "rill", starCount: 1)], []])
        #expect(result.events.count == 3)
    }

    @Test func errorNamesCodingPathAndValue() throws {
        let result = decode(#"[{"name":"rill","starCount":1},{"name":"brook","starCount":"2"}]"#, "[]")
        #expect(result.events.count == 1)
        let error = try #require(result.events.first?.event.error as? BodyDecodingError)
        #expect(error.description == #"[1].starCount: expected Int, found "2""#)
        #expect(error.underlying is DecodingError)
    }

    @Test func errorNamesOriginalKeys() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let result = decode(#"[{"name":"rill","star_count":null}]"#, decoder: decoder)
        let error = try #require(result.events.first?.event.error as? BodyDecodingError)
        #expect(error.description == "[0].star_count: expected Int, found null")
    }

    @Test func invalidJSONFails() throws {
        let error = try #require(decode("<html>").events.first?.event.error as? BodyDecodingError)
        #expect(error.localizedDescription == "the body is not JSON")
    }

    @Test func forwardsSourceError() {
        let result = TestKit().record { Observable<Data>.error(TestError()).decode(type: Int.self) }
        #expect(result.events.first?.event.error as? TestError == TestError())
    }
}
