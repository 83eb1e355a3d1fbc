import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTestSupport
import Testing

/// Tests the warnings and failures for stale recordings.
@Suite struct CassetteAgeTests {
    private typealias MaximumAge = CassetteTransport.MaximumAge

    private let folder = CassetteFolder()
    private let warnings = Log<String>()
    private static let day = Duration.seconds(86_400)

    private func player(_ maximumAge: MaximumAge, mode: CassetteTransport.Mode = .none) -> CassetteTransport {
        CassetteTransport(
            folder.file, mode: mode, recording: StubTransport { _ in .text("new") }, maximumAge: maximumAge,
            onWarning: { [warnings] in warnings.append($0) })
    }

    /// Writes a cassette with entries of the given dates.
    private func write(_ dates: String...) throws {
        let entries = dates.enumerated().map { index, date in
            #"{"request": {"method": "GET", "url": "https://h/\#(index)"}, "response": {"status": 200}, "startedDateTime": "\#(date)"}"#
        }
        try folder.write(#"{"log": {"entries": [\#(entries.joined(separator: ", "))]}}"#)
    }

    private func request(_ index: Int = 0) -> HTTPRequest { HTTPRequest("https://h/\(index)") }

    /// Returns the date of a recording with the given age.
    private func date(_ age: Duration) -> String {
        Date(timeIntervalSinceNow: -(age / .seconds(1))).formatted(.iso8601)
    }

    @Test func staleRecordingFailsEveryRequest() throws {
        try write("2026-03-02T09:15:02.118Z", "2026-03-01T11:15:02.118+02:00")
        let player = player(.fail(after: Self.day * 90))
        let expected = TransportError(
            .unavailable, .noRecordedResponse,
            "cassette \(folder.file.path) is stale: log.entries[1] was recorded at 2026-03-01T09:15:02Z, more than "
                + "90 days ago. To update it, record it again with REPLAY_RECORD_MODE=all")
        #expect([0, 1].map { player.failure(of: request($0)) } == [expected, expected])
        #expect(warnings.entries.isEmpty)
    }

    @Test func staleRecordingWarnsOnce() throws {
        try write("2026-03-01T09:15:02Z", "2026-03-02T09:15:02Z")
        let player = player(.warn(after: Self.day))
        for index in 0...1 { #expect(try player.response(to: request(index)).head?.status == 200) }
        #expect(
            warnings.entries == [
                "cassette \(folder.file.path) is stale: log.entries[0] was recorded at 2026-03-01T09:15:02Z, more than "
                    + "1 day ago. To update it, record it again with REPLAY_RECORD_MODE=all"
            ])
    }

    @Test(arguments: [(7, "7 days"), (30, "30 days"), (365, "365 days")])
    func messageContainsMaximumAgeInDays(days: Int, text: String) throws {
        try write("2020-03-01T09:15:02Z")
        let failure = player(.fail(after: Self.day * days)).failure(of: request())
        #expect(failure?.text.contains("more than \(text) ago") == true)
    }

    @Test func recordingIsStaleOnlyAfterMaximumAge() throws {
        try write(date(Self.day * 10))
        #expect(player(.fail(after: Self.day * 10 - .seconds(60))).failure(of: request())?.code == .unavailable)
        #expect(try player(.fail(after: Self.day * 10 + .seconds(60))).response(to: request()).head?.status == 200)
        #expect(player(.fail(after: .zero)).failure(of: request())?.text.contains("more than 0.0 seconds ago") == true)
    }

    @Test(arguments: ["", "yesterday"]) func entryWithoutDateIsStale(text: String) throws {
        try write(date(.zero), text)
        #expect(
            player(.fail(after: Self.day)).failure(of: request())?.text
                == "cassette \(folder.file.path) is stale: log.entries[1].startedDateTime is not a valid date. To update "
                + "it, record it again with REPLAY_RECORD_MODE=all")
    }

    @Test func maximumAgeAppliesOnlyToPlayback() throws {
        try write("2026-03-01T09:15:02Z")
        #expect(player(.fail(after: Self.day), mode: .once).failure(of: request())?.text.contains("stale") == true)
        #expect(try player(.fail(after: Self.day), mode: .all).response(to: request()).text == "new")
        // The new recording is not stale.
        #expect(try player(.fail(after: Self.day)).response(to: request()).text == "new")
    }

    @Test(.enabled(if: hasTransport)) func recordingOfRealServerIsNotStale() throws {
        let server = try LoopbackServer { _ in .text("a") }
        defer { server.stop() }
        let request = HTTPRequest(server.baseURL + "/a")
        _ = try folder.recorder(makeDefaultTransport()).response(to: request)
        #expect(try player(.fail(after: .seconds(3_600))).response(to: request).text == "a")
        #expect(warnings.entries.isEmpty)
    }
}
