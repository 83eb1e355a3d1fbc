internal import Foundation

/// The descriptions of file system errors.
public enum SystemFailure {
    /// Returns the description of an error, which for Foundation's errors of files is a sentence with the path and the
    /// reason.
    ///
    /// Their own description lists all of their properties.
    ///
    ///     cannot read /home/bob/photo.jpeg: No such file or directory
    public static func text(_ error: any Error) -> String {
        if error is POSIXError { return reason(error) }
        guard let code = (error as? CocoaError)?.code.rawValue, code < 1_024 else { return "\(error)" }
        let info = (error as NSError).userInfo
        let path = info[NSFilePathErrorKey] as? String ?? (info[NSURLErrorKey] as? URL)?.path ?? "a file"
        let action = code < 256 ? "access" : code < 512 ? "read" : "write"
        return "cannot \(action) \(path): \(reason(error))"
    }

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
        // On Linux, the localized description of an error without a text is its number.
        return (error as NSError).localizedFailureReason ?? "unknown error \((error as NSError).code)"
    }
}
