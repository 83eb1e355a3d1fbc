import Foundation
import RillHTTP
import RillHTTPTesting
import RillJSON
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct FastJSONDecoderTests {
    private func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, _ json: String, _ decoder: FastJSONDecoder = FastJSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: Data(json.utf8))
    }

    private func description<Value: Decodable>(_ type: Value.Type, _ json: String) -> String {
        do {
            return "\(try decode(type, json))"
        } catch let error as DecodingError {
            switch error {
            case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
                .dataCorrupted(let context):
                let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
                return (path + [context.debugDescription]).joined(separator: ": ")
            @unknown default: return "\(error)"
            }
        } catch {
            return "\(error)"
        }
    }

    private struct Item: Decodable, Hashable {
        var id: Int
        var name: String?
        var tags: [String] = []

        init(id: Int, name: String?, tags: [String]) { (self.id, self.name, self.tags) = (id, name, tags) }
    }

    private struct Escaped: Decodable {
        let decoder: any Decoder
        init(from decoder: any Decoder) { self.decoder = decoder }
    }

    // MARK: Values

    @Test(
        arguments: [
            #"{"id":1,"name":"a","tags":["x","y"]}"#, #" { "tags" : [ "x" , "y" ] , "name" : "a" , "id" : 1 } "#,
            #"{"more":{"id":[2,{}]},"tags":["x","y"],"none":null,"id":1,"name":"a"}"#,
            #"{"\u0069d":1,"n\u0061me":"a","tags":["\u0078","y"]}"#,
            #"{"id":1,"id":2,"name":"a","tags":["x","y"],"name":null,"\u0069d":3}"#,
            "\u{FEFF}" + #"{"name":"a","id":1,"tags":["x","y"],"id":3}"#,
        ])
    func decodesKeysInAnyOrder(json: String) throws {
        #expect(try decode(Item.self, json) == Item(id: 1, name: "a", tags: ["x", "y"]))
    }

    @Test func usesFirstValueOfDuplicateKey() throws {
        #expect(
            try decode([String: Bool].self, #"{"a":true,"b":false,"a":false,"\u0061":false}"#) == [
                "a": true, "b": false,
            ])
        let keys = (0..<300).map { "\"k\($0)\":\($0)" } + ["\"k7\":-1", "\"k299\":-1"]
        let values = try decode([String: Int].self, "{" + keys.joined(separator: ",") + "}")
        #expect(values.count == 300)
        #expect(values["k7"] == 7 && values["k299"] == 299)
    }

    @Test func decodesStrings() throws {
        let json = #"["","a\"\\\/\b\f\n\r\t","\u00e9\ud83d\ude00","日本 é😀","exactly8","a string of more than 16 bytes"]"#
        #expect(try decode([String].self, json) == JSONDecoder().decode([String].self, from: Data(json.utf8)))
    }

    @Test func decodesFoundationTypes() throws {
        struct Values: Decodable, Hashable {
            var url: URL
            var data: Data
            var decimal: Decimal
            var missing: URL?
        }
        let json = Data(#"{"url":"https://h/é?a=1","data":"AQI=","decimal":1.10,"missing":null}"#.utf8)
        #expect(
            try FastJSONDecoder().decode(Values.self, from: json) == JSONDecoder().decode(Values.self, from: json))
    }

    @Test func appliesDateDecodingStrategies() throws {
        let date = Date(timeIntervalSince1970: 1_709_209_800)
        let cases: [(JSONDecoder.DateDecodingStrategy, String)] = [
            (.deferredToDate, "\(date.timeIntervalSinceReferenceDate)"), (.secondsSince1970, "1709209800"),
            (.millisecondsSince1970, "1709209800000"), (.iso8601, "\"2024-02-29T12:30:00Z\""),
            (.tolerant(), "\"2024-02-29T12:30:00Z\""), (.tolerant(), "1709209800"), (.custom { _ in date }, "{}"),
        ]
        for (strategy, json) in cases {
            #expect(
                try decode([Date?].self, "[\(json),null]", FastJSONDecoder(dateDecodingStrategy: strategy)) == [
                    date, nil,
                ])
        }
    }

    @Test func decodesNestedContainers() throws {
        class Base: Decodable {
            var id: Int
            enum Keys: CodingKey { case id, values, parent }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                id = try container.decode(Int.self, forKey: .id)
            }
        }
        final class Derived: Base {
            var values: [Int8] = []
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                var list = try container.nestedUnkeyedContainer(forKey: .values)
                #expect(list.count == 3)
                while !list.isAtEnd { values.append(try list.decodeNil() ? 0 : list.decode(Int8.self)) }
                #expect(throws: DecodingError.self) { try list.decode(Int8.self) }
                try super.init(from: container.superDecoder(forKey: .parent))
            }
        }
        let value = try decode(Derived.self, #"{"values":[1,null,-3],"parent":{"id":7}}"#)
        #expect(value.values == [1, 0, -3])
        #expect(value.id == 7)
    }

    @Test func storedDecoderRemainsUsableAfterDecoding() throws {
        let escaped = try decode(Escaped.self, #"{"id":1,"name":"a string of more than 16 bytes","tags":[]}"#)
        #expect(try Item(from: escaped.decoder).name == "a string of more than 16 bytes")
    }

    // MARK: Numbers

    @Test(
        arguments: [
            "0", "-0", "1", "-1", "127", "128", "-128", "-129", "255", "256", "1.0", "10e-1", "1e2", "1.5", "0e1",
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
            "18446744073709551615", "18446744073709551616", "1e18", "1e19", "1e20", "0.1e1", "12.340e2", "1e-1",
        ])
    func decodesIntegersInRange(json: String) {
        // JSONDecoder rejects a zero with an exponent.
        let text = json == "0e1" ? "0" : json
        let data = Data(text.utf8)
        #expect((try? decode(Int.self, json)) == (try? JSONDecoder().decode(Int.self, from: data)))
        #expect((try? decode(Int8.self, json)) == (try? JSONDecoder().decode(Int8.self, from: data)))
        #expect((try? decode(UInt8.self, json)) == (try? JSONDecoder().decode(UInt8.self, from: data)))
        #expect((try? decode(UInt64.self, json)) == (try? JSONDecoder().decode(UInt64.self, from: data)))
    }

    @Test(arguments: [
        "1e999999999999999999999", "1.5e-9223372036854775808", "1e-9223372036854775808", "1e400", "1e-400",
    ])
    func numberOutOfRangeFails(json: String) {
        #expect(throws: DecodingError.self) { try decode(Double.self, json) }
        #expect(throws: DecodingError.self) { try decode(Float.self, json) }
        #expect(throws: DecodingError.self) { try decode(Int.self, json) }
    }

    @Test func roundsToNearestDouble() throws {
        var random = SystemRandomNumberGenerator()
        var texts = ["5e-324", "1.7976931348623157e308", "2.2250738585072011e-308", "9007199254740993", "0.1", "1e23"]
        texts += [
            "8.98846567431158e307", "123456789012345678901234567890", "4.4501477170144023e-308", "0." + "0" * 30 + "1",
        ]
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next() & 0x7FEF_FFFF_FFFF_FFFF)
            texts += ["\(value)", "\(random.next())e\(Int.random(in: -320...280))"]
        }
        for text in texts {
            let expected = try #require(Double(text))
            guard expected != 0 else { continue }
            #expect(try decode(Double.self, text).bitPattern == expected.bitPattern, "\(text)")
        }
        #expect(try decode(Float.self, "0.1") == 0.1)
    }

    // MARK: Errors

    private static let invalid: [(json: String, reason: String)] = [
        ("", "unexpected end of the document (line 1, byte 0)"),
        ("[1,\n2", "unexpected end of the document (line 2, byte 5)"),
        ("[1,]", "expected a value (line 1, byte 3)"), (#"{"a":1,}"#, "expected a key (line 1, byte 7)"),
        (#"{"a" 1}"#, "expected ':' (line 1, byte 5)"), ("[1 2]", "expected ',' or ']' (line 1, byte 3)"),
        (#"{"a":1 "b":2}"#, "expected ',' or '}' (line 1, byte 7)"),
        ("[01]", "number with a leading zero (line 1, byte 1)"),
        ("[1.]", "expected a digit (line 1, byte 3)"), ("[tru]", "expected a value (line 1, byte 1)"),
        ("1 2", "unexpected data after the value (line 1, byte 2)"),
        ("[\"a\nb\"]", "control character in a string (line 1, byte 3)"),
        (#"["\x"]"#, "invalid escape sequence (line 1, byte 3)"),
        (#"{"\ud800":1}"#, "unpaired surrogate in a key (line 1, byte 2)"),
        ("1\0", "unexpected data after the value (line 1, byte 1)"),
    ]

    @Test(arguments: invalid)
    func syntaxErrorNamesLineAndByte(json: String, reason: String) {
        #expect(description([Int].self, json) == reason)
    }

    @Test func rejectsInvalidUTF8() {
        for bytes: [UInt8] in [[0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] {
            let data = Data([0x22] + bytes + [0x22])
            #expect(throws: DecodingError.self) { try FastJSONDecoder().decode(String.self, from: data) }
        }
    }

    @Test func limitsNestingDepth() {
        let deep = String(repeating: "[", count: 1_000_000)
        #expect(description([Int].self, deep) == "more than 512 nested containers (line 1, byte 512)")
        #expect(throws: DecodingError.self) { try decode([Int].self, String(repeating: "{\"a\":", count: 1_000_000)) }
    }

    @Test func errorContainsBeginningOfLongNumber() {
        let digits = String(repeating: "9", count: 1_000_000)
        let start = digits.prefix(64) + "…"
        #expect(description(Int.self, digits) == "\(start) does not fit in Int (line 1, byte 0)")
        #expect(description(Double.self, digits) == "\(start) does not fit in Double (line 1, byte 0)")
    }

    /// Verifies that JSON of unknown structure does not overflow a small stack.
    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
    func nestedJSONValueFitsSmallStack(open: String, close: String) async {
        let outcomes = await onSmallStack {
            [64, 65, 512].map { levels in
                description(
                    JSONValue.self,
                    String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels))
            }
        }
        #expect(outcomes[0] == String(repeating: open, count: 64) + "1" + String(repeating: close, count: 64))
        for text in outcomes.dropFirst() { #expect(text.hasSuffix(": more than 64 nested arrays and objects")) }
    }

    @Test func errorNamesPathLineAndByte() {
        let list = [Item].self
        #expect(
            description(list, "[{\"id\":1,\"tags\":[]},\n{\"id\":\"x\"}]")
                == "1: id: expected Int, found a string (line 2, byte 27)")
        #expect(description(list, #"[{"id":1}]"#) == "0: no value for the key tags (line 1, byte 1)")
        #expect(description(list, #"[{"id":null}]"#) == "0: id: expected Int, found null (line 1, byte 7)")
        #expect(
            description(list, #"[{"id":1,"tags":["a",{}]}]"#)
                == "0: tags: 1: expected String, found an object (line 1, byte 21)")
        #expect(description([UInt8].self, "[1,256]") == "1: 256 does not fit in UInt8 (line 1, byte 3)")
        #expect(description([URL].self, "[1]") == "0: expected String, found a number (line 1, byte 1)")
        #expect(description([Int].self, "{}") == "expected an array, found an object (line 1, byte 0)")
        #expect(description([Item].self, "[[]]") == "0: expected an object, found an array (line 1, byte 1)")
    }

    @Test(arguments: [#"a\nb"#, #"\u000a\u000A"#])
    func lineNumberIgnoresEscapedNewlineInKey(key: String) {
        let last = key.utf8.count + 5
        #expect(
            description([String: Int].self, "{\"\(key)\":\n\"x\"}").hasSuffix(
                ": expected Int, found a string (line 2, byte \(last))"))
        #expect(description([String: Int].self, "{\"\(key)\":\n]") == "expected a value (line 2, byte \(last))")
    }

    @Test func errorAfterLastElementNamesLineAndByte() {
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                _ = (try list.decode(Int.self), try list.decode(Int.self))
            }
        }
        #expect(description([Pair].self, "[[1,2],\n[3]]") == "1: 1: no more elements (line 2, byte 8)")
    }

    @Test func errorLocationIsRelativeToSlice() {
        let error = #expect(throws: DecodingError.self) {
            try FastJSONDecoder().decode([Int].self, from: Data("\n\n[1,\nx]".utf8).dropFirst(2))
        }
        #expect("\(error, default: "")".contains("expected a value (line 2, byte 4)"))
    }

    /// If a type tries to decode an integer first, computing the coding path must not search the whole document each
    /// time.
    @Test func failedDecodingAttemptsTakeLinearTime() throws {
        struct Either: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if (try? container.decode(Int.self)) == nil { _ = try container.decode(String.self) }
            }
        }
        let elements = repeatElement("\"a\"", count: 50_000).joined(separator: ",\n")
        #expect(try decode([Either].self, "[\(elements)]").count == 50_000)
        #expect(
            description([Either].self, "[\(elements),\n{}]").hasPrefix(
                "50000: expected String, found an object (line 50001,"))
    }

    /// The error for a missing key contains the location of the object, which begins before the value that failed
    /// earlier.
    @Test func decodingAttemptsWithMissingKeysTakeLinearTime() throws {
        struct Either: Decodable {
            enum Keys: CodingKey { case a, b }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                guard (try? container.decode(Int.self, forKey: .a)) == nil else { return }
                _ = try container.decode(Int.self, forKey: .b)
            }
        }
        struct Attempt: Decodable {
            init(from decoder: any Decoder) throws { _ = try? Either(from: decoder) }
        }
        try expectLinearTime(size: 30_000) {
            (count: $0, text: "[\(repeatElement(#"{"a":"text"}"#, count: $0).joined(separator: ",\n"))]")
        } _: { input in
            let attempts = try decode([Attempt].self, input.text)
            #expect(attempts.count == input.count)
        }
        #expect(description([Either].self, "[\n{\"a\":\n\"x\"}]") == "0: no value for the key b (line 2, byte 2)")
    }

    @Test func errorOfEscapedDecoderDoesNotReadFreedMemory() throws {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 32)
        defer { bytes.deallocate() }
        _ = bytes.initialize(from: (" " * 31 + "1").utf8)
        let data = Data(bytesNoCopy: try #require(bytes.baseAddress), count: bytes.count, deallocator: .none)
        let escaped = try FastJSONDecoder().decode(Escaped.self, from: data)
        bytes.update(repeating: UInt8(ascii: "\n"))
        let error = #expect(throws: DecodingError.self) { try String(from: escaped.decoder) }
        #expect("\(error, default: "")".contains("expected String, found a number (line 1, byte 31)"))
    }

    // MARK: Clients

    @Test func clientDecodesWithFastDecoder() throws {
        let transport = StubTransport { _ in .json(#"{"data":[{"id":1,"tags":[]},{"id":"x","tags":[]}]}"#) }
        let client = Client(baseURL: "https://h", transport: transport, decoder: FastJSONDecoder())
        let first = Endpoint("/items", parser: ResponseParser<Item>.json(at: "data.0"))
        #expect(Recorder(client.send(first)).values == [Item(id: 1, name: nil, tags: [])])
        let all = Endpoint("/items", parser: ResponseParser<[Item]>.json(at: "data"))
        #expect(try Recorder(client.send(all)).failure().reason == #"data[1].id: expected Int, found "x""#)
    }

    @Test(arguments: ["[1,]", #"{"a":1,}"#])
    func lenientJSONDecoderSyntaxFailsWithoutFoundValue(body: String) throws {
        let client = Client(
            baseURL: "https://h", transport: StubTransport { _ in .json(body) }, decoder: FastJSONDecoder())
        let reason = try Recorder(client.send(Endpoint<[Int]>("/items"))).failure().reason
        #expect(reason.hasPrefix("expected a ") && reason.hasSuffix("(line 1, byte \(body.utf8.count - 1))"))
    }

    @Test func clientErrorNamesLineAndByteOfSyntaxError() throws {
        let transport = StubTransport { _ in .json("[1,\n2") }
        let client = Client(baseURL: "https://h", transport: transport, decoder: FastJSONDecoder())
        #expect(
            try Recorder(client.send(Endpoint<[Int]>("/items"))).failure().reason
                == "the body is not JSON (Content-Type: application/json): "
                + "unexpected end of the document (line 2, byte 5)")
    }
}

private func * (text: String, count: Int) -> String { String(repeating: text, count: count) }
