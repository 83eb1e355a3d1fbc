import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillTracing

/// The HTML page that a recorder writes.
@Suite struct TracePageTests {
    private let files: TemporaryFiles
    private let path: String

    init() throws {
        files = try TemporaryFiles()
        path = files.path("trace.html")
    }

    /// Records a request, and returns the page.
    private func page(closing: Bool = true) throws -> String {
        let recorder = try TraceRecorder(
            path: path, eventLimit: 10_000, capacity: 100, limits: .init(file: 1 << 20), scheduler: TestScheduler(),
            disk: ImmediateScheduler.shared)
        var client = makeClient(StubTransport { _ in .json("1") })
        client.instruments = [recorder]
        _ = Recorder(client.send(Anything<Int>()))
        if closing {
            try recorder.close()
        } else {
            _ = Recorder(Observable.from(0..<2_000).instrumented(by: recorder, name: "</script>"))
        }
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    /// Returns the text between two delimiters, each of which occurs once.
    private func part(_ page: String, from start: String, to end: String) throws -> String {
        let halves = page.components(separatedBy: start)
        try #require(halves.count == 2)
        return try #require(halves[1].components(separatedBy: end).first)
    }

    @Test func pageContainsTrace() throws {
        let page = try page()
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        #expect(page.hasSuffix("</script>\n</html>\n"))
        let json = try part(page, from: #"<script type="application/json" id="events">"#, to: "</script>")
        let trace = try RecordedTrace(json: Data(json.utf8))
        trace.check()
        #expect(trace.events("X").map(\.cat) == ["attempt", "exchange", "subscription"])
    }

    @Test func interruptedPageContainsCompleteEvents() throws {
        let page = try page(closing: false)
        let json = try part(page, from: #"<script type="application/json" id="events">"#, to: "</script>")
        #expect(try RecordedTrace(interrupted: json).events("i").count > 100)
    }

    @Test func pageNeedsNoNetwork() throws {
        let page = try page()
        let program = try #require(page.components(separatedBy: #"<script type="application/json""#).first)
        for text in ["src=", "href=", "url(", "@import", "fetch(", "import(", "http:", "https:", "innerHTML"] {
            #expect(!program.contains(text), "\(text)")
        }
        #expect(program.contains("\"default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'\""))
        let script = try part(program, from: "<script>", to: "</script>")
        let style = try part(program, from: "<style>", to: "</style>")
        #expect((script + style).split(separator: "\n").count <= 300)
    }

    @Test func pageIsAccessibleAndComplete() throws {
        let page = try page()
        let events = ["keydown", "wheel", "pointerdown", "pointermove", "pointerup", "pointercancel"]
        let texts = [
            "@media (prefers-color-scheme: dark)", "color-scheme: light dark",
            #"<main id="view" tabindex="0" aria-label="Timeline">"#, "if (!(event.buttons & 1)) cancel();",
            // An offset is relative to the mark under the pointer.
            "x(event) > view.clientWidth",
            // Omitted events are counted.
            "event.cat === 'omitted'", "args.omittedEvents",
            "if (cat && !own.some(event => event.cat === cat)) own.push(",
            // Each cut sets the flag of the summary.
            "(isCut ? ' (not everything is drawn;",
        ]
        for text in texts + events.map({ "addEventListener('\($0)'" }) { #expect(page.contains(text), "\(text)") }
        for (text, count) in [("offsetX", 0), ("isCut ||= ", 2), (" limited(", 3), (".slice(0, ", 1)] {
            #expect(page.ranges(of: text).count == count, "\(text)")
        }
    }

    /// The script assigns a color to each phase, so it must know the names of all phases.
    @Test func scriptKnowsAllPhasesAndCategories() throws {
        let page = try page()
        let names = TransportMetrics().phases.map { "'\($0.name)'" }.joined(separator: ", ")
        #expect(page.contains("const phases = [\(names)];"))
        #expect(names.split(separator: ",").indices.allSatisfy { page.contains("--p\($0): #") })
        let marks = ["next", "completed", "error", "retry", "buffer"]
        for category in ["subscription", "exchange", "attempt", "phase", "work"] + marks {
            #expect(page.contains(".\(category) {"), "\(category)")
        }
    }

    /// Each checkpoint has its own row, because its marks have almost the same times as the marks of the result.
    @Test func scriptDrawsCheckpoints() throws {
        let recorder = try TraceRecorder(path: path)
        _ = Recorder(Observable.of(1).checkpoint("source").instrumented(by: recorder, name: "numbers"))
        try recorder.close()
        let page = try String(contentsOfFile: path, encoding: .utf8)
        #expect(page.contains(#"{"ph":"i","name":"source","cat":"checkpoint,next","#))
        #expect(page.contains("event.cat.startsWith('checkpoint')) add(checkpoints, event.name, event)"))
        for rule in [".checkpoint.next {", ".checkpoints > .label {"] { #expect(page.contains(rule), "\(rule)") }
    }

    /// Reading the size of an element after each change would force a layout for each row.
    @Test func scriptReadsWidthOnce() throws {
        let script = try part(page(), from: "function drawExchange(", to: "function draw(")
        #expect(!script.contains("lanes()") && !script.contains("clientWidth"))
    }

    /// Checks that all identifiers that the script looks up exist.
    @Test func scriptFindsItsElements() throws {
        let page = try page()
        for piece in page.components(separatedBy: "$('").dropFirst() {
            let name = try #require(piece.components(separatedBy: "')").first)
            #expect(page.contains("id=\"\(name)\""), "\(name)")
        }
    }
}
