import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tests of decoders other than `JSONDecoder`.
@Suite struct DataDecoderTests {
    /// A decoder of JSON that is preceded by `)]}'`, which no JSON decoder accepts.
    private struct PrefixDecoder: DataDecoder {
        struct MissingPrefix: Error {}

        var keyDecodingStrategy = JSONDecoder.KeyDecodingStrategy.useDefaultKeys

        func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
            let prefix = Data(")]}'".utf8)
            guard data.starts(with: prefix) else { throw MissingPrefix() }
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = keyDecodingStrategy
            return try decoder.decode(type, from: data.dropFirst(prefix.count))
        }
    }

    /// A decoder that does not convert keys.
    private struct MinimalDecoder: DataDecoder {
        let keyDecodingStrategy = JSONDecoder.KeyDecodingStrategy.useDefaultKeys

        func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
            try JSONDecoder().decode(type, from: data)
        }
    }

    private struct Item: Decodable, Hashable {
        var itemCount: Int
    }

    private func client(_ body: String, _ decoder: any DataDecoder = PrefixDecoder()) -> Client {
        var client = makeClient(StubTransport { _ in .text(body, type: "application/json") })
        client.decoder = decoder
        return client
    }

    private func reason<Value: Decodable & Sendable>(
        _ body: String, _ type: Value.Type, at path: String = "", _ decoder: any DataDecoder = PrefixDecoder()
    ) throws -> String {
        let endpoint = Endpoint("/items", parser: ResponseParser<Value>.json(at: path))
        return try Recorder(client(body, decoder).send(endpoint)).failure().reason
    }

    @Test func clientDecodesWholeBody() {
        #expect(Recorder(client(#")]}'{"itemCount":3}"#).send(Endpoint<Item>("/items"))).values == [Item(itemCount: 3)])
    }

    @Test func customRequestDecoderOverridesClientDecoder() {
        let request = Anything<Item>(options: RequestOptions(decoder: PrefixDecoder()))
        let client = client(#")]}'{"itemCount":3}"#, JSONDecoder())
        #expect(Recorder(client.send(request)).values == [Item(itemCount: 3)])
    }

    @Test func customDecoderDecodesValueAtKeyPath() {
        let body = #")]}'{"all_items":[{"item_count":3}]}"#
        let strict = Endpoint("/items", parser: ResponseParser<[[String: Int]]>.json(at: "all_items"))
        #expect(Recorder(client(body).send(strict)).values == [[["item_count": 3]]])
        for path in ["all_items.0", "allItems.0"] {
            let endpoint = Endpoint("/items", parser: ResponseParser<Item>.json(at: path))
            let client = client(body, PrefixDecoder(keyDecodingStrategy: .convertFromSnakeCase))
            #expect(Recorder(client.send(endpoint)).values == [Item(itemCount: 3)])
        }
    }

    @Test func customDecoderDecodesNestedKeyPaths() throws {
        struct Outer: Decodable, Hashable {
            var value: Int

            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                value = try ResponseParser<Int>.json(at: "b.1")
                    .read(HTTPResponse(status: .ok), Data(text.utf8), decoder: MinimalDecoder())
            }
        }
        let parser = ResponseParser<[Outer]>.json(at: "a")
        let body = Data(#"{"a":["{\"b\":[1,2]}","{\"b\":[3,4]}"]}"#.utf8)
        let outer = try parser.read(HTTPResponse(status: .ok), body, decoder: MinimalDecoder())
        #expect(outer.map(\.value) == [2, 4])
    }

    @Test func decodesNDJSON() throws {
        let client = client(")]}'{\"itemCount\":3}\n)]}'{\"itemCount\":\"x\"}\n")
        let recorder = Recorder(client.stream(Anything<Int>(), as: .ndjson(of: Item.self)))
        #expect(recorder.values == [Item(itemCount: 3)])
        #expect((recorder.events.last?.error as? APIError)?.reason == "line 2: itemCount: expected Int")
    }

    @Test func decodesStreamOfData() {
        let bodies = Observable.just(Data(")]}'[1,2]".utf8))
        #expect(Recorder(bodies.decode(type: [Int].self, decoder: PrefixDecoder())).values == [[1, 2]])
    }

    @Test func decodesErrorResponse() throws {
        let errors = ErrorDecoder.json(ServiceError.self, decoder: PrefixDecoder())
        let body = Data(#")]}'{"message":"m","type":"t"}"#.utf8)
        let error = errors.error(in: HTTPResponse(status: .notFound), body: body)
        #expect((error as? ServiceError)?.type == "t")
    }

    @Test func errorNamesPathAndFoundValue() throws {
        let body = #"{"items":[{"itemCount":"x"}]}"#
        let minimal = MinimalDecoder()
        #expect(try reason(body, [Item].self, at: "items", minimal) == #"items[0].itemCount: expected Int, found "x""#)
        #expect(try reason(body, Item.self, at: "items.0.more", minimal) == "items[0].more: missing")
        #expect(try reason("[1", [Int].self, minimal) == "the body is not JSON (Content-Type: application/json)")
    }

    @Test func errorOmitsFoundValueOfBodyThatIsNotJSON() throws {
        let snake = PrefixDecoder(keyDecodingStrategy: .convertFromSnakeCase)
        #expect(try reason(#")]}'[{"item_count":"x"}]"#, [Item].self, snake) == "[0].item_count: expected Int")
        #expect(try reason(")]}'[{}]", [Item].self, snake) == "[0].item_count: missing")
        #expect(try reason(")]}'[\"\"]", [PageCursor].self).hasPrefix("[0]: "))
        #expect(try reason("[]", [Item].self) == "MissingPrefix()")
    }
}
