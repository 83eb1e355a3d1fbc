import Foundation
import RillHTTP
import Testing

/// Tests the encoding of values as name-value pairs.
@Suite struct QueryEncoderTests {
    struct Box<Value: Encodable & Sendable>: Encodable, Sendable {
        var a: Value

        init(_ a: Value) {
            self.a = a
        }
    }

    struct Search: Encodable {
        enum Sort: String, Encodable {
            case mostStars = "stars"
        }

        struct Range: Encodable {
            var low: Int?
            var high: Int?
        }

        var text = "C++"
        var sort: Sort? = .mostStars
        var perPage: Int?
        var stars: Range? = Range(low: 10)
        var tags = ["b", "a"]
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var value: any Encodable & Sendable
        var encoded = ""
        var encoder = QueryEncoder()

        var testDescription: String { encoded.isEmpty ? "\(type(of: value))" : encoded }
    }

    private static let texts: [(String, String)] = [
        ("", ""), ("C++", "C%2B%2B"), ("100%", "100%25"), ("%2B", "%252B"), ("a&b", "a%26b"), ("a=b", "a%3Db"),
        ("a b", "a%20b"), ("日本 語", "%E6%97%A5%E6%9C%AC%20%E8%AA%9E"), ("e\u{301}", "e%CC%81"),
        ("👍🏽", "%F0%9F%91%8D%F0%9F%8F%BD"), ("~-_.", "~-_."), ("a[b]", "a%5Bb%5D"), ("\r\n\0", "%0D%0A%00"),
        ("null", "null"), (" ", "%20"), ("#?/", "%23%3F%2F"),
    ]

    @Test(arguments: texts)
    func encodesTextsAsNamesAndValues(text: String, encoded: String) throws {
        #expect(try QueryItems(encoding: Box(text)).encoded == "a=\(encoded)")
        #expect(try QueryItems(encoding: [text: text]).encoded == "\(encoded)=\(encoded)")
        #expect(try QueryItems(encoding: Box([text: 1])).map(\.name) == ["a[\(text)]"])
    }

    private static let date = Date(timeIntervalSince1970: 1_709_209_800.75)

    private static let simple: [Row] = [
        Row(value: Box(1), encoded: "a=1"), Row(value: Box(-5), encoded: "a=-5"),
        Row(value: Box(Int64.min), encoded: "a=-9223372036854775808"),
        Row(value: Box(UInt64.max), encoded: "a=18446744073709551615"),
        Row(value: Box(Int8(-1)), encoded: "a=-1"), Row(value: Box(UInt16(7)), encoded: "a=7"),
        Row(value: Box(2.5), encoded: "a=2.5"), Row(value: Box(Float(0.1)), encoded: "a=0.1"),
        Row(value: Box(1e20), encoded: "a=1e%2B20"), Row(value: Box(Decimal(string: "12.340")), encoded: "a=12.34"),
        Row(value: Box(true), encoded: "a=true"), Row(value: Box(false), encoded: "a=false"),
        Row(value: Box([true, false]), encoded: "a=true&a=false"),
        Row(value: Box(date), encoded: "a=2024-02-29T12%3A30%3A00Z"),
        Row(value: Box(Date(timeIntervalSince1970: -0.5)), encoded: "a=1969-12-31T23%3A59%3A59Z"),
        Row(value: Box(date), encoded: "a=1709209800", encoder: QueryEncoder(dates: .secondsSince1970)),
        Row(value: Box(date), encoded: "a=1709209800750", encoder: QueryEncoder(dates: .millisecondsSince1970)),
        Row(value: Box(date), encoded: "a=730902600.75", encoder: QueryEncoder(dates: .deferredToDate)),
        Row(value: Box(date), encoded: "a=2024", encoder: QueryEncoder(dates: .formatted(year))),
        Row(
            value: Box(date), encoded: "a%5Bs%5D=1709209800",
            encoder: QueryEncoder(dates: .custom { try ["s": Int($0.timeIntervalSince1970)].encode(to: $1) })),
        Row(value: Box(Data([0xFB, 0xFF, 0])), encoded: "a=%2B%2F8A"), Row(value: Box(Data()), encoded: "a="),
        Row(value: Box(URL(string: "https://h/a?b=c")), encoded: "a=https%3A%2F%2Fh%2Fa%3Fb%3Dc"),
        Row(
            value: Box(UUID(uuidString: "00000000-0000-0000-0000-0000000000AB")),
            encoded: "a=00000000-0000-0000-0000-0000000000AB"),
        Row(value: Box(Search.Sort.mostStars), encoded: "a=stars"), Row(value: Box(Unit(rawValue: 3)), encoded: "a=3"),
        Row(value: Box(String?.none), encoded: ""), Row(value: Box("x" as String??), encoded: "a=x"),
        Row(value: Search?.none, encoded: ""), Row(value: Box([Int]()), encoded: ""),
        Row(value: [String: Int](), encoded: ""),
        Row(value: ["b": 1, "a": 2, "10": 3, "9": 4, "9a": 5], encoded: "9=4&10=3&9a=5&a=2&b=1"),
        Row(value: [10: "x", 9: "y"], encoded: "9=y&10=x"),
        Row(value: ["a": 1, "b": nil] as [String: Int?], encoded: "a=1"),
    ]

