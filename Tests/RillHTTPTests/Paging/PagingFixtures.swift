import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting

/// A list of numbers that a service gives out in pages.
struct NumberedList: Sendable {
    var total = 45
    var size = 20

    /// How the service tells of the next page.
    var hint = Hint.link

    enum Hint: Sendable {
        case link
        case total
        case nothing
    }

    static let totalCount = HTTPField.Name(literal: "Total-Count")

    func answer(_ request: StubTransport.Request, after delay: Duration = .zero) -> StubTransport.Answer {
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

    func transport() -> StubTransport { StubTransport { answer($0) } }

    /// With answers that take a second each.
    func transport(_ scheduler: TestScheduler) -> StubTransport {
        StubTransport(scheduler: scheduler) { answer($0, after: .seconds(1)) }
    }
}

let numbers = Anything<[Int]>(path: "/numbers")

extension StubTransport {
    /// The paths and queries of the requests, behind the base address.
    var targets: [String] {
        requests.map { String(($0.message.path ?? "").trimmingPrefix("/api/v2")) }
    }
}

extension Recording {
    var isCompleted: Bool { if case .completed = events.last { true } else { false } }

    /// The error at the end.
    var error: APIError? { events.last?.error as? APIError }

    /// What is wrong with the way from page to page.
    var pagingError: PagingError? { error?.underlying as? PagingError }
}
