import Foundation
import RillAzureStorage
import RillHTTP
import RillTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .disabledUnderThreadSanitizer("single-threaded"))
struct HostileXMLTests {
    @Test func decodesManyElementNamesQuickly() throws {
        let names = (0..<100_000).map { "a\($0)" }
        let body = "<Error><Code>X</Code>" + names.map { "<\($0)>1</\($0)>" }.joined() + "</Error>"
        let error = try #require(AzureStorageError(head: HTTPResponse(status: .badRequest), body: Data(body.utf8)))
        #expect(error.code.rawValue == "X" && error.details.count == 100_000)
    }
}
