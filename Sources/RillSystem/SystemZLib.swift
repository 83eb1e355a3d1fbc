internal import Foundation

/// The system's zlib, which compresses request bodies and decompresses response bodies.
public struct SystemZLib {
    /// zlib's `z_stream`, whose layout has not changed since zlib 1.0.
    ///
    /// The size is passed to zlib, which rejects another one.
    public struct Stream {
        /// The next byte of the input.
        public var nextInput: UnsafePointer<UInt8>?
        /// The number of bytes of the input.
        public var inputCount: CUnsignedInt = 0
        var totalInput: CUnsignedLong = 0
        /// The next byte of the output.
        public var nextOutput: UnsafeMutablePointer<UInt8>?
        /// The number of bytes that the output has room for.
        public var outputCount: CUnsignedInt = 0
        var totalOutput: CUnsignedLong = 0
        /// The error message, or `nil` if there is none.
        public var message: UnsafePointer<CChar>?
        var state: OpaquePointer?
        var allocate: OpaquePointer?
        var free: OpaquePointer?
        var user: OpaquePointer?
        var dataType: CInt = 0
        var checksum: CUnsignedLong = 0
        var reserved: CUnsignedLong = 0

        /// Creates a stream without input and output.
        public init() {}
    }

    /// The reason that the library cannot be used.
    public struct Failure: Error {
        /// The description, with advice.
        public let reason: String
    }

    #if canImport(Darwin)
        /// The name of the library.
        public static let name = "/usr/lib/libz.1.dylib"
    #else
        /// The name of the library.
        public static let name = "libz.so.1"
    #endif

    private let handle: UnsafeMutableRawPointer

    /// Loads a library, which is never unloaded.
    public init(_ name: String) throws(Failure) {
        guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
            let reason = dlerror().map { String(cString: $0) } ?? "unknown error"
            throw Failure(
                reason: "could not load zlib: \(reason). Install zlib (Debian, Ubuntu: apt-get install zlib1g)")
        }
        self.handle = handle
    }

    /// Returns a function of the library.
    public func function(_ symbol: String) throws(Failure) -> UnsafeMutableRawPointer {
        guard let function = dlsym(handle, symbol) else {
            throw Failure(reason: "the function \(symbol) is missing in zlib. Reinstall zlib")
        }
        return function
    }
}
