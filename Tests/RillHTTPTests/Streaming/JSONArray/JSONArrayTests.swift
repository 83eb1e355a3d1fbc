import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import Testing

@Suite struct JSONArrayTests {
    private struct Entry: Decodable, Sendable, Hashable {
        struct Invalid: Error, CustomStringConvertible {
            let description = "the entry is invalid"
        }

        var id: Int

        init(id: Int) { self.id = id }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if try container.decodeIfPresent(Bool.self, forKey: .fails) == true { throw Invalid() }
            id = try container.decode(Int.self, forKey: .id)
        }

        private enum CodingKeys: CodingKey { case id, fails }
    }

    private func chunks(_ text: String) -> Observable<[UInt8]> { .just(Array(text.utf8)) }

    /// Returns the elements and the error of a document, which must not depend on how it is split into chunks.
    private func outcome<Value: Decodable & Sendable & Equatable>(
        of text: String, at path: String = "", as type: Value.Type, limit: Int = 1 << 20,
        _ location: Testing.SourceLocation = #_sourceLocation
    ) -> (values: [Value], error: String?) {
        let bytes = Array(text.utf8)
        let whole = Recorder(chunks(text).jsonArray(of: type, at: path, limit: limit))
        let error = whole.events.last?.error.map { "\($0)" }
        let splits = (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] } + [bytes.map { [$0] }]
        for split in splits {
            let recorder = Recorder(Observable.from(split).jsonArray(of: type, at: path, limit: limit))
            #expect(recorder.values == whole.values, "\(split)", sourceLocation: location)
            #expect(recorder.error.map { "\($0)" } == error, "\(split)", sourceLocation: location)
        }
        return (whole.values, error)
    }

    @Test(arguments: [
        ("[]", "", []), (" [ ] ", "", []), ("[1]", "", [1]), ("[ 1 , 2\n,3]\r\n", "", [1, 2, 3]),
        (#"{"items":[1,2]}"#, "items", [1, 2]), (#"{"a":{"items":[]},"items":[3]}"#, "items", [3]),
        (#"{"a":["]",{"b":"}\"]"}],"data":{"x":-1.5e3,"items":[1],"y":[{}]},"z":null}"#, "data.items", [1]),
        ("[[1],[2,3],[4]]", "1", [2, 3]), (#"[{"a":1},{"a":[5]}]"#, "1.a", [5]), (#"{"1":[6]}"#, "1", [6]),
        ("\u{FEFF}[1]", "", [1]), (#"{"-1":[2]}"#, "-1", [2]), (#"{"01":[3]}"#, "01", [3]),
        (#"{"\u0069tems":[7]}"#, "items", [7]), (#"{"items":[8],"items":[9]}"#, "items", [8]),
    ])
    func emitsElements(text: String, path: String, values: [Int]) {
        let outcome = outcome(of: text, at: path, as: Int.self)
        #expect(outcome.values == values)
        #expect(outcome.error == nil)
    }

    @Test(arguments: [
        ("", "", [], "the body is empty"), ("  ", "", [], "the body is incomplete: it ends after 0 elements"),
        ("[1,2", "", [1], "the body is incomplete: it ends after 1 element"),
        ("[1,", "", [1], "the body is incomplete: it ends after 1 element"),
        (#"{"a":[1]"#, "a", [1], "the body is incomplete: it ends after 1 element"),
        ("[1] 2", "", [1], "not JSON: unexpected '2' at offset 4"),
        ("[1,]", "", [1], "not JSON: unexpected ']' at offset 3"),
        ("[,1]", "", [], "not JSON: unexpected ',' at offset 1"),
        ("[1 2]", "", [1], "not JSON: unexpected '2' at offset 3"),
        ("[1}", "", [1], "not JSON: unexpected '}' at offset 2"),
        ("<html>", "", [], "not JSON: unexpected '<' at offset 0"),
        ("[\u{FEFF}1]", "", [], "not JSON: unexpected byte 239 at offset 1"),
        ("{}", "", [], "expected an array, found an object"), ("7", "", [], "expected an array, found a number"),
        ("[]", "items", [], "expected an object, found an array"),
        ("null", "0", [], "expected an object or an array, found null"),
        (#"{"a":"x"}"#, "a.b", [], "a: expected an object, found a string"),
        (#"{"a":{"b":true}}"#, "a.b", [], "a.b: expected an array, found a Boolean"),
        ("{}", "a", [], "a: missing"), (#"{"a":{"b":1,"c":{}}}"#, "a.d", [], "a.d: missing"),
        ("[[1]]", "3", [], "[3]: missing"),
        (#"{a:[1]}"#, "a", [], "not JSON: unexpected 'a' at offset 1"),
        (#"{"a"[1]}"#, "a", [], "not JSON: unexpected '[' at offset 4"),
        (#"{"b":1 "a":[1]}"#, "a", [], "not JSON: unexpected '\"' at offset 7"),
        (#"{"b":}"#, "a", [], "not JSON: unexpected '}' at offset 5"),
    ])
    func invalidDocumentFails(text: String, path: String, values: [Int], error: String) {
        let outcome = outcome(of: text, at: path, as: Int.self)
        #expect(outcome.values == values)
        #expect(outcome.error == error)
    }

    @Test(arguments: [
        (#"[{"id":1},{"id":"12"}]"#, "", #"[1].id: expected Int, found "12""#),
        (#"{"items":[{"id":1},{}]}"#, "items", "items[1].id: missing"),
        (#"{"items":[{"id":1},[]]}"#, "items", "items[1]: expected an object, found an array of 0"),
        (#"{"items":[{"id":1},{"id":1,"fails":true}]}"#, "items", "items[1]: the entry is invalid"),
        (#"{"items":[{"id":1},tru]}"#, "items", "items[1]: not JSON"),
        (#"{"a":{"tokens":[{"id":1},{"id":"hidden"}]}}"#, "a.tokens", "a.tokens[1].id: expected Int, found <redacted>"),
    ])
    func elementThatCannotBeDecodedFails(text: String, path: String, error: String) {
        let outcome = outcome(of: text, at: path, as: Entry.self)
        #expect(outcome.values == [Entry(id: 1)])
        #expect(outcome.error == error)
    }

    @Test func errorOfSecretEnumerationDoesNotContainTheValue() {
        enum Token: String, Decodable, Sendable { case known }
        let recorder = Recorder(chunks(#"{"tokens":["hidden"]}"#).jsonArray(of: Token.self, at: "tokens"))
        #expect(recorder.error.map { "\($0)" } == "tokens[0]: invalid value, found <redacted>")
    }

    @Test func pathKeysCanContainPeriods() {
        #expect(Recorder(chunks(#"{"a.b":{"c":[1]}}"#).jsonArray(of: Int.self, at: ["a.b", "c"])).values == [1])
        let transport = StubTransport { _ in .text(#"{"a.b":[2]}"#) }
        let stream = makeClient(transport).stream(Anything<Int>(), as: .jsonArray(of: Int.self, at: ["a.b"]))
        #expect(Recorder(stream).values == [2])
    }

    @Test func tooLongElementFails() {
        let outcome = outcome(of: #"["12345678","123456789"]"#, as: String.self, limit: 10)
        #expect(outcome.values == ["12345678"])
        #expect(outcome.error == "[1] exceeds the limit of 10 bytes")
        // Keys have a separate limit.
        let short = self.outcome(of: #"{"123456789":1,"a":[1]}"#, at: "a", as: Int.self, limit: 1)
        #expect(short.values == [1] && short.error == nil)
        let long = chunks("{\"\(String(repeating: "k", count: 70_000))\":1,\"a\":{\"b\":[]}}")
        let error = Recorder(long.jsonArray(of: Int.self, at: "a.b")).error
        #expect(error.map { "\($0)" } == "a key of the object that contains a exceeds the limit of 65536 bytes")
    }

    @Test func elementIsEmittedBeforeTheNextArrives() {
        let subject = PublishSubject<[UInt8]>()
        let recorder = Recorder(subject.jsonArray(of: Entry.self, at: "items"))
        subject.onNext(Array(#"{"items":[{"id":1}"#.utf8))
        #expect(recorder.values == [Entry(id: 1)])
        subject.onNext(Array(#",{"id":2},{"id""#.utf8))
        #expect(recorder.values == [Entry(id: 1), Entry(id: 2)])
        subject.onNext(Array(":3}]}".utf8))
        subject.onCompleted()
        #expect(recorder.values.last == Entry(id: 3))
        #expect(recorder.events.last?.error == nil)
    }

    @Test func clientStreamsElementsWithItsDecoder() throws {
        struct Item: Decodable, Hashable { var itemCount: Int }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let transport = StubTransport { _ in .text(#"{"all_items":[{"item_count":3},{"item_count":"x"}]}"#) }
        var client = makeClient(transport)
        client.decoder = decoder
        let recorder = Recorder(client.stream(Anything<Int>(), as: .jsonArray(of: Item.self, at: "all_items")))
        #expect(recorder.values == [Item(itemCount: 3)])
        let error = try #require(recorder.events.last?.error as? APIError)
        #expect(error.stage == .decoding)
        #expect(error.reason == #"all_items[1].item_count: expected Int, found "x""#)
        #expect(transport.requests.first?.headerFields[.accept] == "application/json")
    }
}
