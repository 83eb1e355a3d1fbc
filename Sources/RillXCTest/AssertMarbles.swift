public import RillTesting
import XCTest

/// Fails the test unless a recording is what the diagram says.
///
/// - Parameters:
///   - recording: What came.
///   - diagram: What is expected.
///   - values: What the characters of the diagram stand for.
///   - error: What `#` stands for.
///   - file: Where a failure points to.
///   - line: The line there.
public func assertMarbles<Element: Equatable>(
    _ recording: Recording<Element>, _ diagram: String, values: [Character: Element] = [:],
    error: any Error = TestError(), file: StaticString = #filePath, line: UInt = #line
) {
    if let difference = recording.difference(from: diagram, values: values, error: error) {
        XCTFail(difference, file: file, line: line)
    }
}
