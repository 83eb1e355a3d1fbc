/// The functions of the system's zlib, loaded at run time.
///
/// None of them is variadic, so Swift calls them without C code.
public struct SystemZLib: Sendable {
    typealias Run = @convention(c) @Sendable (UnsafeMutableRawPointer, Int32) -> Int32
    typealias Change = @convention(c) @Sendable (UnsafeMutableRawPointer) -> Int32
    package typealias StartDeflate =
        @convention(c) @Sendable (
            UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>, Int32
        ) -> Int32
    typealias StartInflate =
        @convention(c) @Sendable (UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32) -> Int32

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

    /// The reason that the library cannot be used, or that it failed.
    public struct Failure: Error {
        /// The description, with advice.
        public let reason: String
    }

    #if canImport(Darwin)
        private static let name = "/usr/lib/libz.1.dylib"
    #else
        private static let name = "libz.so.1"
    #endif

    /// `deflateInit2_`: prepares a stream for compression.
    package var startDeflate: StartDeflate
    let deflate: Run
    let resetDeflate: Change
    let endDeflate: Change
    let startInflate: StartInflate
    let inflate: Run
    let resetInflate: Change
    /// `inflateResetKeep`: begins another stream to decompress, but keeps the window.
    let continueInflate: Change
    /// `inflateSyncPoint`: returns 1 if the input has ended where the last four bytes of a flush are missing.
    let isAtFlush: Change
    let endInflate: Change

    /// The functions of the system's library, or the reason that they cannot be used.
    public static let library: Result<SystemZLib, Failure> = Result { () throws(Failure) in try SystemZLib(name) }

    /// Loads a library, which is never unloaded.
    public init(_ name: String) throws(Failure) {
        guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
            let reason = dlerror().map { String(cString: $0) } ?? "unknown error"
            throw Failure(
                reason: "could not load zlib: \(reason). Install zlib (Debian, Ubuntu: apt-get install zlib1g)")
        }
        func function<Function>(_ symbol: String) throws(Failure) -> Function {
            guard let function = dlsym(handle, symbol) else {
                throw Failure(reason: "the function \(symbol) is missing in zlib. Reinstall zlib")
            }
            return unsafeBitCast(function, to: Function.self)
        }
        startDeflate = try function("deflateInit2_")
        deflate = try function("deflate")
        resetDeflate = try function("deflateReset")
        endDeflate = try function("deflateEnd")
        startInflate = try function("inflateInit2_")
        inflate = try function("inflate")
        resetInflate = try function("inflateReset")
        continueInflate = try function("inflateResetKeep")
        isAtFlush = try function("inflateSyncPoint")
        endInflate = try function("inflateEnd")
    }
}
