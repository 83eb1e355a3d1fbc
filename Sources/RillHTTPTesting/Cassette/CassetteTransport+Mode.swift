internal import RillHTTP

extension CassetteTransport {
    /// Whether a cassette is played or recorded; decided once for a transport, when its first request is sent.
    ///
    /// A transport that is not told takes the mode from the environment variable `REPLAY_RECORD_MODE`: `none`, `once` or
    /// `all`. Without the variable it is ``none``; a word that is none of these fails every request, so that a slip of the
    /// pen neither records nor passes for a test. The variable and its words are those of the package Replay, whose
    /// `rewrite` means ``all``.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// Plays the file, and never goes to the network.
        ///
        /// A request that no entry answers fails, and so do all if there is no file.
        case none

        /// Records if there is no file, and otherwise plays as ``none`` does.
        ///
        /// A file is never added to: what it lacks fails. Delete it to record it again.
        case once

        /// Records everything anew, and plays nothing.
        ///
        /// The old file stays until the first exchange is complete, and is replaced by what has been recorded since.
        case all

        /// Where the mode is read from if it is not given.
        static let environmentVariable = "REPLAY_RECORD_MODE"

        /// The mode that an environment says, or why it says none.
        static func read(from environment: [String: String]) -> Result<Mode, TransportError> {
            let word = environment[environmentVariable] ?? ""
            if word.isEmpty { return .success(.none) }
            if let mode = Mode(rawValue: word == "rewrite" ? "all" : word) { return .success(mode) }
            let text =
                "the environment variable \(environmentVariable) has to be none, once or all, and not \"\(word)\""
            return .failure(TransportError(.unavailable, text))
        }
    }
}
