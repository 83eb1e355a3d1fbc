internal import RillHTTP
internal import RillSystem

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
