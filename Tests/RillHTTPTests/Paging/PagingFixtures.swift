import Foundation
import RillHTTPTestSupport
import RillHTTPTesting

/// A service that returns a list of numbers in pages.
struct NumberedList: Sendable {
    var total = 45
    var size = 20

    /// How the service indicates the next page.
    var hint = Hint.link

    enum Hint: Sendable {
        case link
        case total
        case nothing
    }

    static let totalCount = HTTPField.Name(literal: "Total-Count")

    func response(_ request: StubTransport.Request, after delay: Duration = .zero) -> StubTransport.Response {
        let page = request.queryItem("page").flatMap { Int($0) } ?? 1
        let start = min((page - 1) * size, total)
        let end = min(start + size, total)
        var fields: HTTPFields = [:]
        switch hint {
        case .link: if end < total { fields[.link] = "</api/v2/numbers?page=\(page + 1)>; rel=\"next\"" }
        case .total: fields[Self.totalCount] = "\(total)"
        case .nothing: break
        }
        return .json("\(Array(start..<end))", fields: fields, after: delay)
    }

    func transport() -> StubTransport { StubTransport { response($0) } }

    /// Returns a transport with a response delay of one second.
    func transport(_ scheduler: TestScheduler) -> StubTransport {
        StubTransport(scheduler: scheduler) { response($0, after: .seconds(1)) }
    }
}

let numbers = Anything<[Int]>(path: "/numbers")

extension StubTransport {
    /// The paths and queries of the requests, relative to the base URL.
    var targets: [String] {
        requests.map { String(($0.message.path ?? "").trimmingPrefix("/api/v2")) }
    }
}

extension Recorder {
    /// The paging error that underlies the terminal error.
    var pagingError: PagingError? { apiError?.underlying as? PagingError }
}
