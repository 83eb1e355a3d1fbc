import Foundation
import RillTesting
import Testing

/// Compares the text and the images of the timeline on the page "Timelines" with the sample.
@Suite struct TimelinesPageTests {
    private static let folder = "Sources/RillHTTP/RillHTTP.docc"

    /// The timeline of the sample.
    private static var timeline: Timeline<String> {
        let kit = TestKit()
        let typed = kit.hot("-ab--c---|")
        return kit.timeline {
            typed.checkpoint("typed")
                .debounce(.seconds(2), scheduler: kit.scheduler).checkpoint("settled")
                .flatMapLatest { query in kit.cold("-\(query.uppercased())|").checkpoint("response") }
        }
    }

    @Test func pageShowsTextOfTimeline() throws {
        let page = try PackageFiles.text(of: "\(Self.folder)/Timelines.md")
        #expect(page.contains("```\n\(Self.timeline)\n```"))
    }

    @Test func imagesShowTimeline() throws {
        for (suffix, colors) in DiagramImage.appearances {
            let path = "\(Self.folder)/Images/test-timeline\(suffix).svg"
            let svg = Self.timeline.svg(colors)
            if ProcessInfo.processInfo.environment["RILL_UPDATE"] != nil {
                try svg.write(to: PackageFiles.root.appending(path: path), atomically: true, encoding: .utf8)
            }
            let text = try PackageFiles.text(of: path)
            #expect(text == svg, "\(path) differs. Run: RILL_UPDATE=1 swift test --filter TimelinesPageTests")
        }
    }
}
