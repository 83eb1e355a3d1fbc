internal import Foundation

/// The descriptions of file system errors.
public enum SystemFailure {
    /// Returns the reason given by the operating system, for example `Permission denied`.
    public static func reason(_ error: any Error) -> String {
        // On Linux, the type of the underlying error depends on the system call.
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