    private static var year: DateFormatter {
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy"
        return formatter
    }

    private static let lists: [Row] = [
        Row(value: Box([1, 2]), encoded: "a=1&a=2"), Row(value: Box(["", "x"]), encoded: "a=&a=x"),
        Row(value: Box(Set([1])), encoded: "a=1"), Row(value: Box([1, nil, 3]), encoded: "a=1&a=3"),
        Row(value: Box([1, 2]), encoded: "a%5B%5D=1&a%5B%5D=2", encoder: QueryEncoder(lists: .brackets)),
        Row(value: Box([1, nil, 3]), encoded: "a%5B0%5D=1&a%5B2%5D=3", encoder: QueryEncoder(lists: .indexed)),
        Row(
            value: Box([[1], [2, 3]]), encoded: "a%5B0%5D%5B0%5D=1&a%5B1%5D%5B0%5D=2&a%5B1%5D%5B1%5D=3",
            encoder: QueryEncoder(lists: .indexed)),
        Row(value: Box([Box(1)]), encoded: "a%5B%5D%5Ba%5D=1", encoder: QueryEncoder(lists: .brackets)),
        Row(value: Box([["k": 1]]), encoded: "a%5B0%5D%5Bk%5D=1", encoder: QueryEncoder(lists: .indexed)),
    ]

    private static let nested: [Row] = [
        Row(value: Search(), encoded: "text=C%2B%2B&sort=stars&stars%5Blow%5D=10&tags=b&tags=a"),
        Row(
            value: Search(perPage: 5, stars: Search.Range(low: 10, high: 20)),
            encoded: "text=C%2B%2B&sort=stars&per_page=5&stars%5Blow%5D=10&stars%5Bhigh%5D=20&tags=b&tags=a",
            encoder: QueryEncoder(keys: .convertToSnakeCase)),
        Row(value: Search(sort: nil, stars: nil, tags: []), encoded: "text=C%2B%2B"),
        Row(value: Box(Box(Box(1))), encoded: "a%5Ba%5D%5Ba%5D=1"),
        Row(
            value: Box(["perPage": Search.Range(high: 2)]), encoded: "a%5BperPage%5D%5Bhigh%5D=2",
            encoder: QueryEncoder(keys: .convertToSnakeCase)),
        Row(
            value: Box(Box(1)), encoded: "k0%5Bk1%5D=1",
            encoder: QueryEncoder(keys: .custom { path in "k\(path.count - 1)".codingKey })),
        Row(value: Subclass(), encoded: "own=2&super%5Ba%5D=1"),
    ]

