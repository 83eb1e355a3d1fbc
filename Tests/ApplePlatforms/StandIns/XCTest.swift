// Declares names and signatures of the SDK, which documents them. The functions are only type-checked, and never called.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NoLeadingUnderscores, TypeNamesShouldBeCapitalized

open class XCTestCase {
    public init() {}
    open func record(_ issue: XCTIssue) {}
}

public struct XCTIssue {
    public var compactDescription: String
    public var sourceCodeContext: XCTSourceCodeContext
}

public struct XCTSourceCodeContext {
    public let location: XCTSourceCodeLocation?
}

public struct XCTSourceCodeLocation {
    public let lineNumber: Int
}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}

public func XCTAssertEqual<T: Equatable>(
    _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}
