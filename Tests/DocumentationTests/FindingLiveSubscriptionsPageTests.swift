import RillTestSupport
import Testing

@testable import Rill

/// Compares the image on the page "Finding live subscriptions" and the sample in the source with a table.
@Suite struct FindingLiveSubscriptionsPageTests {
    private static func entry(
        _ kind: ActiveSubscriptions.Entry.Kind, _ name: String, _ file: String = "App/Search.swift", line: UInt = 31,
        context: String = "", age: Duration, delay: Duration? = nil, elements: Int = 0, buffered: Int = 0
    ) -> ActiveSubscriptions.Entry {
        ActiveSubscriptions.Entry(
            kind: kind, name: name, file: file, line: line, context: context, age: age, delay: delay,
            elementCount: elements, bufferedCount: buffered, isPaused: buffered > 0, owner: nil)
    }

    private static let table = ActivityTable(
        entries: [
            entry(
                .subscription, "subscribe", "App/TagList.swift", line: 14, context: "request r-17",
                age: .milliseconds(61_204), elements: 3),
            entry(.exchange, "GET https://qiita.com/api/v2/tags", age: .milliseconds(60_930)),
            entry(.subscription, "values", age: .milliseconds(12_004), elements: 52, buffered: 6),
            entry(.timer, "main", age: .milliseconds(400), delay: .seconds(1)),
        ])

    @Test func imagesShowTable() throws {
        try TextImage.expect(
            "Sources/Rill/Rill.docc/Images/active-subscriptions", shows: Self.table.text,
            suite: "FindingLiveSubscriptionsPageTests")
    }

    @Test func commentShowsTable() throws {
        let source = try PackageFiles.text(of: "Sources/Rill/Instruments/Active/ActiveSubscriptions.swift")
        for line in Self.table.text.split(separator: "\n") { #expect(source.contains("///     \(line)\n")) }
    }
}