    @Test(arguments: simple + lists + nested)
    func encodesValues(row: Row) throws {
        #expect(try row.encoder.encode(row.value).encoded == row.encoded)
    }

    private static let spellings: [(String, String)] = [
        ("perPage", "per_page"), ("baseURLString", "base_url_string"), ("URL", "url"), ("myURL", "my_url"), ("a", "a"),
        ("aB", "a_b"), ("page2Size", "page2_size"), ("", ""), ("already_snake", "already_snake"), ("_idOf", "_id_of"),
        ("größeÄndern", "größe_ändern"),
    ]

    @Test(arguments: spellings)
    func convertsKeysToSnakeCase(key: String, expected: String) throws {
        struct Named: Encodable {
            struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }

            var key: String

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: Key(stringValue: key))
            }
        }
        #expect(try QueryEncoder(keys: .convertToSnakeCase).encode(Named(key: key)).map(\.name) == [expected])
    }

    // MARK: Invalid values

    private static let invalid: [(row: Row, path: String, reason: String)] = [
        (Row(value: 1), "", topLevelValue), (Row(value: "text"), "", topLevelValue),
        (Row(value: Search.Sort.mostStars), "", topLevelValue), (Row(value: date), "", topLevelValue),
        (Row(value: [Int]()), "", "a top-level list cannot be encoded: query items require a name"),
        (Row(value: [Box(1)]), "", "a top-level list cannot be encoded: query items require a name"),
        (Row(value: Box([[1]])), "a.0", "a nested list requires the list style .brackets or .indexed"),
        (Row(value: Box([Box(1)])), "a.0", "objects in a list require the list style .brackets or .indexed"),
        (Row(value: Box([[String: Int]()])), "a.0", "objects in a list require the list style .brackets or .indexed"),
        (Row(value: Box(["b": [1, .nan]])), "a.b.1", "the number is not finite"),
        (Row(value: Box(-Float.infinity)), "a", "the number is not finite"),
        (Row(value: Box(Date.distantFuture + 4e11)), "a", "the date cannot be encoded"),
        (Row(value: Box(Date(timeIntervalSince1970: .nan))), "a", "the date cannot be encoded"),
        (
            Row(value: Box(Date(timeIntervalSince1970: 1e300)), encoder: QueryEncoder(dates: .secondsSince1970)), "a",
            "the date cannot be encoded"
        ),
    ]

    private static let topLevelValue = "a top-level value cannot be encoded: query items require a name"

    @Test(arguments: invalid)
    func invalidValueFailsWithCodingPath(row: Row, path: String, reason: String) throws {
        let error = try #require(throws: EncodingError.self) { try row.encoder.encode(row.value) }
        guard case .invalidValue(_, let context) = error else {
            Issue.record("unexpected error: \(error)")
            return
        }
        #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == path)
        #expect(context.debugDescription == reason)
        #expect(!"\(error)".isEmpty)
    }

    @Test func errorOmitsTopLevelValue() throws {
        let error = try #require(throws: EncodingError.self) { try QueryItems(encoding: "t0ken") }
        #expect(!"\(error)".contains("t0ken"))
    }

    @Test func rethrowsErrorsOfValue() {
        struct EncodingFailure: Error {}
        struct FailingValue: Encodable, Sendable {
            func encode(to encoder: any Encoder) throws { throw EncodingFailure() }
        }
        #expect(throws: EncodingFailure.self) { try QueryItems(encoding: Box(FailingValue())) }
    }

    // MARK: Test values

    /// A value with a custom query text.
    private struct Unit: QueryValue, Encodable {
        var rawValue: Int
        var queryText: String { "\(rawValue)" }
    }

    /// A value that uses the encoder of its superclass.
    private struct Subclass: Encodable {
        enum Key: String, CodingKey {
            case own
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(2, forKey: .own)
            try Box(1).encode(to: container.superEncoder())
        }
    }
}
