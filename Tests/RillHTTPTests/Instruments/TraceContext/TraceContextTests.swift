import RillHTTP
import RillTestSupport
import Testing

/// The parsing rules of W3C Trace Context Level 2, with the cases of the specification's test suite.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct TraceContextTests {
    private static let trace = "12345678901234567890123456789012"
    private static let span = "1234567890123456"

    @Test(arguments: [
        "00-\(trace)-\(span)-01",
        " 00-\(trace)-\(span)-01", "\t00-\(trace)-\(span)-01", "00-\(trace)-\(span)-01 ", "00-\(trace)-\(span)-01\t",
        "\t 00-\(trace)-\(span)-01 \t",
        "cc-\(trace)-\(span)-01", "cc-\(trace)-\(span)-01-what-the-future-will-be-like", "01-\(trace)-\(span)-01-",
    ])
    func parsesValidTraceparent(text: String) throws {
        let context = try #require(TraceContext(traceparent: text))
        #expect(context.traceID == Self.trace && context.spanID == Self.span && context.isSampled)
        #expect(context.traceparent == "00-\(Self.trace)-\(Self.span)-01")
    }

    @Test(arguments: [
        "", "-", "00", "00-", "00-\(trace)", "00-\(trace)-\(span)", "00-\(trace)-\(span)-",
        "00-\(trace)-\(span)-01.", "00-\(trace)-\(span)-01-", "00-\(trace)-\(span)-01-what-the-future-will-be-like",
        "cc-\(trace)-\(span)-01.what-the-future-will-be-like", "cc-\(trace)-\(span)-0",
        "ff-\(trace)-\(span)-01",
        ".0-\(trace)-\(span)-01", "0.-\(trace)-\(span)-01", "000-\(trace)-\(span)-01", "0000-\(trace)-\(span)-01",
        "0-\(trace)-\(span)-01", "CC-\(trace)-\(span)-01",
        "00-00000000000000000000000000000000-\(span)-01",
        "00-.2345678901234567890123456789012-\(span)-01", "00-1234567890123456789012345678901.-\(span)-01",
        "00-123456789012345678901234567890123-\(span)-01", "00-1234567890123456789012345678901-\(span)-01",
        "00-1234567890123456789012345678901A-\(span)-01",
        "00-\(trace)-0000000000000000-01", "00-\(trace)-.234567890123456-01", "00-\(trace)-123456789012345.-01",
        "00-\(trace)-12345678901234567-01", "00-\(trace)-123456789012345-01",
        "00-\(trace)-\(span)-.0", "00-\(trace)-\(span)-0.", "00-\(trace)-\(span)-001", "00-\(trace)-\(span)-1",
        "00-\(trace)-\(span)-0A", "00-\(trace)-\(span)-01, 00-\(trace)-\(span)-01",
    ])
    func rejectsInvalidTraceparent(text: String) {
        #expect(TraceContext(traceparent: text) == nil)
    }

    @Test(arguments: [("00", false, false), ("01", true, false), ("02", false, true), ("03", true, true)])
    func forwardsSampledAndRandomFlags(flags: String, isSampled: Bool, isRandom: Bool) throws {
        let context = try #require(TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-\(flags)"))
        #expect(context.isSampled == isSampled && context.isRandom == isRandom)
        #expect(context.traceparent.hasSuffix("-\(flags)") && context.makeChild().traceparent.hasSuffix("-\(flags)"))
    }

    @Test func clearsUnknownFlags() throws {
        let context = try #require(TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-ff"))
        #expect(context.traceparent.hasSuffix("-03"))
    }

    @Test func newTraceIsRandom() {
        let first = TraceContext()
        let second = TraceContext(isSampled: true)
        #expect(first.isRandom && !first.isSampled && second.isSampled && first.traceID != second.traceID)
        #expect(TraceContext(traceparent: first.traceparent) == first)
        #expect(first.traceID.count == 32 && first.spanID.count == 16)
    }

    @Test func childKeepsTraceAndState() throws {
        let parent = try #require(
            TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-01", tracestate: ["foo=1,bar=2"]))
        let child = parent.makeChild()
        #expect(child.traceID == parent.traceID && child.tracestate == "foo=1,bar=2")
        #expect(child.spanID != parent.spanID && child != parent)
    }

    private func state(_ values: String...) throws -> String? {
        try state(values)
    }

    private func state(_ values: [String]) throws -> String? {
        let context = TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-00", tracestate: values)
        return try #require(context).tracestate
    }

    private static let states: [(values: [String], state: String?)] =
        [
            ([], nil), ([""], nil), (["foo=1", ""], "foo=1"), (["", "foo=1"], "foo=1"),
            (["foo=1,bar=2", "rojo=1,congo=2", "baz=3"], "foo=1,bar=2,rojo=1,congo=2,baz=3"),
            (["foo=1 \t , \t bar=2, \t baz=3"], "foo=1,bar=2,baz=3"),
            (["foo=1\t \t,\t \tbar=2,\t \tbaz=3"], "foo=1,bar=2,baz=3"),
        ]
        + [" foo=1", "\tfoo=1", "foo=1 ", "foo=1\t", "\t foo=1 \t", ",foo=1", "foo=1,,"].map { ([$0], "foo=1") }

    @Test(arguments: states)
    func combinesTracestateFields(values: [String], state: String?) throws {
        #expect(try self.state(values) == state)
    }

    @Test func acceptsAllAllowedCharacters() throws {
        let key = "abcdefghijklmnopqrstuvwxyz0123456789_-*/"
        let characters = (0x20...0x7E).filter { $0 != 0x2C && $0 != 0x3D }
        let value = String(decoding: characters.map { UInt8($0) }, as: UTF8.self)
        for key in [key, "\(key)@a-z0-9_-*/", "0", "foo@"] {
            #expect(try state("\(key)=\(value)") == "\(key)=\(value)")
        }
    }

    @Test(arguments: [
        ["foo =1"], ["FOO=1"], ["foo.bar=1"], ["@foo=1,bar=2"], ["foo=bar=baz"], ["foo=,bar=3"], ["foo"], ["=1"],
        ["foo=\u{7F}"], ["foo=ü"], [String(repeating: "z", count: 257) + "=1"],
        ["foo=" + String(repeating: "z", count: 257)],
    ])
    func ignoresInvalidTracestate(values: [String]) throws {
        #expect(try state(values) == nil)
    }

    @Test(arguments: [["foo=1,foo=1"], ["foo=1,foo=2"], ["foo=1", "foo=1"], ["foo=1", "foo=2"]])
    func keepsFirstOfDuplicateKeys(values: [String]) throws {
        #expect(try state(values) == "foo=1")
        #expect(try state(values + ["bar=2"]) == "foo=1,bar=2")
    }

    @Test func limitsMembersOfTracestate() throws {
        let members = (1...33).map { "bar\($0)=\($0)" }
        #expect(try state(members.prefix(32).joined(separator: ",")) == members.prefix(32).joined(separator: ","))
        #expect(try state(members.joined(separator: ",")) == nil)
    }

    @Test func shortensLongTracestate() throws {
        let long = "long=" + String(repeating: "x", count: 200)
        let short = (1...9).map { "k\($0)=" + String(repeating: "y", count: 60) }
        #expect(try state("a=1,\(long),b=2") == "a=1,\(long),b=2")
        let result = try #require(try state("a=1,\(long)," + short.joined(separator: ",")))
        #expect(result == "a=1," + short.prefix(7).joined(separator: ","))
        #expect(result.utf8.count <= 512)
    }

    @Test func descriptionAndDebugTextOmitTracestate() throws {
        let context = try #require(
            TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-01", tracestate: ["foo=1"]))
        #expect("\(context)" == "00-\(Self.trace)-\(Self.span)-01")
        let lines = Log<String>()
        _ = Observable.of(1).debug("a", to: { lines.append($0) }).context(\.traceContext, context).subscribe { _ in }
        #expect(lines.entries.first?.hasPrefix("a [trace \(Self.trace)]: subscribed") == true)
    }
}
