import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import Testing

@Suite struct NDJSONTests {
    private struct Entry: Decodable, Sendable, Hashable {
        var id: Int
    }

    private func chunks(_ text: String) -> Observable<[UInt8]> { .just(Array(text.utf8)) }

    @Test func decodesEachLine() {
        let recorder = Recorder(chunks("{\"id\":1}\n{\"id\":2}\r\n{\"id\":3}").ndjson(of: Entry.self))
        #expect(recorder.values == [Entry(id: 1), Entry(id: 2), Entry(id: 3)])
        #expect(recorder.isCompleted)
    }

    @Test func skipsBlankLines() {
        for end in ["", "\r", "  ", "\n\r"] {
            let text = "\n \t\n{\"id\":1}\n\r\n\n{\"id\":2}\n" + end
            let recorder = Recorder(chunks(text).ndjson(of: Entry.self))
            #expect(recorder.values == [Entry(id: 1), Entry(id: 2)])
            #expect(recorder.isCompleted)
        }
    }

    @Test func resultIsIndependentOfChunkBoundaries() throws {
        let bytes = Array("\"日本\"\r\n\n\"é\u{1F600}\"\n\"\\u65e5\"\n12".utf8)
        for cut in 0...bytes.count {
            let chunkSequence = Observable.of(Array(bytes[..<cut]), Array(bytes[cut...]))
            let recorder = Recorder(chunkSequence.ndjson(of: String.self))
            #expect(recorder.values == ["日本", "é\u{1F600}", "日"])
            // The unterminated last line is also decoded, and fails.
            let error = try #require(recorder.events.last?.error as? BodyDecodingError)
            #expect(error.line == 5)
            #expect(error.code == .malformed)
        }
    }

    @Test func decodesTopLevelFragments() {
        #expect(Recorder(chunks("1\n2\n").ndjson(of: Int.self)).values == [1, 2])
        #expect(Recorder(chunks("\"a\"\nnull\n").ndjson(of: String?.self)).values == ["a", nil])
    }

    @Test func errorNamesLineAndCodingPath() throws {
        let text = "{\"id\":1}\n\n{\"id\":2}\n{\"id\":\"12\"}\n{\"id\":4}\n"
        for chunkSequence in [[Array(text.utf8)], text.utf8.map { [$0] }] {
            let recorder = Recorder(Observable.from(chunkSequence).ndjson(of: Entry.self))
            #expect(recorder.values == [Entry(id: 1), Entry(id: 2)])
            let error = try #require(recorder.events.last?.error as? BodyDecodingError)
            #expect(error.code == .malformed)
            #expect(error.line == 4)
            #expect(error.underlying is DecodingError)
            #expect("\(error)" == "line 4: id: expected Int, found \"12\"")
        }
    }

    @Test func invalidJSONLineFails() throws {
        let recorder = Recorder(chunks("{\"id\":1}\n<html>").ndjson(of: Entry.self))
        #expect(recorder.values == [Entry(id: 1)])
        #expect("\(try #require(recorder.events.last?.error))" == "line 2: the body is not JSON")
    }

    @Test func tooLongLineFails() throws {
        let recorder = Recorder(chunks("{\"id\":1}\n{\"id\":                 2}\n").ndjson(of: Entry.self, limit: 16))
        #expect(recorder.values == [Entry(id: 1)])
        #expect("\(try #require(recorder.events.last?.error))" == "line 2: exceeds the limit of 16 bytes")
    }

    @Test func decodesOnDemand() {
        let decoded = Log<Int>()
        struct Counted: Decodable, Sendable {
            init(from decoder: any Decoder) throws {
                let number = try decoder.singleValueContainer().decode(Int.self)
                (decoder.userInfo[.log] as? Log<Int>)?.append(number)
            }
        }
        let decoder = JSONDecoder()
        decoder.userInfo[.log] = decoded
        let source = chunks("1\n2\n3\n4\n").ndjson(of: Counted.self, decoder: decoder)
        #expect(Recorder(source.take(2)).values.count == 2)
        #expect(decoded.entries == [1, 2])
    }

    @Test func usesDecoderOfRequestOrClient() {
        struct Item: Decodable, Hashable { var itemCount: Int }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        var client = makeClient(StubTransport { _ in .text("{\"item_count\":3}\n{\"item_count\":4}") })
        let own = client.stream(Anything<Int>(options: RequestOptions(decoder: decoder)), as: .ndjson(of: Item.self))
        #expect(Recorder(own).values == [Item(itemCount: 3), Item(itemCount: 4)])
        client.decoder = decoder
        #expect(Recorder(client.stream(Anything<Int>(), as: .ndjson(of: Item.self))).values.count == 2)
    }

    @Test func decodingErrorRedactsSecrets() throws {
        let transport = StubTransport { _ in .text("{\"id\":1}\n{\"id\":\"verysecrettoken\"}\n") }
        let request = Anything<Int>(headerFields: [.authorization: "Bearer verysecrettoken"])
        let recorder = Recorder(makeClient(transport).stream(request, as: .ndjson(of: Entry.self)))
        #expect(recorder.values == [Entry(id: 1)])
        let error = try #require(recorder.events.last?.error as? APIError)
        #expect(error.stage == .decoding)
        #expect(error.status == .ok)
        #expect((error.underlying as? BodyDecodingError)?.line == 2)
        #expect(error.reason.hasPrefix("line 2: id: expected Int, found "))
        #expect(!"\(error)".contains("verysecrettoken"))
        #expect(transport.requests.first?.headerFields[.accept] == "application/x-ndjson")
    }

    @Test func catchFindsDecodingError() {
        let transport = StubTransport { _ in .text("x") }
        let stream = makeClient(transport).stream(Anything<Int>(), as: .ndjson(of: Entry.self))
            .catch(as: DecodingError.self) { _ in .just(Entry(id: 0)) }
        #expect(Recorder(stream).values == [Entry(id: 0)])
    }
}

extension CodingUserInfoKey {
    fileprivate static let log = CodingUserInfoKey(rawValue: "log") ?? { fatalError("invalid constant key") }()
}
