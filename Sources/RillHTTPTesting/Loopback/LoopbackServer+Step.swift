public import Rill
public import RillHTTP

extension LoopbackServer {
    /// One action of the server while it sends a response.
    ///
    /// Body steps use the framing declared by the head. If a body step or `finish` comes first, the server sends
    /// `head()` before it. In the response to a HEAD request, and with status codes that do not allow a body, body
    /// steps send nothing.
    ///
    /// While the server waits (`wait`, `pause`, `stall`, and the pauses of `dribble`), it detects when the client
    /// closes the connection, and ends the script. A client that half-closes the connection is treated in the same way.
    public struct Step: Sendable {
        enum Kind: Sendable {
            case head(Framing, HeadStyle, prefix: Int?)
            case informational(HTTPResponse.Status, HTTPFields)
            case bytes([UInt8], chunkSize: Int, pause: Duration)
            case pattern(Int)
            case finish(HTTPFields)
            case raw([UInt8], chunkSize: Int, pause: Duration)
            case repeating([UInt8], count: Int)
            case open(Gate)
            case wait(Gate? = nil, timeout: Duration? = nil)
            case end(ResponseWriter.Outcome)
            case relay([UInt8], Descriptor)
            case duplex(@Sendable (Observable<[UInt8]>) -> Observable<[UInt8]>)
        }

        let kind: Kind

        // MARK: Head

        /// Sends the status line and the header fields of the response.
        ///
        /// - Parameters:
        ///   - framing: The framing of the body. Defaults to chunked.
        ///   - style: The variations in the format of the head. Defaults to none.
        /// - Returns: The step.
        public static func head(_ framing: Framing = .chunked, style: HeadStyle = []) -> Self {
            Self(kind: .head(framing, style, prefix: nil))
        }

        /// Sends only the first bytes of the head.
        ///
        /// - Parameters:
        ///   - byteCount: The number of bytes.
        ///   - framing: The framing that the complete head declares. Defaults to chunked.
        /// - Returns: The step.
        public static func partialHead(byteCount: Int, framing: Framing = .chunked) -> Self {
            Self(kind: .head(framing, [], prefix: max(byteCount, 0)))
        }

        /// Sends an informational response head before the final one, for example `103 Early Hints`.
        ///
        /// - Parameters:
        ///   - status: The status code, normally 100 to 199.
        ///   - fields: The header fields.
        /// - Returns: The step.
        public static func informational(_ status: HTTPResponse.Status, fields: HTTPFields = [:]) -> Self {
            Self(kind: .informational(status, fields))
        }

        // MARK: Body

        /// Sends a part of the body, as one chunk if the framing is chunked.
        ///
        /// - Parameter bytes: The bytes.
        /// - Returns: The step.
        public static func bytes(_ bytes: [UInt8]) -> Self {
            dribble(bytes, chunkSize: .max, pause: .zero)
        }

        /// Sends a part of the body, as one chunk if the framing is chunked.
        ///
        /// - Parameter text: The text, encoded as UTF-8.
        /// - Returns: The step.
        public static func bytes(_ text: String) -> Self {
            bytes(Array(text.utf8))
        }

        /// Sends a part of the body in several writes, each as one chunk if the framing is chunked.
        ///
        /// - Parameters:
        ///   - bytes: The bytes.
        ///   - chunkSize: The number of bytes per write, at least 1. Defaults to 1.
        ///   - pause: The time between two writes. Defaults to zero.
        /// - Returns: The step.
        public static func dribble(_ bytes: [UInt8], chunkSize: Int = 1, pause: Duration = .zero) -> Self {
            Self(kind: .bytes(bytes, chunkSize: chunkSize, pause: pause))
        }

        /// Sends a large part of the body, which is generated while it is sent to limit memory use.
        ///
        /// - Parameter byteCount: The number of bytes. The byte at offset `n` is `LoopbackServer.patternByte(at: n)`.
        /// - Returns: The step.
        public static func pattern(byteCount: Int) -> Self {
            Self(kind: .pattern(byteCount))
        }

