import Foundation
import RillAzureStorage
import RillHTTP
import RillTestSupport
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded"))
struct HostileXMLTests {
    private func body(_ count: Int) -> Data {
        let elements = (0..<count).map { "<a\($0)>1</a\($0)>" }.joined()
        return Data("<Error><Code>X</Code>\(elements)</Error>".utf8)
    }

    @Test func decodesManyElementNamesInLinearTime() throws {
        try expectLinearTime(size: 100_000) {
            (count: $0, body: body($0))
        } _: { input in
            let error = try #require(AzureStorageError(head: HTTPResponse(status: .badRequest), body: input.body))
            #expect(error.code.rawValue == "X" && error.details.count == input.count)
        }
    }
}
