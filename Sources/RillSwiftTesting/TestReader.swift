public import RillTesting
internal import Testing

extension TestKit {
    /// Subscribes to a stream so that the test can read its events one by one in virtual time.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: The reader. Failures are reported at the lines of its calls; unread events are reported at the line
    ///   of this call.
    public func reader<Stream: ObservableConvertible>(
        of stream: Stream, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> StreamReader<Stream.Element> {
        let location = ReaderLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        return StreamReader(of: stream.asObservable(), .virtual(scheduler), at: location) { $0.record() }
    }
}

extension ObservableConvertible {
    /// Subscribes to the stream so that the test can read its events one by one in real time.
    ///
    /// - Parameter timeout: The maximum time to wait for each event. Defaults to 10 seconds.
    /// - Returns: The reader. Failures are reported at the lines of its calls; unread events are reported at the line
    ///   of this call.
    public func testReader(
        timeout: Duration = .seconds(10), fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> StreamReader<Element> {
        let location = ReaderLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        return StreamReader(of: asObservable(), .real(timeout: timeout), at: location) { $0.record() }
    }
}

extension ReaderFailure {
    fileprivate func record() {
        let sourceLocation = SourceLocation(
            fileID: "\(location.fileID)", filePath: "\(location.filePath)", line: Int(location.line),
            column: Int(location.column))
        Issue.record(Comment(rawValue: description), sourceLocation: sourceLocation)
    }
}
