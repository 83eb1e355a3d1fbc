#if os(Linux)
    import Foundation
    import RillHTTPTestSupport
    import RillHTTPTesting

    @testable import RillCurl
    @testable import RillHTTP
    @testable import RillHTTPTypes

    /// Records the events of a transfer, and lets a test wait for them.
    final class CurlRecorder: CurlTransferHandler, @unchecked Sendable {
        // `condition` guards the notes. `onChunk` is immutable.

        struct Notes {
            var resends: [TransportError] = []
            var heads: [HTTPResponse] = []
            /// The body, up to 64 KiB.
            var body: [UInt8] = []
            var byteCount = 0
            var chunkCount = 0
            var largestChunk = 0
            /// Whether the body matches the server's pattern.
            var isPattern = true
            var results: [CurlResult] = []
            /// The number of messages that violate the order of `CurlMessage`.
            var violations = 0

            var text: String { String(decoding: body, as: UTF8.self) }
            var failure: TransportError? {
                guard case .failed(let failure) = results.first else { return nil }
                return failure
            }
        }

        private let condition = NSCondition()
        private var notes = Notes()
        private let onChunk: (@Sendable (Notes) -> Void)?

        /// - Parameter onChunk: A closure that is called on the loop's thread after each recorded chunk.
        init(onChunk: (@Sendable (Notes) -> Void)? = nil) {
            self.onChunk = onChunk
        }

        var current: Notes { condition.withLock { notes } }

        // MARK: Handler

        func receive(_ message: CurlMessage) {
            let notes = update { notes in
                switch message {
                case .metrics, .progress: break
                case .resend(let failure):
                    notes.violations += notes.results.isEmpty && notes.heads.isEmpty ? 0 : 1
                    notes.resends.append(failure)
                case .head(let head):
                    notes.violations += notes.results.isEmpty && notes.heads.isEmpty ? 0 : 1
                    notes.heads.append(head)
                case .chunk(let bytes):
                    notes.violations += notes.results.isEmpty && notes.heads.count == 1 && !bytes.isEmpty ? 0 : 1
                    notes.isPattern = notes.isPattern && Self.isPattern(bytes, at: notes.byteCount)
                    notes.byteCount += bytes.count
                    notes.chunkCount += 1
                    notes.largestChunk = max(notes.largestChunk, bytes.count)
                    if notes.byteCount <= 64 * 1024 { notes.body += bytes }
                case .end(let result):
                    notes.violations += notes.results.isEmpty ? 0 : 1
                    notes.results.append(result)
                }
            }
            if case .chunk = message { onChunk?(notes) }
        }

        // MARK: Waiting

        /// Waits until the notes satisfy a condition.
        ///
        /// Returns `nil` on timeout.
        func wait(timeout: TimeInterval = 20, until isDone: (Notes) -> Bool) -> Notes? {
            let deadline = Date(timeIntervalSinceNow: timeout)
            return condition.withLock {
                while !isDone(notes) {
                    guard condition.wait(until: deadline) else { return isDone(notes) ? notes : nil }
                }
                return notes
            }
        }

        /// Waits for the end of the transfer.
        ///
        /// Returns `nil` on timeout.
        func waitForEnd(timeout: TimeInterval = 20) -> Notes? {
            wait(timeout: timeout) { !$0.results.isEmpty }
        }

        private func update(_ body: (inout Notes) -> Void) -> Notes {
            condition.withLock {
                body(&notes)
                condition.broadcast()
                return notes
            }
        }

        private static let pattern = LoopbackServer.patternBytes(251 + 64 * 1024)

        private static func isPattern(_ bytes: [UInt8], at offset: Int) -> Bool {
            let start = offset % 251
            return bytes.count <= 64 * 1024 && Array(pattern[start..<(start + bytes.count)]) == bytes
        }
    }

    extension LoopbackServer {
        /// Returns the beginning of the server's pattern.
        static func patternBytes(_ count: Int) -> [UInt8] {
            let period = (0..<251).map { patternByte(at: $0) }
            return Array((0...(count / 251)).flatMap { _ in period }.prefix(count))
        }
    }

    extension HTTPRequest {
        /// Creates a request for a URL.
        init(_ method: String, _ url: String, _ fields: [(String, String)] = []) {
            let scheme = url.components(separatedBy: "://")[0]
            let rest = url.dropFirst(scheme.count + 3)
            let authority = String(rest.prefix { $0 != "/" })
            let path = String(rest.dropFirst(authority.count))
            self.init(
                method: HTTPRequest.Method(method) ?? .get, scheme: scheme, authority: authority, path: path)
            for (name, value) in fields {
                if let name = HTTPField.Name(name) { headerFields.append(HTTPField(name: name, value: value)) }
            }
        }
    }

    extension CurlLoop {
        /// Starts an exchange with a recorder.
        func start(
            _ method: String = "GET", _ url: String, fields: [(String, String)] = [], body: [UInt8]? = nil,
            recorder: CurlRecorder = CurlRecorder()
        ) throws -> (transfer: CurlTransfer, recorder: CurlRecorder) {
            let request = HTTPRequest(method, url, fields)
            let transfer = CurlTransfer(
                request: try CurlRequest(request, body: body.map { HTTPBody($0, contentType: nil) }), handler: recorder)
            try start(transfer)
            return (transfer, recorder)
        }

        /// Runs an exchange to its end.
        ///
        /// Returns `nil` on timeout.
        func run(
            _ method: String = "GET", _ url: String, fields: [(String, String)] = [], body: [UInt8]? = nil
        ) throws -> CurlRecorder.Notes? {
            try start(method, url, fields: fields, body: body).recorder.waitForEnd()
        }

        /// Creates a loop without proxy and timeouts.
        static func direct(onStop: (@Sendable () -> Void)? = nil) -> CurlLoop {
            CurlLoop(options: .withoutTimeouts, onStop: onStop)
        }
    }
#endif
