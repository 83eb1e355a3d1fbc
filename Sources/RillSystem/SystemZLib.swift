internal import Foundation

/// The functions of the system's zlib, loaded at run time.
///
/// None of them is variadic, so Swift calls them without C code.
public struct SystemZLib: Sendable {
    /// The type of functions that process input.
    public typealias Run = @convention(c) @Sendable (UnsafeMutableRawPointer, Int32) -> Int32
    /// The type of functions that change the state of a stream.
    public typealias Change = @convention(c) @Sendable (UnsafeMutableRawPointer) -> Int32
    /// The type of `deflateInit2_`.
    public typealias StartDeflate =
        @convention(c) @Sendable (
            UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>, Int32
        ) -> Int32
    /// The type of `inflateInit2_`.
    public typealias StartInflate =
        @convention(c) @Sendable (UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32) -> Int32

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

    /// `deflateInit2_`: prepares a stream for compression.
    public var startDeflate: StartDeflate
    /// `deflate`: compresses input.
    public let deflate: Run
    /// `deflateReset`: begins another compressed stream.
    public let resetDeflate: Change
    /// `deflateEnd`: frees the state of a compressor.
    public let endDeflate: Change
    /// `inflateInit2_`: prepares a stream for decompression.
    public let startInflate: StartInflate
    /// `inflate`: decompresses input.
    public let inflate: Run
    /// `inflateReset`: begins another stream to decompress.
    public let resetInflate: Change
    /// `inflateResetKeep`: begins another stream to decompress, but keeps the window.
    public let continueInflate: Change
    /// `inflateSyncPoint`: returns 1 if the input has ended where the last four bytes of a flush are missing.
    public let isAtFlush: Change
    /// `inflateEnd`: frees the state of a decompressor.
    public let endInflate: Change

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

extension SystemZLib {
    /// The mode in which zlib decides when it produces output.
    public static let noFlush: Int32 = 0
    /// The mode in which the output is sufficient to decompress all input.
    public static let syncFlush: Int32 = 2
    /// The mode that ends the stream.
    public static let finish: Int32 = 4
    /// The code of success.
    public static let ok: Int32 = 0
    /// The code for the end of the stream.
    public static let streamEnd: Int32 = 1
    /// The code if no progress was possible.
    public static let bufferError: Int32 = -5

    /// The size of `z_stream` in bytes.
    public static let streamSize = Int32(MemoryLayout<Stream>.size)

    /// The sizes of buffers for output in bytes.
    private static let roomSizes = 1_024...64 * 1_024

    /// Returns the size of a buffer for output that probably has the given size.
    public static func roomSize(_ expected: Int) -> Int {
        min(max(expected, roomSizes.lowerBound), roomSizes.upperBound)
    }

    /// Compresses all input, and appends the output that is available.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - stream: A stream that was prepared with `startDeflate`.
    ///   - flush: The flush mode after the last byte.
    ///   - output: The compressed bytes.
    /// - Returns: The code of success or of a failure.
    public func compress(
        _ input: [UInt8], _ stream: UnsafeMutablePointer<Stream>, flush: Int32, into output: inout [UInt8]
    ) -> Int32 {
        input.withUnsafeBufferPointer { input in
            var rest = input[...]
            while true {
                // The count has 32 bits.
                let part = UnsafeBufferPointer(rebasing: rest.prefix(1 << 30))
                rest = rest.dropFirst(part.count)
                let status = run(stream, part, rest.isEmpty ? flush : Self.noFlush, &output)
                if status != Self.ok || rest.isEmpty { return status }
            }
        }
    }

    /// Compresses until all input is consumed and all available output is written.
    private func run(
        _ stream: UnsafeMutablePointer<Stream>, _ input: UnsafeBufferPointer<UInt8>, _ flush: Int32,
        _ output: inout [UInt8]
    ) -> Int32 {
        stream.pointee.nextInput = input.baseAddress
        stream.pointee.inputCount = CUnsignedInt(input.count)
        defer { stream.pointee.nextInput = nil }
        let roomSize = Self.roomSize(input.count)
        while true {
            var status: Int32 = 0
            let written = [UInt8](unsafeUninitializedCapacity: roomSize) { room, count in
                stream.pointee.nextOutput = room.baseAddress
                stream.pointee.outputCount = CUnsignedInt(roomSize)
                status = deflate(stream, flush)
                count = roomSize - Int(stream.pointee.outputCount)
            }
            output += written
            if status < 0, status != Self.bufferError { return status }
            if written.count < roomSize { return Self.ok }
        }
    }
}
