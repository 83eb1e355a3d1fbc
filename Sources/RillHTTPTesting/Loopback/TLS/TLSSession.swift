internal import RillSystem

/// The server side of TLS on one connection.
///
/// Only the connection's thread uses the session.
final class TLSSession {
    private let library: TLSLibrary
    private let connection: OpaquePointer
    /// Retained while the connection uses it.
    private let context: TLSContext
    private let socket: Descriptor

    /// Takes ownership of an OpenSSL connection.
    init(connection: OpaquePointer, context: TLSContext, socket: Descriptor) {
        self.connection = connection
        self.context = context
        self.socket = socket
        library = context.library
        // OpenSSL sends with `write`, which raises SIGPIPE if the peer has closed the connection.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    deinit {
        library.freeConnection(connection)
    }

    /// Continues the handshake.
    ///
    /// Returns `moved` when it is complete.
    func handshake() -> Transit { transit { library.accept(connection) } }

    /// Reads the available bytes.
    ///
    /// The buffer must be larger than a TLS record, so that no readable bytes remain in OpenSSL.
    func read(into room: UnsafeMutableRawBufferPointer) -> Transit {
        transit { library.read(connection, room.baseAddress, Int32(clamping: room.count)) }
    }

    /// Writes a prefix of the bytes, at most one TLS record.
    ///
    /// If the result is `later`, the next call must pass the same bytes.
    func write(_ bytes: UnsafeRawBufferPointer) -> Transit {
        transit { library.write(connection, bytes.baseAddress, Int32(min(bytes.count, 16 << 10))) }
    }

    /// Sends the close notification without waiting for the peer's.
    func sendNotice() -> Transit {
        transit {
            let result = library.shutDown(connection)
            // 0 means that the peer has not sent its notification.
            return result == 0 ? 1 : result
        }
    }

    private func transit(_ call: () -> Int32) -> Transit {
        library.clearErrors()
        let result = call()
        if result > 0 { return .moved(Int(result)) }
        return switch library.error(connection, result) {
        case 2: .later(POLLIN)  // SSL_ERROR_WANT_READ
        case 3: .later(POLLOUT)  // SSL_ERROR_WANT_WRITE
        case 6: .ended  // SSL_ERROR_ZERO_RETURN
        default: .broken
        }
    }
}

/// The result of reading from or writing to a socket.
enum Transit {
    /// The number of transferred bytes.
    case moved(Int)

    /// No bytes were transferred. Retry after `poll` reports these events.
    case later(Int32)

    /// No bytes were transferred, because the peer has closed its sending direction.
    case ended

    /// No bytes were transferred, because the connection has failed.
    case broken
}
