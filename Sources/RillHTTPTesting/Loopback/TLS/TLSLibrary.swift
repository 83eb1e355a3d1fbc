internal import RillSystem

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

    /// The library, which is loaded once per process, or the reason why it cannot be used.
    static let shared = Result { () throws(LoopbackServer.TLSError) in try TLSLibrary() }

    #if canImport(Glibc)
        private init() throws(LoopbackServer.TLSError) {
            let names = ["libssl.so.3", "libssl.so.1.1"]
            guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
                throw LoopbackServer.TLSError(
                    description: "OpenSSL is not installed: cannot load \(names.joined(separator: " or "))"
                )
            }
            // The caller determines the type of the function, which is not checked.
            func find<Function>(_ name: String) throws(LoopbackServer.TLSError) -> Function {
                guard let symbol = dlsym(library, name) else {
                    throw LoopbackServer.TLSError(description: "the installed OpenSSL lacks the function \(name)")
                }
                return unsafeBitCast(symbol, to: Function.self)
            }
            serverMethod = try find("TLS_server_method")
            newContext = try find("SSL_CTX_new")
            freeContext = try find("SSL_CTX_free")
            useCertificateChain = try find("SSL_CTX_use_certificate_chain_file")
            usePrivateKey = try find("SSL_CTX_use_PrivateKey_file")
            setPassphraseCallback = try find("SSL_CTX_set_default_passwd_cb")
            loadAuthorities = try find("SSL_CTX_load_verify_locations")
            setVerification = try find("SSL_CTX_set_verify")
            setSessionContext = try find("SSL_CTX_set_session_id_context")
            newConnection = try find("SSL_new")
            freeConnection = try find("SSL_free")
            setDescriptor = try find("SSL_set_fd")
            accept = try find("SSL_accept")
            read = try find("SSL_read")
            write = try find("SSL_write")
            shutDown = try find("SSL_shutdown")
            error = try find("SSL_get_error")
            // libcrypto, which libssl depends on, exports these three functions.
            clearErrors = try find("ERR_clear_error")
            takeError = try find("ERR_get_error")
            errorReason = try find("ERR_reason_error_string")
        }
    #else
        private init() throws(LoopbackServer.TLSError) {
            throw LoopbackServer.TLSError(description: "LoopbackServer supports TLS only on Linux")
        }
    #endif
}
