import RillHTTP
import Testing

@Suite struct QueryItemsTests {
    private enum Sort: String, QueryValue {
        case count
    }

    /// A value whose description differs from its query text.
    private struct Unit: RawRepresentable, QueryValue, CustomStringConvertible {
        var rawValue: Int
        var description: String { "number \(rawValue)" }
    }

    private static let values: [(value: String, encoded: String)] = [
        ("a b", "a%20b"), ("C++", "C%2B%2B"), ("100%", "100%25"), ("a&b=c", "a%26b%3Dc"),
        ("初心者", "%E5%88%9D%E5%BF%83%E8%80%85"), ("stocks:>10", "stocks%3A%3E10"), ("", ""),
        ("a\r\nb\0", "a%0D%0Ab%00"), ("?#/", "%3F%23%2F"), ("-._~", "-._~"), ("%2B", "%252B"),
        ("'\"<>", "%27%22%3C%3E"),
        ("[]{}|\\^`;,@!$()*", "%5B%5D%7B%7D%7C%5C%5E%60%3B%2C%40%21%24%28%29%2A"),
    ]

    @Test(arguments: values)
    func encodesNamesAndValues(value: String, encoded: String) {
        let items: QueryItems = ["q": value, value: "1"]
        #expect(items.encoded == "q=\(encoded)&\(encoded)=1")
    }

    @Test func keepsOrderAndOmitsNil() {
        let page: Int? = nil
        let size: Int? = 50
        let items: QueryItems = ["z": "1", "page": page, "per_page": size, "a": true, "z": 2.5, "n": nil]
        #expect(items.encoded == "z=1&per_page=50&a=true&z=2.5")
        #expect(items.count == 4)
    }

    @Test func usesRawValues() {
        let items: QueryItems = ["sort": Sort.count, "unit": Unit(rawValue: 3), "part": "abc".dropFirst()]
        #expect(items.encoded == "sort=count&unit=3&part=bc")
    }

    @Test func appendsPairsAndFlags() {
        var items: QueryItems = [:]
        #expect(items.encoded.isEmpty)
        items.append("q", "rx")
        items.append("page", nil)
        items.append(flag: "no catalog")
        items.append(QueryItems.Item(name: "tag", value: "a"))
        #expect(items.encoded == "q=rx&no%20catalog&tag=a")
        #expect(items.last == QueryItems.Item(name: "tag", value: "a"))
        items[0].value = "swift"
        items.removeAll { $0.name == "tag" }
        #expect(items.encoded == "q=swift&no%20catalog")
    }
}
