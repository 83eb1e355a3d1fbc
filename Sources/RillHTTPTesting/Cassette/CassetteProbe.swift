internal import Foundation
internal import RillHTTP
internal import RillTesting

/// The entry point for fuzz tests, which play and filter arbitrary bytes without a file system.
package enum CassetteProbe {
    /// Plays and redacts every response of a HAR document.
    ///
    /// - Returns: The number of events, or `nil` if the document cannot be played.
    package static func play(_ bytes: [UInt8]) -> Int? {
        let file = CassetteFile(url: URL(fileURLWithPath: "/probe.har"))
        let settings = CassetteSettings(mode: .success(.none))
        guard let entries = try? file.entries(in: bytes, orThrow: file.readingError),
            let player = try? CassettePlayer(file: file, entries: entries, settings: settings)
        else { return nil }
        var events = 0
        for entry in entries {
            _ = settings.secrets.filter(learningFrom: entry).clean(entry.response)
            guard let response = try? player.play(entry.request, HTTPBody("probe").onProgress { _ in }) else {
                continue
            }
            // A recorded stream may not end, so the events are counted without waiting for the terminal event.
            let recorder = Recorder<TransportEvent>()
            recorder.record(response).dispose()
            events += recorder.events.count
        }
        return events
    }

    /// Redacts the secrets in a multipart form.
    package static func filtered(_ body: [UInt8], boundary: String) -> [UInt8] {
        Redactor().body(body, as: BodyFormat("multipart/form-data; boundary=\"\(boundary)\""))
    }
}
