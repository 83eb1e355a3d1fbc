#if os(Linux)
    internal import CCurl

    /// One of libcurl's easy handles, with what belongs to the exchange that it is running.
    ///
    /// libcurl calls back with a plain pointer to the slot; the engine holds the slot as long as it is in the multi handle.
    final class CurlSlot {
        /// libcurl's handle.
        let easy: UnsafeMutableRawPointer

        /// The exchange that uses the slot.
        private(set) var transfer: CurlTransfer?

        let errorText: UnsafeMutablePointer<CChar>
        var fieldList: UnsafeMutableRawPointer?
        @exclusivity(unchecked) var parser: CurlHeadParser
        var failure: CurlFailure?
        private(set) var upload: CurlUpload?

        /// Whether libcurl has been allowed to send the request, and has not started again since.
        var isSent = false

        /// Whether the exchange was started again here, and not by libcurl.
        var isRetry = false

        /// What becomes of a request's `Expect: 100-continue`.
        enum Expectation {
            case sent
            /// The server does not support it (417); the request is sent again without.
            case refused
            case omitted
        }

        var expectation = Expectation.sent

        /// Whether the handle keeps the options that are the same for all exchanges.
        var isSetUp = false
        private var decodedBytes = 0
        private var decodedLimit = Int.max
        private(set) var decompresses = false
        private(set) var clock: CurlClock?
        private var outbox: CurlOutbox?

        /// Pieces of the body on their way to the handler.
        private var gathered: [UInt8] = []
        private var lastMoment = Duration.zero
        var connectedAt: Duration?
        private var tellsConnection = false

        /// When the exchange was begun.
        private(set) var startedAt = Duration.zero

        /// What the handle shares with the poller.
        let link: UnsafeMutablePointer<ccurl_link>

        /// Makes a handle; nil when memory has run out.
        init?(cache: CurlFieldCache, options: TransportOptions, poller: OpaquePointer) {
            guard let easy = ccurl_easy_init() else { return nil }
            self.easy = easy
            parser = CurlHeadParser(cache: cache, limits: CurlHeadParser.Limits(options))
            link = .allocate(capacity: 1)
            link.initialize(to: ccurl_link(poller: poller, on_open: nil, user: nil, is_paused: 0, reports_use: 0))
            errorText = .allocate(capacity: Int(CCURL_ERROR_SIZE))
            errorText.pointee = 0
        }

        deinit {
            ccurl_easy_cleanup(easy)
            ccurl_list_free(fieldList)
            errorText.deallocate()
            link.deallocate()
        }

        // MARK: Life

        /// Sets the handle up for an exchange.
        func prepare(
            _ transfer: CurlTransfer, options: TransportOptions, cookies: CurlCookies?, clock: CurlClock,
            outbox: CurlOutbox
        ) throws(CurlFailure) {
            self.transfer = transfer
            self.clock = clock
            self.outbox = outbox
            transfer.easy = easy
            startedAt = clock.now
            stamp()
            upload = transfer.makeUpload()
            decompresses = options.decompresses
            decodedLimit = decompresses && !transfer.request.asksForPart ? options.maximumDecompressedSize : .max
            let setter = CurlOptions(easy: easy)
            fieldList = try setter.makeFieldList(for: transfer.request, decompresses: decompresses)
            if !isSetUp {
                try setter.setCommon(options, cookies)
                tellsConnection = setter.setCallbacks(
                    user: Unmanaged.passUnretained(self).toOpaque(), link: link, errorText: errorText)
            }
            // Of a plain request the next one replaces all that it sets.
            isSetUp = transfer.request.isPlain
            guard setter.set(transfer.request, options.httpVersion, fieldList: fieldList) else { throw .outOfMemory }
            // An old libcurl (before 7.80) cannot be kept from sending a request again on another connection. It does so only
            // where the connection was used before.
            if !tellsConnection, !transfer.request.isIdempotent {
                ccurl_easy_set_long(easy, CCURL_OPT_FRESH_CONNECT, 1)
            }
        }

        /// Forgets the exchange; the handle keeps what is worth keeping between exchanges.
        func clear() {
            if !isSetUp { ccurl_easy_reset(easy) }
            ccurl_list_free(fieldList)
            fieldList = nil
            errorText.pointee = 0
            parser.reset()
            failure = nil
            upload?.close()
            upload = nil
            isSent = false
            isRetry = false
            expectation = .sent
            decodedBytes = 0
            gathered = []
            connectedAt = nil
            link.pointee.is_paused = 0
            clock = nil
            outbox = nil
            transfer?.easy = nil
            transfer = nil
        }

        // MARK: Result

        /// What a result of libcurl means for the exchange.
        func result(of code: Int32) -> CurlResult {
            if let failure { return .failed(failure) }
            guard code == 0 else {
                return .failed(CurlFailure(code: code, message: message(of: code), facts: facts))
            }
            // libcurl sees nothing wrong in a connection that closes inside the head.
            guard parser.isComplete else {
                let message = "the connection was closed inside the response head"
                return .failed(CurlFailure(kind: .closedEarly(received: 0, expected: nil), message: message))
            }
            return .completed
        }

        /// libcurl's text for a result, without the password of a proxy's URL that it may repeat.
        func message(of code: Int32) -> String {
            Redactor().text(
                errorText.pointee == 0 ? String(cString: ccurl_error_text(code)) : String(cString: errorText))
        }

        var facts: CurlFailure.Facts {
            let expected = ccurl_easy_get_offset(easy, CCURL_INFO_CONTENT_LENGTH_DOWNLOAD, -1)
            return CurlFailure.Facts(
                received: ccurl_easy_get_offset(easy, CCURL_INFO_SIZE_DOWNLOAD, 0),
                expected: expected < 0 ? nil : expected,
                isConnected: ccurl_easy_get_offset(easy, CCURL_INFO_PRETRANSFER_TIME, 0) > 0,
                systemError: Int32(clamping: ccurl_easy_get_long(easy, CCURL_INFO_OS_ERRNO, 0)),
                verification: ccurl_easy_get_long(easy, CCURL_INFO_SSL_VERIFYRESULT, 0))
        }

        // MARK: Time

        /// Where an exchange stands, and since when nothing has happened.
        enum Phase {
            /// There is no connection yet, or the request waits for one.
            case connecting
            case waiting(since: Duration)
            case receiving(since: Duration)
            /// The reader, or the source of the body to send, holds the exchange up.
            case held
        }

        var phase: Phase {
            if parser.isComplete { return transfer?.isHeld == true ? .held : .receiving(since: lastMoment) }
            guard let connected else { return .connecting }
            if upload?.isStarving == true { return .held }
            return .waiting(since: max(connected, lastMoment))
        }

        /// When the connection stood; an old libcurl (before 7.80) does not count the time before in which it had to wait.
        private var connected: Duration? {
            if tellsConnection { return connectedAt }
            let time = ccurl_easy_get_offset(easy, CCURL_INFO_PRETRANSFER_TIME, 0)
            return time == 0 ? nil : startedAt + .microseconds(time)
        }

        /// A paused exchange is about to receive its body again.
        func willResume() {
            stamp()
            link.pointee.is_paused = 0
            transfer?.willGoOn()
        }

        /// Notes that something has happened.
        func stamp() {
            if let clock { lastMoment = clock.now }
        }

        // MARK: Callbacks

        /// Takes one line of a head or of the trailers, and returns how many bytes were accepted.
        func takeLine(_ line: UnsafeBufferPointer<UInt8>) -> Int {
            // A head that arrives line by line must be complete in time; each informational one restarts the wait.
            if line.count == 2 || parser.isComplete { stamp() }
            do {
                if let head = try parser.take(line) {
                    // libcurl would ask again by itself, with the same field.
                    if head.status == 417, expectation == .sent, transfer?.request.fields.contains(.expect) == true {
                        expectation = .refused
                        return 0
                    }
                    if !head.isEncoded { decodedLimit = .max }
                    transfer?.deliver(head: head)
                    // What it has paused to send, libcurl does not give up by itself when the answer is there.
                    if upload?.isStarving == true { transfer?.wake() }
                }
                return line.count
            } catch {
                failure = error
                return 0
            }
        }

        /// Takes a piece of the body, and returns how many bytes were accepted or that they have to wait.
        func takeBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
            guard !bytes.isEmpty else { return 0 }
            guard parser.isComplete else {
                failure = CurlFailure(kind: .malformed, message: "malformed response: a body without a head")
                return 0
            }
            stamp()
            switch transfer?.reception {
            case .open(let handler):
                decodedBytes += bytes.count
                guard decodedBytes <= decodedLimit else {
                    let message = "the decompressed body has more than \(decodedLimit) bytes"
                    failure = CurlFailure(kind: .tooLarge, message: message)
                    return 0
                }
                gather(bytes, for: handler)
                return bytes.count
            case .held:
                link.pointee.is_paused = 1
                return CCURL_WRITE_PAUSE
            case .dropped, nil: return 0
            }
        }

        /// What libcurl hands over at most; after such a piece it nearly always has another.
        private static let wholePiece = 16 * 1024

        /// How large a chunk may become.
        private static let chunkSize = 64 * 1024

        /// Puts pieces that come one after the other together, as every chunk costs the reader a turn.
        private func gather(_ bytes: UnsafeBufferPointer<UInt8>, for handler: any CurlTransferHandler) {
            if gathered.isEmpty {
                guard bytes.count >= Self.wholePiece else { return handler.onChunk(Array(bytes)) }
                gathered.reserveCapacity(Self.chunkSize)
                outbox?.add(self)
            }
            gathered.append(contentsOf: bytes)
            if bytes.count < Self.wholePiece || gathered.count > Self.chunkSize - Self.wholePiece { handOver() }
        }

        /// Hands over what has been gathered.
        func handOver() {
            guard !gathered.isEmpty else { return }
            let chunk = gathered
            gathered = []
            transfer?.deliver(chunk)
        }

        /// Fills `room` with what is next to send; returns how many bytes that is, or that they have to wait.
        func fill(_ room: UnsafeMutableRawBufferPointer) -> Int {
            let portion = upload?.read(into: room)
            // What a stream gives may be younger than the turn of the loop.
            clock?.look()
            stamp()
            switch portion {
            case .bytes(let count): return count
            case .later: return CCURL_READ_PAUSE
            case .failed(let failure):
                self.failure = failure
                return CCURL_READ_ABORT
            case nil: return CCURL_READ_ABORT
            }
        }

        /// Goes back to the beginning of the body to send; libcurl never asks for another place.
        func seek(to offset: Int64, origin: Int32) -> Int32 {
            guard origin == 0, offset == 0, let upload else { return CCURL_SEEK_FAIL }
            upload.rewind()
            return CCURL_SEEK_OK
        }
    }
#endif
