/// A failed expectation of a ``StreamReader``, with the source location of the call.
///
/// The reader reports it to the test framework. ``StreamReader/next(isolation:fileID:filePath:line:column:)`` also
/// throws it, because it has no element to return.
public struct ReaderFailure: Error, CustomStringConvertible {
    /// The expected event, followed by the actual event or the reason why none arrived.
    public let description: String

    /// The source location of the call.
    package let location: ReaderLocation
}

/// The source location of a call, in the form that the test frameworks need.
package struct ReaderLocation: Sendable {
    package let fileID: StaticString
    package let filePath: StaticString
    package let line: UInt
    package let column: UInt

    package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }
}
