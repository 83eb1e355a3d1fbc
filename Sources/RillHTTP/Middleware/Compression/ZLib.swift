#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// The functions of the system's zlib that compress data, loaded at run time.
///
/// None of them is variadic, so Swift calls them without C code.
struct ZLib: Sendable {
    typealias Initialize =
        @convention(c) @Sendable (
            UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>, Int32
        ) -> Int32
    typealias Deflate = @convention(c) @Sendable (UnsafeMutableRawPointer, Int32) -> Int32
    typealias End = @convention(c) @Sendable (UnsafeMutableRawPointer) -> Int32

    /// zlib's `z_stream`, whose layout has not changed since zlib 1.0.
    ///
    /// The size is passed to zlib, which rejects another one.
    struct Stream {
        var nextInput: UnsafePointer<UInt8>?
        var inputCount: CUnsignedInt = 0
        var totalInput: CUnsignedLong = 0
        var nextOutput: UnsafeMutablePointer<UInt8>?
        var outputCount: CUnsignedInt = 0
        var totalOutput: CUnsignedLong = 0
        var message: UnsafePointer<CChar>?
        var state: OpaquePointer?
        var allocate: OpaquePointer?
        var free: OpaquePointer?
        var user: OpaquePointer?
        var dataType: CInt = 0
        var checksum: CUnsignedLong = 0
        var reserved: CUnsignedLong = 0
    }

    let initialize: Initialize
    let deflate: Deflate
    let end: End
}

extension ZLib {
    /// The functions of the system's zlib, or the reason that they cannot be used.
    static let library: Result<ZLib, TransportError> = Result { () throws(TransportError) in
        try ZLib(SystemZLib.name)
    }

    /// Loads a library, which is never unloaded.
    init(_ name: String) throws(TransportError) {
        do throws(SystemZLib.Failure) {
            let library = try SystemZLib(name)
            initialize = unsafeBitCast(try library.function("deflateInit2_"), to: Initialize.self)
            deflate = unsafeBitCast(try library.function("deflate"), to: Deflate.self)
            end = unsafeBitCast(try library.function("deflateEnd"), to: End.self)
        } catch {
            throw Self.error(error.reason)
        }
    }

    static func error(_ reason: String) -> TransportError {
        TransportError(.invalidRequest, "cannot compress the request body: \(reason)")
    }
}

/// The system's zlib, which compresses request bodies and decompresses response bodies.
struct SystemZLib {
    /// The reason that the library cannot be used.
    struct Failure: Error {
        let reason: String
    }

    #if canImport(Darwin)
        static let name = "/usr/lib/libz.1.dylib"
    #else
        static let name = "libz.so.1"
    #endif

    private let handle: UnsafeMutableRawPointer

    /// Loads a library, which is never unloaded.
    init(_ name: String) throws(Failure) {
        guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
            let reason = dlerror().map { String(cString: $0) } ?? "unknown error"
            throw Failure(
                reason: "could not load zlib: \(reason). Install zlib (Debian, Ubuntu: apt-get install zlib1g)")
        }
        self.handle = handle
    }

    /// Returns a function of the library.
    func function(_ symbol: String) throws(Failure) -> UnsafeMutableRawPointer {
        guard let function = dlsym(handle, symbol) else {
            throw Failure(reason: "the function \(symbol) is missing in zlib. Reinstall zlib")
        }
        return function
    }
}
