import RillTestSupport
import RillTesting
import Testing

/// Compares the text and the images of the timeline on the page "Timelines" with the sample.
@Suite struct TimelinesPageTests {
    private static let folder = "Sources/RillTracing/RillTracing.docc"

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
            try PackageFiles.expect(
                "\(Self.folder)/Images/test-timeline\(suffix).svg", contains: Self.timeline.svg(colors),
                suite: "TimelinesPageTests")
        }
    }
}
