import Foundation
import RillHTTP
import RillTestSupport
import Testing

@Suite struct JSONValueTests {
    private static let value: JSONValue = [
        "a": 1, "b": "x", "c": [true, nil, 1.5], "d": [:], "e": [], "f": "\("q")\"\\\n\t\u{1}é",
    ]

    private func decode(_ text: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    private func encode(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    private static let text = #"{"a":1,"b":"x","c":[true,null,1.5],"d":{},"e":[],"f":"q\"\\\n\t\u0001é"}"#

    @Test func descriptionIsJSONWithSortedKeys() throws {
        #expect("\(Self.value)" == Self.text)
        #expect(try decode(Self.text) == Self.value)
    }

    @Test func encoderWritesTheSameJSON() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(Self.value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == Self.value)
        #expect(String(decoding: try encoder.encode(Self.value["c"]), as: UTF8.self) == "[true,null,1.5]")
    }

    private static let values: [(String, JSONValue)] = [
        ("null", JSONValue.null), ("true", true), ("0", 0), ("-1", -1), ("1e300", 1e300), ("\"\"", ""), ("[[]]", [[]]),
        ("9223372036854775807", .integer(.max)), ("18446744073709551615", Self.decimal("18446744073709551615")),
        ("{\"a\":{\"b\":null}}", ["a": ["b": nil]]), ("\"\\u0000\"", "\0"),
    ]

    @Test(arguments: values)
    func decodesAndDescribes(text: String, value: JSONValue) throws {
        let decoded = try decode(text)
        #expect(decoded == value)
        #expect(try decode("\(decoded)") == value)
    }

    private static func decimal(_ text: String) -> JSONValue { Decimal(string: text).map { .decimal($0) } ?? .null }

    @Test(arguments: [
        "12345678901234567890", "-18446744073709551616", "3.14159265358979323846", "12345678901234567890.123456789",
        "0.1000000000000000055511151231257827021", "99999999999999999999999999999999999999",
    ])
    func keepsDigits(_ text: String) throws {
        let value = try decode("{\"a\": [\(text)]}")
        #expect(value == ["a": [Self.decimal(text)]])
        let body = HTTPBody.json(value).bytes.map { String(decoding: $0, as: UTF8.self) }
        #expect(try ["\(value)", encode(value), body] == Array(repeating: "{\"a\":[\(text)]}", count: 3))
    }

    @Test(arguments: [
        ("0.1", 0.1), ("1.10", 1.1), ("0.30000000000000004", 0.30000000000000004), ("1e200", 1e200), ("1e-7", 1e-7),
        ("1e-200", 1e-200), ("2.5e15", 2.5e15),
    ])
    func numberWithoutLossStaysDouble(_ text: String, _ number: Double) throws {
        let value = try JSONDecoder().decode([JSONValue].self, from: Data("[\(text)]".utf8))
        if case .decimal = value[0] { Issue.record("\(text) is decoded as a decimal number") }
        #expect(value == [.number(number)])
    }

    @Test func decimalNumbersAreComparedByDigits() {
        let pairs: [(JSONValue, JSONValue, Bool)] = [
            (.decimal(2), 2, true), (.decimal(2), 2.0, true), (Self.decimal("0.1"), 0.1, true),
            (Self.decimal("9223372036854775807"), .integer(.max), true),
            (Self.decimal("9223372036854775808"), .integer(.max), false),
            (Self.decimal("1234567890123456768"), .number(1_234_567_890_123_456_768), true),
            (Self.decimal("1234567890123456700"), .number(1_234_567_890_123_456_768), false),
            (.decimal(2), "2", false),
        ]
        for (left, right, isEqual) in pairs {
            #expect((left == right) == isEqual && (right == left) == isEqual, "\(left) \(right)")
            if isEqual { #expect(left.hashValue == right.hashValue, "\(left) \(right)") }
        }
        #expect(JSONValue.decimal(7).intValue == 7 && Self.decimal("7.5").intValue == nil)
        #expect(Self.decimal("7.5").doubleValue == 7.5 && JSONValue.integer(3).decimalValue == 3)
        #expect(JSONValue.number(0.1).decimalValue == Decimal(string: "0.1") && JSONValue.null.decimalValue == nil)
        #expect([-Double.infinity, .infinity, .nan, -.nan].allSatisfy { JSONValue.number($0).decimalValue == nil })
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func nonFiniteNumbersBecomeNull(number: Double) throws {
        let value = JSONValue.array([.number(number)])
        #expect("\(value)" == "[null]")
        #expect(try encode(value) == "[null]")
    }

    @Test func subscriptsAndPropertiesReadValues() {
        let value = Self.value
        #expect(value["a"]?.intValue == 1)
        #expect(JSONValue.number(2).intValue == 2)
        #expect(value["c"]?.arrayValue?.count == 3)
        #expect(value["a"]?.doubleValue == 1)
        #expect(value["c"]?[2]?.doubleValue == 1.5)
        #expect(value["b"]?.stringValue == "x")
        #expect(value["c"]?[0]?.boolValue == true)
        #expect(value["c"]?[1] == .null)
        #expect(value["d"]?.objectValue == [:])
    }

    @Test func nestedValuesAreChangedInLinearTime() {
        expectLinearTime(size: 1 << 12) { size in
            JSONValue.object(["a": .array(Array(repeating: 0, count: size))])
        } _: { value in
            var value = value
            for index in 0..<(value["a"]?.arrayValue?.count ?? 0) { value["a"]?[index] = .integer(index) }
            #expect(value["a"]?[5]?.intValue == 5)
        }
    }

    @Test func numbersAreComparedByValue() {
        #expect(JSONValue.number(2) == 2 && JSONValue.integer(2) == .number(2) && JSONValue.number(2.5) != 2)
        #expect(JSONValue.integer(.max) != .number(Double(Int.max)))
        #expect(Set<JSONValue>([1, 1.0, 1.5]).count == 2)
        #expect("\(JSONValue.array([1.0, 1e3, -0.5, 1e300]))" == "[1,1000,-0.5,1e+300]")
    }

    @Test(arguments: ["{\"a\":\"\\ud800\"}", "[1e400]", "[01]", "[\"\\x\"]"])
    func invalidValueIsNotReportedAsTypeMismatch(text: String) throws {
        let error = #expect(throws: DecodingError.self) { try decode(text) }
        guard case .dataCorrupted = error else { throw try #require(error) }
    }

    @Test func missingValuesAreNil() {
        let value = Self.value
        #expect(value["z"] == nil)
        #expect(value[0] == nil)
        #expect(value["c"]?[3] == nil)
        #expect(value["c"]?[-1] == nil)
        #expect(value["c"]?["a"] == nil)
        #expect(value["b"]?.intValue == nil)
        #expect(value["c"]?[2]?.intValue == nil)
        #expect(JSONValue.number(1e300).intValue == nil)
        #expect(value["a"]?.stringValue == nil)
    }

    @Test(arguments: [-0.0, 0, 1, -1.5, 1e15, 1e16, 9_007_199_254_740_992, 1e-7, 1e300, Double.pi])
    func numbersAreWrittenAsByJSONEncoder(number: Double) throws {
        #expect(try "\(JSONValue.number(number))" == encode(number))
    }

    // MARK: Changes

    @Test func subscriptsChangeValues() {
        var value: JSONValue = ["a": ["b": [1, 2, 3]], "c": true]
        value["a"]?["b"]?[0] = "x"
        value["a"]?["b"]?[1] = nil
        value["a"]?["d"] = [:]
        value["a"]?["d"]?["e"] = .null
        #expect(value == ["a": ["b": ["x", 3], "d": ["e": nil]], "c": true])
        value["c"] = nil
        value["a"]?["d"] = JSONValue?.none
        value["f"] = .integer(7)
        #expect(value == ["a": ["b": ["x", 3]], "f": 7])
    }

    @Test func changesOfMissingValuesHaveNoEffect() {
        let original: JSONValue = ["a": [1], "b": "x"]
        var value = original
        value["a"]?[1] = 2
        value["a"]?[-1] = 2
        value["a"]?[1] = nil
        value["a"]?["b"] = 2
        value["b"]?["c"] = 2
        value["b"]?[0] = 2
        value["z"]?["c"] = 2
        value["z"] = nil
        value[0] = 2
        #expect(value == original)
        for scalar: JSONValue in [nil, true, 1, 1.5, "x"] {
            var value = scalar
            value["a"] = 1
            value[0] = 1
            #expect(value == scalar)
        }
    }

    // MARK: Conversion

    private struct Author: Encodable {
        var name: String
        var joined = Date(timeIntervalSince1970: 0)
        var numbers: [Double] = [1, 0.5]
        var site: String?
    }

    @Test func encodableValuesAreConverted() throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        let value = try JSONValue(encoding: Author(name: "日本"), encoder: encoder)
        #expect(value == ["name": "日本", "joined": 0, "numbers": [1, 0.5]])
        #expect(try JSONValue(encoding: 7) == 7)
        #expect(try JSONValue(encoding: String?.none) == .null)
        #expect(try JSONValue(encoding: UInt64.max) == Self.decimal("18446744073709551615"))
        #expect(throws: EncodingError.self) { try JSONValue(encoding: Double.nan) }
        let deep = (0..<64).reduce(JSONValue.integer(1)) { value, _ in .array([value]) }
        for value in [Self.value, deep] { #expect(try JSONValue(encoding: value) == value) }
        #expect(throws: DecodingError.self) { try JSONValue(encoding: [deep]) }
    }

    // MARK: Hostile documents

    private static func document(_ levels: Int, _ open: String, _ close: String) -> Data {
        Data((String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)).utf8)
    }

    /// Verifies that neither decoding nor another use of a deeply nested value overflows a small stack.
    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
    func deepestValueFitsSmallStack(open: String, close: String) async {
        let document = Self.document(64, open, close)
        let isEqual = await onSmallStack { () -> Bool in
            guard let value = try? JSONDecoder().decode(JSONValue.self, from: document),
                let copy = try? JSONDecoder().decode(JSONValue.self, from: Data(value.description.utf8)),
                let encoded = try? JSONEncoder().encode(copy)
            else { return false }
            return value == copy && Set([value, copy]).count == 1 && encoded == document
        }
        #expect(isEqual)
    }

    @Test(arguments: [65, 512, 100_000], [("[", "]"), (#"{"a":"#, "}")])
    func deeperValueIsRejectedOnSmallStack(levels: Int, brackets: (String, String)) async {
        let document = Self.document(levels, brackets.0, brackets.1)
        let error = await onSmallStack { () -> String? in
            do {
                _ = try JSONDecoder().decode(JSONValue.self, from: document)
                return nil
            } catch DecodingError.dataCorrupted(let context) {
                return context.debugDescription
            } catch {
                return "another error: \(error)"
            }
        }
        let ofDecoder = "The given data was not valid JSON."
        #expect(error == (levels > 512 ? ofDecoder : "more than 64 nested arrays and objects"))
    }

    @Test func longStringsAndManyKeysAreDecoded() throws {
        let string = String(repeating: "x", count: 1 << 20)
        let keys = (0..<10_000).map { "\"\($0)\":\($0)" }.joined(separator: ",")
        let duplicates = String(repeating: "\"a\":1,", count: 10_000)
        let value = try decode("[\"\(string)\",{\(keys)},{\(duplicates)\"a\":1}]")
        #expect(value[0]?.stringValue == string)
        #expect(value[1]?.objectValue?.count == 10_000)
        #expect(value[2] == ["a": 1])
    }

    @Test func numberWithManyDigitsIsRejected() throws {
        let digits = String(repeating: "9", count: 1_000_000)
        #expect(throws: DecodingError.self) { try decode("[\(digits)]") }
        #expect(try decode("[0.\(digits)]")[0]?.doubleValue == 1)
    }
}
