internal import Foundation
internal import RillHTTP

extension CassetteTransport {
    /// The mode of a cassette: playback, recording, or drift.
    ///
    /// The role of each cassette is determined when its first request is sent.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// The mode in the environment variable `REPLAY_RECORD_MODE`, whose values are `none`, `once`, `all`
        /// and `drift`.
        ///
        /// If the variable is not set, the mode is ``none``. With any other value, every request fails, so that a
        /// misspelled value does not go unnoticed. The variable and its values are compatible with the Replay package,
        /// whose value `rewrite` means ``all``.
        case environment

        /// Plays the file and never accesses the network.
        ///
        /// A request without a matching entry fails. If the file does not exist, every request fails.
        case none

        /// Records if the file does not exist. Otherwise, plays the file like ``none``.
        ///
        /// An existing file is never extended; requests without a matching entry fail. To record the file again, delete
        /// it.
        case once

        /// Records all exchanges and plays none.
        ///
        /// The existing file is kept until the first exchange completes, and is then replaced by the new recording.
        case all

        /// Plays the file like ``none``, but also sends each request to the server, and compares the structure of the
        /// response with the recorded one: the status code, the names of the header fields, the media type, and the
        /// kinds and member names of JSON. Values are not compared. Header fields that depend on the connection, the
        /// time, or the encoding of the body are ignored: `Age`, `Alt-Svc`, `Connection`, `Content-Encoding`,
        /// `Content-Length`, `Date`, `Keep-Alive`, `Server-Timing`, `Trailer`, `Transfer-Encoding` and `Via`.
        ///
        /// A response with differences results in one warning, and does not fail the request. The subscriber receives
        /// the recorded response after the response of the server has arrived. If the server responds with the
        /// recorded status code, the subscriber receives the header fields that the server sent instead of redacted
        /// ones, and the body that the server sent if it is complete and the recorded body contains redacted values.
        /// The client can therefore sign in. An endless stream is compared for as long as it was recorded. If the
        /// server does not respond within this time, the recorded response is played with a warning.
        case drift

        /// The environment variable that determines the default mode.
        static let environmentVariable = "REPLAY_RECORD_MODE"

        /// Returns the mode of a transport, which is never ``environment``.
        func resolved() -> Result<Mode, TransportError> {
            self == .environment ? Self.read(from: ProcessInfo.processInfo.environment) : .success(self)
        }

        /// Returns the mode specified by an environment, or an error if its value is invalid.
        static func read(from environment: [String: String]) -> Result<Mode, TransportError> {
            let value = environment[environmentVariable] ?? ""
            if value.isEmpty { return .success(.none) }
            let mode = Mode(rawValue: value == "rewrite" ? "all" : value)
            if let mode, mode != .environment { return .success(mode) }
            let text = "invalid value \"\(value)\" for \(environmentVariable): use none, once, all or drift"
            return .failure(TransportError(.unavailable, text))
        }
    }

    /// The advice in errors that can be resolved by recording the cassette again.
    ///
    /// Programs that record in a different way replace it with their own advice.
    public static let recordingAdvice = "record it again with \(Mode.environmentVariable)=all"
}
