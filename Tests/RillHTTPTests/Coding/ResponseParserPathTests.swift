import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests values at a key path of the JSON.
@Suite struct ResponseParserPathTests {
    private struct Nested<Value: Decodable & Sendable>: Request {
        typealias Response = Value
        var keys: [String]
        var options: RequestOptions
        var path: URLPath { "/nested" }
        var parser: ResponseParser<Value> { .json(at: keys) }
    }

    private func read<Value: Decodable & Sendable>(
        _ json: String, _ path: String, as _: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try ResponseParser<Value>.json(at: path).read(HTTPResponse(status: .ok), Data(json.utf8), decoder: decoder)
    }

    private func reason<Value: Decodable & Sendable>(
        _ json: String, _ path: String, as _: Value.Type, decoder: JSONDecoder? = nil
    ) throws -> String {
        let client = makeClient(StubTransport { _ in .json(json) })
        let keys = path.split(separator: ".").map(String.init)
        let request = Nested<Value>(keys: keys, options: RequestOptions(decoder: decoder))
        let error = try Recorder(client.send(request)).failure()
        #expect(error.stage == .decoding)
        return error.reason
    }

    private static let values: [(json: String, path: String)] = [
        ("[1,2]", ""), (#"{"data":[1,2]}"#, "data"), (#"{"data":{"items":[1,2],"next":null}}"#, "data.items"),
        (#"{"data":[{"items":[9]},{"items":[1,2]}]}"#, "data.1.items"), ("[[0],[1,2]]", "1"), ("[[[1,2]]]", "0.0"),
        (#"{"data":{"1":[1,2]}}"#, "data.1"), (#"{"日本 語":{"":0,"é":[1,2]}}"#, "日本 語.é"),
        (#"{"a":{"b":{"c":{"d":{"e":[1,2]}}}},"z":[[[]]]}"#, "a.b.c.d.e"),
        (#"[{"a":"x"},null,true,1.5,"s",[1,2]]"#, "5"),
    ]

    @Test(arguments: values)
    func decodesValueAtKeyPath(json: String, path: String) throws {
        #expect(try read(json, path, as: [Int].self) == [1, 2])
    }

    @Test func decodesValueAtKeyPathOnce() throws {
        struct Counted: Decodable, Sendable {
            static let reads = Log<UInt64>()
            init(from decoder: any Decoder) throws {
                Self.reads.append(try decoder.singleValueContainer().decode(UInt64.self))
            }
        }
        // A parser that converts untyped numbers to Double changes this number.
        let transport = StubTransport { _ in .json(#"{"data":{"items":[18446744073709551557]},"rest":[1,2]}"#) }
        let endpoint = Endpoint("/a", parser: ResponseParser<[Counted]>.json(at: "data.items"))
        #expect(try makeClient(transport).send(endpoint).wait(timeout: .seconds(30)).count == 1)
        #expect(Counted.reads.entries == [18_446_744_073_709_551_557])
    }

    @Test func appliesDecoderStrategies() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .tolerant()
        let json = #"{"a":{"date":"2024-02-29T12:30:00Z","data":"AQI=","url":"https://h/","none":null,"map":{"aB":1}}}"#
        let date = Date(timeIntervalSince1970: 1_709_209_800)
        #expect(try read(json, "a.date", decoder: decoder) == date)
        #expect(try read(json, "a.data", decoder: decoder) == Data([1, 2]))
        #expect(try read(json, "a.url", decoder: decoder) == URL(string: "https://h/"))
        #expect(try read(json, "a.none", as: Int?.self, decoder: decoder) == nil)
        #expect(try read(json, "a.map", decoder: decoder) == ["aB": 1])
        #expect(try read(#"["2024-02-29T12:30:00Z"]"#, "0", decoder: decoder) == date)
        #expect(try read(#""2024-02-29T12:30:00Z""#, "", decoder: decoder) == date)
    }

    @Test func acceptsKeysWithDots() throws {
        let parser = ResponseParser<Int>.json(at: ["a.b", "c"])
        #expect(try parser.read(HTTPResponse(status: .ok), Data(#"{"a.b":{"c":3}}"#.utf8), decoder: JSONDecoder()) == 3)
    }

    @Test func acceptsJSON() {
        #expect(ResponseParser<Int>.json(at: "a").accept == "application/json")
    }

    private static let failures: [(json: String, path: String, reason: String)] = [
        (#"{"data":{}}"#, "data.items", "data.items: missing"), ("{}", "data.items", "data: missing"),
        (#"{"data":null}"#, "data.items", "data: expected an object, found null"),
        (#"{"data":[]}"#, "data.items", "data: expected an object, found an array of 0"),
        (#"{"data":"x"}"#, "data.0", #"data: expected an array, found "x""#),
        (#"{"data":[[]]}"#, "data.1", "data[1]: missing"), (#"{"data":{"a":1}}"#, "data.1", "data.1: missing"),
        (#"{"data":{"items":{}}}"#, "data.items", "data.items: expected an array, found an object"),
        (#"{"data":{"items":null}}"#, "data.items", "data.items: expected an array, found null"),
        (#"{"data":{"items":[1,"2"]}}"#, "data.items", #"data.items[1]: expected Int, found "2""#),
        ("[0,[1,{}]]", "1", "[1][1]: expected Int, found an object"), ("3", "a", "expected an object, found 3"),
        (#"[[1]]"#, "99999999999999999999", "expected an object, found an array of 1"),
        ("[[1]]", "9223372036854775807", "[9223372036854775807]: missing"),
        ("", "a", "the body is empty"), ("[1,", "a", "the body is not JSON (Content-Type: application/json)"),
    ]

    @Test(arguments: failures)
    func errorNamesFullPath(json: String, path: String, reason: String) throws {
        #expect(try self.reason(json, path, as: [Int].self) == reason)
    }

    // MARK: Key decoding strategies

    private static let spellings = ["search_result.all_items", "searchResult.allItems", "search_result.allItems"]

    @Test(arguments: spellings)
    func findsSnakeCaseKeysByBothNames(path: String) throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try read(#"{"search_result":{"all_items":[1]}}"#, path, decoder: decoder) == [1])
        let camel = path.contains("_") ? "searchResult.allItems" : path
        #expect(try read(#"{"searchResult":{"allItems":[1]}}"#, camel, decoder: decoder) == [1])
        let missing = try reason(#"{"search_result":{}}"#, path, as: [Int].self, decoder: decoder)
        #expect(missing == "search_result.all_items: missing")
    }

    @Test(arguments: ["_id", "id_", "__a_b__", "_", "a__b", "ABC_DEF", "é_è"])
    func convertsKeysLikeDecoder(key: String) throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try read("{\"\(key)\":1}", key, decoder: decoder) == 1)
    }

    @Test func appliesCustomKeyDecodingStrategy() throws {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom { path in
            Key(stringValue: path.last.map { $0.stringValue.uppercased() } ?? "")
        }
        #expect(try read(#"{"data":{"items":1}}"#, "DATA.ITEMS", decoder: decoder) == 1)
    }
}