        /// Ends the response.
        ///
        /// Sends the last chunk if the framing is chunked.
        ///
        /// After the script, the connection serves the next request. Steps after `finish` are still performed; for
        /// example, `close` simulates a server that closes an idle connection.
        ///
        /// - Parameter trailers: The trailer fields after the last chunk. Defaults to none.
        /// - Returns: The step.
        public static func finish(trailers: HTTPFields = [:]) -> Self {
            Self(kind: .finish(trailers))
        }

        /// Sends bytes without framing, for responses that the other steps cannot produce.
        ///
        /// - Parameters:
        ///   - bytes: The bytes. They do not count as body bytes.
        ///   - chunkSize: The number of bytes per write, at least 1. Defaults to a single write.
        ///   - pause: The time between two writes. Defaults to zero.
        /// - Returns: The step.
        public static func raw(_ bytes: [UInt8], chunkSize: Int = .max, pause: Duration = .zero) -> Self {
            Self(kind: .raw(bytes, chunkSize: chunkSize, pause: pause))
        }

        /// Sends text without framing, for responses that the other steps cannot produce.
        ///
        /// - Parameter text: The text, encoded as UTF-8.
        /// - Returns: The step.
        public static func raw(_ text: String) -> Self {
            raw(Array(text.utf8))
        }

        /// Sends text without framing many times, for example to produce an endless head, trailer section or chunk
        /// size.
        ///
        /// The text is sent in batches to limit memory use. The step ends early if the client closes the connection.
        ///
        /// - Parameters:
        ///   - text: The text, encoded as UTF-8.
        ///   - count: The number of repetitions.
        /// - Returns: The step.
        public static func repeating(_ text: String, count: Int) -> Self {
            Self(kind: .repeating(Array(text.utf8), count: count))
        }

        // MARK: Timing

        /// Opens a gate to signal that the preceding steps are complete.
        ///
        /// - Parameter gate: The gate.
        /// - Returns: The step.
        public static func open(_ gate: Gate) -> Self {
            Self(kind: .open(gate))
        }

        /// Waits until a test opens a gate.
        ///
        /// - Parameter gate: The gate.
        /// - Returns: The step.
        public static func wait(for gate: Gate) -> Self {
            Self(kind: .wait(gate))
        }

        /// Waits for a duration.
        ///
        /// - Parameter duration: The duration in real time. Must not be negative.
        /// - Returns: The step.
        public static func pause(_ duration: Duration) -> Self {
            Self(kind: .wait(timeout: duration))
        }

        /// Waits until the client closes the connection or the server is stopped.
        public static var stall: Self { Self(kind: .wait()) }

        /// Sends bytes to another socket, and relays the bytes of both connections until one of them is closed.
        static func relay(_ bytes: [UInt8] = [], with socket: Descriptor) -> Self {
            Self(kind: .relay(bytes, socket))
        }

        // MARK: Other protocols

        /// Transfers bytes in both directions, without framing, until the returned observable ends.
        ///
        ///     .steps([.head(.unframed), .duplex { received in received }], status: 101, fields: fields)    // an echo
        ///
        /// The closure receives the bytes of the client, which complete when the client closes its side of the connection. If
        /// the returned observable fails, the connection is reset. A paused subscriber of the received bytes makes the client
        /// wait, and the returned observable is paused while the client does not read.
        ///
        /// - Parameter respond: A closure that returns the bytes to send. Called on the thread of the connection.
        /// - Returns: The step.
        public static func duplex(_ respond: @escaping @Sendable (Observable<[UInt8]>) -> Observable<[UInt8]>) -> Self {
            Self(kind: .duplex(respond))
        }

        // MARK: Connection end

        /// Closes the connection gracefully, whether or not the response is complete.
        public static var close: Self { Self(kind: .end(.close)) }

        /// Resets the connection (TCP RST).
        ///
        /// The client may lose data that it has not yet read.
        public static var reset: Self { Self(kind: .end(.reset)) }
    }
}
