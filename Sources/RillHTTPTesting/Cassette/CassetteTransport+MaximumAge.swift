internal import Foundation
internal import RillHTTP

extension CassetteTransport {
    /// The maximum age of a recording, and the action to take if the recording is older.
    ///
    /// The oldest entry determines the age of a cassette. An entry without a valid date is stale.
    public enum MaximumAge: Sendable, Hashable {
        /// Every request fails if the recording is older than this duration.
        case fail(after: Duration)

        /// A recording that is older than this duration is played, with one warning.
        case warn(after: Duration)

        /// The duration, which must not be negative.
        var duration: Duration {
            switch self {
            case .fail(let duration), .warn(let duration): duration
            }
        }

        /// Returns the reason why a recording is stale, or `nil` if it is not.
        func staleness(of file: CassetteFile, _ entries: [HAR.Entry]) -> String? {
            let dates = entries.map { try? DateText.parse($0.startedDateTime) }
            let reason: String
            if let index = dates.firstIndex(of: nil) {
                reason = "log.entries[\(index)].startedDateTime is not a valid date"
            } else {
                let oldest = dates.indices.min { dates[$0] ?? .distantPast < dates[$1] ?? .distantPast }
                guard let oldest, let date = dates[oldest], date.addingTimeInterval(duration / .seconds(1)) < Date()
                else { return nil }
                let recorded = DateText.text(date) ?? "\(date)"
                reason = "log.entries[\(oldest)] was recorded at \(recorded), more than \(age) ago"
            }
            let advice = "To update it, \(CassetteTransport.recordingAdvice)"
            return "cassette \(file.url.path) is stale: \(reason). \(advice)"
        }

        /// The duration in days if it consists of whole days, otherwise in seconds.
        private var age: String {
            let (seconds, fraction) = duration.components
            guard fraction == 0, seconds > 0, seconds.isMultiple(of: 86_400) else { return "\(duration)" }
            let days = seconds / 86_400
            return days == 1 ? "1 day" : "\(days) days"
        }
    }
}
