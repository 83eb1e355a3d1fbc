public import RillHTTP

extension LoopbackServer {
    /// One thing that the server does in the course of an answer.
    ///
    /// The steps for the body are framed as the head has said. If one of them, or `finish`, comes before anything else was
    /// sent, `head()` is sent first. In the answer to `HEAD`, and under a status without body, they send nothing.
    ///
    /// While the server waits (`wait`, `pause`, `stall`, the pauses of `dribble`), it notes when the client closes the
    /// connection, and the script ends there. A client that closes only its own direction counts as closed.
    public struct Step: Sendable {
        enum Kind: Sendable {
            case head(Framing, HeadStyle, prefix: Int?)
            case informational(HTTPResponse.Status, HTTPFields)
            case bytes([UInt8], pieceSize: Int, pause: Duration)
            case pattern(Int)
            case finish(HTTPFields)
            case raw([UInt8], pieceSize: Int, pause: Duration)
            case repeating([UInt8], count: Int)
            case open(Gate)
            case wait(Gate)
            case pause(Duration)
            case stall
            case close
            case reset
        }

        let kind: Kind

        // MARK: Head

        /// Sends the status and the header fields of the response.
        ///
        /// - Parameters:
        ///   - framing: How the client knows where the body ends.
        ///   - style: How the head is written; as it should be if left out.
        /// - Returns: The step.
        public static func head(_ framing: Framing = .chunked, style: HeadStyle = []) -> Self {
            Self(kind: .head(framing, style, prefix: nil))
        }

        /// Sends no more than the first bytes of the head.
        ///
        /// - Parameters:
        ///   - byteCount: How many bytes.
        ///   - framing: What the whole head would say of the body.
        /// - Returns: The step.
        public static func partialHead(byteCount: Int, framing: Framing = .chunked) -> Self {
            Self(kind: .head(framing, [], prefix: max(byteCount, 0)))
        }

        /// Sends a head of its own before the true one: `103 Early Hints` for example.
        ///
        /// - Parameters:
        ///   - status: The status, 100 to 199 if it should make sense.
        ///   - fields: The header fields.
        /// - Returns: The step.
        public static func informational(_ status: HTTPResponse.Status, fields: HTTPFields = [:]) -> Self {
            Self(kind: .informational(status, fields))
        }

        // MARK: Body

        /// Sends a piece of the body: one chunk, if the framing is chunked.
        ///
        /// - Parameter bytes: The piece.
        /// - Returns: The step.
        public static func bytes(_ bytes: [UInt8]) -> Self {
            dribble(bytes, pieceSize: .max, pause: .zero)
        }

        /// Sends a piece of the body: one chunk, if the framing is chunked.
        ///
        /// - Parameter text: The piece, sent as UTF-8.
        /// - Returns: The step.
        public static func bytes(_ text: String) -> Self {
            bytes(Array(text.utf8))
        }

        /// Sends a piece of the body in small pieces, each one chunk if the framing is chunked.
        ///
        /// - Parameters:
        ///   - bytes: The whole piece.
        ///   - pieceSize: How many bytes are sent at once, 1 or more.
        ///   - pause: How long to wait between two pieces.
        /// - Returns: The step.
        public static func dribble(_ bytes: [UInt8], pieceSize: Int = 1, pause: Duration = .zero) -> Self {
            Self(kind: .bytes(bytes, pieceSize: pieceSize, pause: pause))
        }

        /// Sends a large piece of the body that is made while it is sent; little of it is ever in memory.
        ///
        /// - Parameter byteCount: How many bytes; the byte at offset `n` is `LoopbackServer.patternByte(at: n)`.
        /// - Returns: The step.
        public static func pattern(byteCount: Int) -> Self {
            Self(kind: .pattern(byteCount))
        }

        /// Ends the answer: sends the last chunk, if the framing is chunked.
        ///
        /// The connection then goes on to the next request. Steps behind it are still carried out: `close`, for example, for a server that gives up an idle connection.
        ///
        /// - Parameter trailers: The fields behind the last chunk.
        /// - Returns: The step.
        public static func finish(trailers: HTTPFields = [:]) -> Self {
            Self(kind: .finish(trailers))
        }

        /// Sends bytes exactly as they are, for whatever the other steps do too well.
        ///
        /// - Parameters:
        ///   - bytes: The bytes; none of them counts as a byte of the body.
        ///   - pieceSize: How many bytes are sent at once, 1 or more.
        ///   - pause: How long to wait between two pieces.
        /// - Returns: The step.
        public static func raw(_ bytes: [UInt8], pieceSize: Int = .max, pause: Duration = .zero) -> Self {
            Self(kind: .raw(bytes, pieceSize: pieceSize, pause: pause))
        }

        /// Sends text exactly as it is, for whatever the other steps do too well.
        ///
        /// - Parameter text: The text, sent as UTF-8.
        /// - Returns: The step.
        public static func raw(_ text: String) -> Self {
            raw(Array(text.utf8))
        }

        /// Sends text exactly as it is, over and over: a head, trailers or a chunk size without end, for example.
        ///
        /// Little of it is ever in memory. The step ends early when the client closes the connection.
        ///
        /// - Parameters:
        ///   - text: The text, sent as UTF-8.
        ///   - count: The number of times it is sent.
        /// - Returns: The step.
        public static func repeating(_ text: String, count: Int) -> Self {
            Self(kind: .repeating(Array(text.utf8), count: count))
        }

        // MARK: Time

        /// Opens a gate: the steps before have been carried out.
        ///
        /// - Parameter gate: The gate.
        /// - Returns: The step.
        public static func open(_ gate: Gate) -> Self {
            Self(kind: .open(gate))
        }

        /// Waits until the test opens a gate.
        ///
        /// - Parameter gate: The gate.
        /// - Returns: The step.
        public static func wait(for gate: Gate) -> Self {
            Self(kind: .wait(gate))
        }

        /// Waits for a while.
        ///
        /// - Parameter duration: How long, zero or more, in real time.
        /// - Returns: The step.
        public static func pause(_ duration: Duration) -> Self {
            Self(kind: .pause(duration))
        }

        /// Waits until the client closes the connection or the server is stopped.
        public static var stall: Self { Self(kind: .stall) }

        // MARK: End

        /// Closes the connection in good order, wherever the answer stands.
        public static var close: Self { Self(kind: .close) }

        /// Resets the connection (TCP RST): the client may lose what it has not yet read.
        public static var reset: Self { Self(kind: .reset) }
    }
}
