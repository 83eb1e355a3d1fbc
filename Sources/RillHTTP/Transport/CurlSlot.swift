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

        private let errorText: UnsafeMutablePointer<CChar>
        private var fieldList: UnsafeMutableRawPointer?
        private var parser = CurlHeadParser()
        private var failure: CurlFailure?
        private var bodyOffset = 0
        private var isRetry = false

        /// Makes a handle; nil when memory has run out.
        init?() {
            guard let easy = ccurl_easy_init() else { return nil }
            self.easy = easy
            errorText = .allocate(capacity: Int(CCURL_ERROR_SIZE))
            errorText.pointee = 0
        }

        deinit {
            ccurl_easy_cleanup(easy)
            ccurl_list_free(fieldList)
            errorText.deallocate()
        }

        // MARK: Life

        /// Sets the handle up for an exchange; returns false when libcurl could not take it in.
        func prepare(_ transfer: CurlTransfer, configuration: CurlConfiguration) -> Bool {
            self.transfer = transfer
            transfer.easy = easy
            let options = CurlOptions(easy: easy)
            guard let list = options.makeFieldList(for: transfer.request) else { return false }
            fieldList = list
            options.setCommon(configuration)
            options.setCallbacks(user: Unmanaged.passUnretained(self).toOpaque(), errorText: errorText)
            return options.set(transfer.request, fieldList: list)
        }

        /// Forgets the exchange; the handle keeps what is worth keeping between exchanges.
        func clear() {
            ccurl_easy_reset(easy)
            ccurl_list_free(fieldList)
            fieldList = nil
            errorText.pointee = 0
            parser = CurlHeadParser()
            failure = nil
            bodyOffset = 0
            isRetry = false
            transfer?.easy = nil
            transfer = nil
        }

        // MARK: Result

        /// What a result of libcurl means for the exchange.
        func result(of code: Int32) -> CurlResult {
            if let failure { return .failed(failure) }
            guard code == 0 else {
                let text = errorText.pointee == 0 ? String(cString: ccurl_error_text(code)) : String(cString: errorText)
                return .failed(CurlFailure(code: code, message: text, progress: progress))
            }
            // libcurl sees nothing wrong in a connection that closes inside the head.
            guard parser.isComplete else {
                let message = "the connection was closed inside the response head"
                return .failed(CurlFailure(kind: .closedEarly(received: 0, expected: nil), message: message))
            }
            return .completed
        }

        private var progress: CurlFailure.Progress {
            let expected = ccurl_easy_get_offset(easy, CCURL_INFO_CONTENT_LENGTH_DOWNLOAD, -1)
            return CurlFailure.Progress(
                received: ccurl_easy_get_offset(easy, CCURL_INFO_SIZE_DOWNLOAD, 0),
                expected: expected < 0 ? nil : expected)
        }

        /// Whether the exchange failed only because the connection it was given had been closed meanwhile.
        ///
        /// libcurl itself begins anew where it learns of that while reading, but not where it learns of it while sending.
        func shouldRetry(after code: Int32) -> Bool {
            code == 55 && !isRetry && failure == nil && parser.isUntouched
                && ccurl_easy_get_long(easy, CCURL_INFO_NUM_CONNECTS, 1) == 0
        }

        /// Goes back to the beginning, for a connection of its own.
        func rewind() -> Bool {
            isRetry = true
            bodyOffset = 0
            errorText.pointee = 0
            return ccurl_easy_set_long(easy, CCURL_OPT_FRESH_CONNECT, 1) == 0
        }

        // MARK: Callbacks

        /// Takes one line of a head or of the trailers, and returns how many bytes were accepted.
        func takeLine(_ line: UnsafeBufferPointer<UInt8>) -> Int {
            do {
                if let head = try parser.take(line) {
                    transfer?.deliver(head: head)
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
            switch transfer?.deliver(bytes) {
            case .delivered: return bytes.count
            case .held: return CCURL_WRITE_PAUSE
            case .dropped, nil: return 0
            }
        }

        /// Fills `room` with what is next to send, and returns how many bytes that is.
        func fill(_ room: UnsafeMutableRawBufferPointer) -> Int {
            guard let body = transfer?.request.body else { return CCURL_READ_ABORT }
            let count = min(room.count, body.count - bodyOffset)
            room.copyBytes(from: body[bodyOffset..<(bodyOffset + count)])
            bodyOffset += count
            return count
        }

        /// Goes to another place of the body to send.
        func seek(to offset: Int64, origin: Int32) -> Int32 {
            guard origin == 0, let body = transfer?.request.body, 0...body.count ~= Int(offset) else {
                return CCURL_SEEK_FAIL
            }
            bodyOffset = Int(offset)
            return CCURL_SEEK_OK
        }
    }
#endif
