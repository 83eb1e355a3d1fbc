import Foundation
import Testing

/// The parsed events of a trace file.
struct RecordedTrace {
    struct Event: Decodable {
        let ph: String
        let name: String
        let cat: String?
        let tid: Int
        let ts: Double?
        let dur: Double?
        let id: Int?
        let args: [String: Value]?

        var end: Double { (ts ?? 0) + (dur ?? 0) }

        /// An argument as text.
        subscript(argument: String) -> String? { args?[argument]?.text }
    }

    struct Value: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self.text = text
            } else if let number = try? container.decode(Int.self) {
                text = "\(number)"
            } else {
                text = "\(try container.decode(Bool.self))"
            }
        }
    }

    let events: [Event]

    /// Parses a complete file.
    init(path: String) throws {
        try self.init(json: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Parses an incomplete file, which lacks only the closing bracket.
    init(interrupted text: String) throws {
        try self.init(json: Data((text + "]").utf8))
    }

    init(json: Data) throws {
        events = try JSONDecoder().decode([Event].self, from: json)
    }

    /// The events of a kind.
    func events(_ ph: String) -> [Event] { events.filter { $0.ph == ph } }

    /// The slices, such as `1: numbers 0+3000`, in the order of their tracks and times.
    var slices: [String] {
        nested(events("X")).map { "\($0.tid): \($0.name) \(Self.text($0.ts ?? 0))+\(Self.text($0.dur ?? 0))" }
    }

    /// The instants, such as `1: element 1000`.
    var instants: [String] { events("i").map { "\($0.tid): \($0.name) \(Self.text($0.ts ?? 0))" } }

    /// The names of the tracks.
    var tracks: [Int: String] {
        let names = events("M").filter { $0.name == "thread_name" }
        return Dictionary(uniqueKeysWithValues: names.map { ($0.tid, $0["name"] ?? "") })
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }

    /// Sorts slices by track and start, outer slices first.
    private func nested(_ slices: [Event]) -> [Event] {
        let levels = ["subscription", "exchange", "attempt"]
        func level(_ slice: Event) -> Int { levels.firstIndex(of: slice.cat ?? "") ?? levels.count }
        return slices.sorted { a, b in
            (a.tid, a.ts ?? 0, -a.end, level(a)) < (b.tid, b.ts ?? 0, -b.end, level(b))
        }
    }

    /// Checks that the slices of each track are nested in the order of the file, and that each arrow leads from a slice to a later one.
    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        let tolerance = 0.0005
        var open: [Event] = []
        for slice in nested(events("X")) {
            while let last = open.last, last.tid != slice.tid || last.end <= (slice.ts ?? 0) + tolerance {
                open.removeLast()
            }
            if let outer = open.last {
                #expect(slice.end <= outer.end + tolerance, "\(slice) \(outer)", sourceLocation: sourceLocation)
            }
            open.append(slice)
            #expect(tracks[slice.tid] != nil, sourceLocation: sourceLocation)
        }
        // If two slices begin at the same time, viewers nest the second one in the first.
        var durations: [String: Double] = [:]
        for slice in events("X") {
            let outer = durations.updateValue(slice.dur ?? 0, forKey: "\(slice.tid) \(slice.ts ?? 0)") ?? 0
            #expect(outer == 0 || slice.dur ?? 0 <= outer, "\(slice)", sourceLocation: sourceLocation)
        }
        let starts = events("s")
        let ends = events("f")
        #expect(Set(starts.map(\.id)).count == starts.count, sourceLocation: sourceLocation)
        #expect(starts.map(\.id) == ends.map(\.id), sourceLocation: sourceLocation)
        for (start, end) in zip(starts, ends) {
            #expect(start.ts ?? 0 <= end.ts ?? 0, sourceLocation: sourceLocation)
            for point in [start, end] {
                let isInside = events("X").contains { slice in
                    slice.tid == point.tid && (slice.ts ?? 0) - tolerance <= point.ts ?? 0
                        && point.ts ?? 0 <= slice.end + tolerance
                }
                #expect(isInside, "\(point)", sourceLocation: sourceLocation)
            }
        }
    }
}
