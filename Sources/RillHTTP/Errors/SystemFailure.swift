internal import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Errors of the file system.
package enum SystemFailure {
    /// What the system says is the reason: `Permission denied`.
    package static func reason(_ error: any Error) -> String {
        guard let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code else { return "\(error)" }
        return String(cString: strerror(code.rawValue))
    }
}
