import Rill
import RillHTTPTesting
import RillSwiftTesting
import RillTesting
import Testing

// The samples on the page "Demand". `DocumentationTests` compares it with the page line by line.

@Suite struct ThumbnailTests {
    let kit = TestKit()

    @Test func sourceIsPausedWhileAThumbnailIsMade() {
        let kit = kit
        let photos = kit.cold("ab|", pauses: true)
        let thumbnails = kit.record {
            photos.concatMap { .just($0.uppercased()).delay(.seconds(3), scheduler: kit.scheduler) }
        }
        expectMarbles(thumbnails, "---A--(B|)")
        expectDemand(photos, "(^[)--(][)--(]!)")
    }

    @Test func nothingArrivesDuringAPause() {
        let source = kit.cold("-a-b-c-d|", pauses: true)
        let result = kit.record(pace: "^--[--]---!") { source.map { $0.uppercased() } }
        expectMarbles(result, "-A----(BC)D|")
        expectDemand(source, "^--[--]-!")
    }

    @Test func sequenceEmitsOneElementForEachResumption() {
        let pages = Observable.unfold(1) { ("page \($0)", $0 + 1) }
        let result = kit.record(pace: "(^[)-(][)-(][)--!") { pages }
        expectMarbles(result, "--a-b", values: ["a": "page 1", "b": "page 2"])
    }

    @Test func uploadFailsPartway() {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("-3-7-#") }
        let completed = PublishSubject<Int>()
        let progress = kit.observe { completed }
        let photo = HTTPBody(Array(repeating: 0, count: 2_000)).onProgress { completed.onNext($0.completed) }
        let request = HTTPRequest(method: .put, scheme: "https", authority: "photos.example", path: "/1")
        let result = kit.record { transport.send(request, body: photo) }
        #expect((result.error as? TransportError)?.code == .closedEarly)
        expectMarbles(progress.recording, "-a-b", values: ["a": 600, "b": 1_400])
        expectExchanges(transport, "^3-7-#")
    }
}
