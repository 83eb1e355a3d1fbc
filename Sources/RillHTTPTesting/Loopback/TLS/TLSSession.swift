#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// TLS on one connection, on the server's side.
///
/// It belongs to the connection's thread, as the stream does that it serves.
final class TLSSession {
    private let library: TLSLibrary
    private let connection: OpaquePointer
    /// Lives as long as the connection that uses it.
    private let context: TLSContext
    private let socket: Descriptor

    /// Takes over a connection of OpenSSL's.
    init(connection: OpaquePointer, context: TLSContext, socket: Descriptor) {
        self.connection = connection
        self.context = context
        self.socket = socket
        library = context.library
        // OpenSSL writes with `write`, which raises the signal where the peer is gone.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    deinit {
        library.freeConnection(connection)
    }

    /// Goes on with the handshake; `moved` when it is done.
    func handshake() -> Transit {
        library.clearErrors()
        return transit(library.accept(connection))
    }

    /// Reads what has arrived; as the room is larger than a record of TLS, nothing readable stays behind in OpenSSL.
    func read(into room: UnsafeMutableRawBufferPointer) -> Transit {
        library.clearErrors()
        return transit(library.read(connection, room.baseAddress, Int32(clamping: room.count)))
    }

    /// Sends the first bytes, as many as a record can hold.
    ///
    /// Where they have to wait, the same ones must be sent again.
    func write(_ bytes: UnsafeRawBufferPointer) -> Transit {
        library.clearErrors()
        return transit(library.write(connection, bytes.baseAddress, Int32(min(bytes.count, 16 << 10))))
    }

    /// Tells the peer that nothing follows; does not wait for the peer to say the same.
    func sendNotice() -> Transit {
        library.clearErrors()
        let result = library.shutDown(connection)
        return result >= 0 ? .moved(0) : transit(result)
    }

    private func transit(_ result: Int32) -> Transit {
        if result > 0 { return .moved(Int(result)) }
        return switch library.error(connection, result) {
        case 2: .later(POLLIN)  // SSL_ERROR_WANT_READ
        case 3: .later(POLLOUT)  // SSL_ERROR_WANT_WRITE
        case 6: .ended  // SSL_ERROR_ZERO_RETURN
        default: .broken
        }
    }
}

/// How far bytes came on their way through a socket.
enum Transit {
    /// That many went through.
    case moved(Int)

    /// None did; they may when `poll` has reported these events.
    case later(Int32)

    /// None did: the peer has ended its direction.
    case ended

    /// None did, and none will.
    case broken
}
