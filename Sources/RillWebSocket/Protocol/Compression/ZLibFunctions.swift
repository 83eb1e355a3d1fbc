internal import RillSystem

/// The functions of the system's zlib, loaded at run time.
///
/// None of them is variadic, so Swift calls them without C code.
struct ZLibFunctions: Sendable {
    typealias Stream = UnsafeMutablePointer<SystemZLib.Stream>
    typealias Run = @convention(c) @Sendable (UnsafeMutableRawPointer, Int32) -> Int32
    typealias Change = @convention(c) @Sendable (UnsafeMutableRawPointer) -> Int32
    typealias StartDeflate =
        @convention(c) @Sendable (
            UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>, Int32
        ) -> Int32
    typealias StartInflate =
        @convention(c) @Sendable (UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32) -> Int32

    let startDeflate: StartDeflate
    let deflate: Run
    let resetDeflate: Change
    let endDeflate: Change
    let startInflate: StartInflate
    let inflate: Run
    let resetInflate: Change
    /// Begins another stream, but keeps the window.
    let continueInflate: Change
    /// Returns 1 if the input has ended where the last four bytes of a flush are missing.
    let isAtFlush: Change
    let endInflate: Change

    /// The functions, or the reason that they cannot be used.
    static let library: Result<ZLibFunctions, SystemZLib.Failure> = Result { () throws(SystemZLib.Failure) in
        let library = try SystemZLib(SystemZLib.name)
        return ZLibFunctions(
            startDeflate: unsafeBitCast(try library.function("deflateInit2_"), to: StartDeflate.self),
            deflate: unsafeBitCast(try library.function("deflate"), to: Run.self),
            resetDeflate: unsafeBitCast(try library.function("deflateReset"), to: Change.self),
            endDeflate: unsafeBitCast(try library.function("deflateEnd"), to: Change.self),
            startInflate: unsafeBitCast(try library.function("inflateInit2_"), to: StartInflate.self),
            inflate: unsafeBitCast(try library.function("inflate"), to: Run.self),
            resetInflate: unsafeBitCast(try library.function("inflateReset"), to: Change.self),
            continueInflate: unsafeBitCast(try library.function("inflateResetKeep"), to: Change.self),
            isAtFlush: unsafeBitCast(try library.function("inflateSyncPoint"), to: Change.self),
            endInflate: unsafeBitCast(try library.function("inflateEnd"), to: Change.self))
    }

    /// The flush modes and return codes of zlib that are used here.
    static let noFlush: Int32 = 0
    static let syncFlush: Int32 = 2
    static let ok: Int32 = 0
    static let streamEnd: Int32 = 1
    /// No progress was possible.
    static let bufferError: Int32 = -5

    static let streamSize = Int32(MemoryLayout<SystemZLib.Stream>.size)

    /// The sizes of the buffers for output in bytes.
    private static let roomSizes = 1_024...64 * 1_024

    /// Returns the size of the buffer for output that probably has the given size.
    static func roomSize(_ expected: Int) -> Int {
        min(max(expected, roomSizes.lowerBound), roomSizes.upperBound)
    }
}
