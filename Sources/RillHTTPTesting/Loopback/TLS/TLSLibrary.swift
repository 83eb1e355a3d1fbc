#if canImport(Glibc)
    import Glibc
#endif

/// The OpenSSL functions that the server uses.
///
/// The library is loaded at run time, so that building the package requires neither the OpenSSL headers nor the
/// library.
struct TLSLibrary: Sendable {
    /// A pointer to any OpenSSL object.
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

    /// A callback that supplies the passphrase of an encrypted key.
    ///
    /// The parameters are the buffer, its size, and two unused values.
    typealias PassphraseCallback =
        @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32

    /// Returns the library, which is loaded once per process.
    ///
    /// Throws if the library is missing.
    static func shared() throws(LoopbackServer.TLSError) -> TLSLibrary {
        try opened.get()
    }

    private static let opened = Result { () throws(LoopbackServer.TLSError) in try TLSLibrary() }

    #if canImport(Glibc)
        private init() throws(LoopbackServer.TLSError) {
            let names = ["libssl.so.3", "libssl.so.1.1"]
            guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
                throw LoopbackServer.TLSError(
                    description: "OpenSSL is not installed: cannot load \(names.joined(separator: " or "))"
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
            // libcrypto, which libssl depends on, exports these three functions.
            clearErrors = try symbols.find("ERR_clear_error")
            takeError = try symbols.find("ERR_get_error")
            errorReason = try symbols.find("ERR_reason_error_string")
        }

        private struct Symbols {
            let library: UnsafeMutableRawPointer

            /// Looks up a function.
            ///
            /// The caller determines its type, which is not checked.
            func find<Function>(_ name: String) throws(LoopbackServer.TLSError) -> Function {
                guard let symbol = dlsym(library, name) else {
                    throw LoopbackServer.TLSError(description: "the installed OpenSSL lacks the function \(name)")
                }
                return unsafeBitCast(symbol, to: Function.self)
            }
        }
    #else
        private init() throws(LoopbackServer.TLSError) {
            throw LoopbackServer.TLSError(description: "LoopbackServer supports TLS only on Linux")
        }
    #endif
}
