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
        // On Linux it depends on the call whether the cause is a value or an object.
        let causes: [Any?] = [
            (error as? CocoaError)?.underlying, (error as NSError).userInfo[NSUnderlyingErrorKey], error,
        ]
        for cause in causes {
            if let cause = cause as? POSIXError { return String(cString: strerror(cause.code.rawValue)) }
            if let cause = cause as? NSError, cause.domain == NSPOSIXErrorDomain {
                return String(cString: strerror(Int32(cause.code)))
            }
        }
        return error.localizedDescription
    }
}
