package import RillSystem

/// The functions of the system's zlib that decompress data, loaded at run time.
package struct ZLibInflation: Sendable {
    package typealias Initialize =
        @convention(c) @Sendable (UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32) -> Int32
    package typealias Inflate = @convention(c) @Sendable (UnsafeMutableRawPointer, Int32) -> Int32
    package typealias Change = @convention(c) @Sendable (UnsafeMutableRawPointer) -> Int32

    package let initialize: Initialize
    package let inflate: Inflate
    package let reset: Change
    package let end: Change

    /// The functions, or the reason that they cannot be used.
    package static let library: Result<ZLibInflation, SystemZLib.Failure> = Result { () throws(SystemZLib.Failure) in
        let library = try SystemZLib(SystemZLib.name)
        return ZLibInflation(
            initialize: unsafeBitCast(try library.function("inflateInit2_"), to: Initialize.self),
            inflate: unsafeBitCast(try library.function("inflate"), to: Inflate.self),
            reset: unsafeBitCast(try library.function("inflateReset"), to: Change.self),
            end: unsafeBitCast(try library.function("inflateEnd"), to: Change.self))
    }

    /// Whether the library can be used.
    static let isAvailable = (try? library.get()) != nil
}
