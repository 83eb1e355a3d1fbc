internal import Foundation
internal import Rill
internal import RillHTTP

/// What cassettes do with bytes from anywhere, without a disk: the entry of the fuzzers.
package enum CassetteProbe {
    /// Plays every answer of a HAR file, and counts their events; nil if it cannot be played.
    package static func play(_ bytes: [UInt8]) -> Int? {
        let file = CassetteFile(url: URL(fileURLWithPath: "/probe.har"))
        guard let entries = try? file.entries(in: bytes),
            let player = try? CassettePlayer(
                file: file, entries: entries, scheduler: ImmediateScheduler.shared, filter: SecretFilter(.default),
                matching: .default)
        else { return nil }
        var events = 0
        for entry in entries {
            let answer = try? player.play(entry.request).materialize().toArray().wait(timeout: .seconds(10))
            events += answer?.count ?? 0
        }
        return events
    }

    /// Takes the secrets out of a form of several parts.
    package static func filtered(_ body: [UInt8], boundary: String) -> [UInt8] {
        SecretFilter(.default).filtered(body, type: "multipart/form-data; boundary=\(boundary)").body
    }
}
