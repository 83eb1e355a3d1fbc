import Dispatch
import Foundation
import RillHTTP

extension Workload {
    /// Bodies that are parsed in chunks of 32 KiB, measured per element.
    static let parsing: [Workload] = [
        Workload(name: "parse-lines", count: size, expected: Body.lines.length) {
            let sum = Sum()
            _ = Body.lines.chunks.lines().subscribe(onNext: { sum.add($0.utf8.count) })
            return sum.value
        },
        Workload(name: "parse-ndjson", count: size / 20, expected: (size / 20) * (size / 20 - 1) / 2) {
            let sum = Sum()
            _ = Body.entries.chunks.ndjson(of: Entry.self).subscribe(onNext: { sum.add($0.id) })
            return sum.value
        },
        Workload(name: "parse-events", count: size, expected: Body.events.length) {
            let sum = Sum()
            _ = events().subscribe(onNext: { sum.add($0.data.utf8.count) })
            return sum.value
        },
        Workload(name: "values-events", count: size, expected: Body.events.length) {
            let sum = Sum()
            let done = DispatchSemaphore(value: 0)
            Task.detached {
                for try await event in events().values { sum.add(event.data.utf8.count) }
                done.signal()
            }
            done.wait()
            return sum.value
        },
    ]

    private static func events() -> Observable<ServerSentEvent> {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"])
        let exchange = Body.events.chunks.map { TransportEvent.chunk($0) }.startWith(.head(head))
        return StreamingParser.serverSentEvents.elements(of: exchange, decoder: JSONDecoder())
    }
}

private struct Entry: Decodable {
    let id: Int
    let message: String
    let level: String
}

/// A body with elements of similar lengths.
private struct Body {
    static let lines = Body(Workload.size) { "\(text($0))\n" }
    static let events = Body(Workload.size) { "id: \($0)\nevent: tick\ndata: \(text($0))\n\n" }
    static let entries = Body(Workload.size / 20) { "{\"id\":\($0),\"message\":\"\(text($0))\",\"level\":\"info\"}\n" }

    /// The number of bytes in the texts of all elements.
    let length: Int

    let chunks: Observable<[UInt8]>

    private init(_ count: Int, _ element: (Int) -> String) {
        length = (0..<count).reduce(0) { $0 + Self.text($1).utf8.count }
        let bytes = (0..<count).flatMap { element($0).utf8 }
        let size = 32 * 1_024
        chunks = .from(
            stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) })
    }

    private static func text(_ index: Int) -> String {
        "2026-11-28T12:00:00Z element \(index) of a stream"
    }
}
