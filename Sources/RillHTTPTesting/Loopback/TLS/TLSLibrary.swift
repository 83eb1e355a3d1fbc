#if canImport(Glibc)
    import Glibc
#endif

/// The functions of the system's OpenSSL that a server needs.
///
/// The library is opened at run time, so that the package needs neither its headers nor the library itself to build.
struct TLSLibrary: Sendable {
    /// Any object of OpenSSL's.
    typealias Object = OpaquePointer?

    let serverMethod: @Sendable @convention(c) () -> Object
    let newContext: @Sendable @convention(c) (Object) -> Object
    let freeContext: @Sendable @convention(c) (Object) -> Void
    let useCertificateChain: @Sendable @convention(c) (Object, UnsafePointer<CChar>) -> Int32
    let usePrivateKey: @Sendable @convention(c) (Object, UnsafePointer<CChar>, Int32) -> Int32
    let setPassphraseCallback: @Sendable @convention(c) (Object, PassphraseCallback) -> Void
    let loadAuthorities: @Sendable @convention(c) (Object, UnsafePointer<CChar>, UnsafePointer<CChar>?) -> Int32
    let setVerification: @Sendable @convention(c) (Object, Int32, OpaquePointer?) -> Void
    let setSessionContext: @Sendable @convention(c) (Object, UnsafePointer<UInt8>, UInt32) -> Int32
    let newConnection: @Sendable @convention(c) (Object) -> Object
    let freeConnection: @Sendable @convention(c) (Object) -> Void
    let setDescriptor: @Sendable @convention(c) (Object, Int32) -> Int32
    let accept: @Sendable @convention(c) (Object) -> Int32
    let read: @Sendable @convention(c) (Object, UnsafeMutableRawPointer?, Int32) -> Int32
    let write: @Sendable @convention(c) (Object, UnsafeRawPointer?, Int32) -> Int32
    let shutDown: @Sendable @convention(c) (Object) -> Int32
    let error: @Sendable @convention(c) (Object, Int32) -> Int32
    let clearErrors: @Sendable @convention(c) () -> Void
    let takeError: @Sendable @convention(c) () -> UInt
    let errorReason: @Sendable @convention(c) (UInt) -> UnsafePointer<CChar>?

    /// Asked for the passphrase of an encrypted key: where to write it, how long it may be, and two things of no use
    /// here.
    typealias PassphraseCallback =
        @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32

    /// The library, opened once; throws if there is none.
    static func shared() throws(LoopbackServer.TLSError) -> TLSLibrary {
        try opened.get()
    }

    private static let opened = Result { () throws(LoopbackServer.TLSError) in try TLSLibrary() }

    #if canImport(Glibc)
        private init() throws(LoopbackServer.TLSError) {
            let names = ["libssl.so.3", "libssl.so.1.1"]
            guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
                throw LoopbackServer.TLSError(
                    description: "this system has no OpenSSL: neither \(names.joined(separator: " nor ")) can be opened"
                )
            }
            let symbols = Symbols(library: library)
            serverMethod = try symbols.find("TLS_server_method")
            newContext = try symbols.find("SSL_CTX_new")
            freeContext = try symbols.find("SSL_CTX_free")
            useCertificateChain = try symbols.find("SSL_CTX_use_certificate_chain_file")
            usePrivateKey = try symbols.find("SSL_CTX_use_PrivateKey_file")
            setPassphraseCallback = try symbols.find("SSL_CTX_set_default_passwd_cb")
            loadAuthorities = try symbols.find("SSL_CTX_load_verify_locations")
            setVerification = try symbols.find("SSL_CTX_set_verify")
            setSessionContext = try symbols.find("SSL_CTX_set_session_id_context")
            newConnection = try symbols.find("SSL_new")
            freeConnection = try symbols.find("SSL_free")
            setDescriptor = try symbols.find("SSL_set_fd")
            accept = try symbols.find("SSL_accept")
            read = try symbols.find("SSL_read")
            write = try symbols.find("SSL_write")
            shutDown = try symbols.find("SSL_shutdown")
            error = try symbols.find("SSL_get_error")
            // These three live in libcrypto, which libssl has brought along.
            clearErrors = try symbols.find("ERR_clear_error")
            takeError = try symbols.find("ERR_get_error")
            errorReason = try symbols.find("ERR_reason_error_string")
        }

        private struct Symbols {
            let library: UnsafeMutableRawPointer

            /// Finds a function; its type is taken on trust from the place it is assigned to.
            func find<Function>(_ name: String) throws(LoopbackServer.TLSError) -> Function {
                guard let symbol = dlsym(library, name) else {
                    throw LoopbackServer.TLSError(description: "the system's OpenSSL has no function \(name)")
                }
                return unsafeBitCast(symbol, to: Function.self)
            }
        }
    #else
        private init() throws(LoopbackServer.TLSError) {
            throw LoopbackServer.TLSError(description: "LoopbackServer speaks TLS on Linux alone")
        }
    #endif
}
