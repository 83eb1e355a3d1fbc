// Every failure is an `APIError`, whose stage is the step that failed.
import RillHTTPTesting

struct Item: Decodable, Sendable {
    let title: String
}

struct ServiceError: Error, Decodable {
    let code: String
}

let server = try LoopbackServer { request in
    switch request.path {
    case "/items/1": .json(#"{"title": 5}"#)
    case "/items/2": .json(#"{"code": "not_found"}"#, status: .notFound)
    case "/items/3": .reset
    default: .stall
    }
}
let client = Client(
    baseURL: server.baseURL, errorDecoder: .json(ServiceError.self), timeout: .milliseconds(200))

for number in 1...4 {
    do {
        _ = try await client.send(Endpoint<Item>("/items/\(number)")).firstValue()
    } catch let error as APIError {
        switch error.underlying {
        case let error as ServiceError: print("the service responded: \(error.code)")
        case let error as TransportError: print("the transport failed: \(error.code)")
        default: print("\(error.stage): \(error.reason)")
        }
    }
}

// `catch(as:)` recovers from errors of one type. Other errors are forwarded.
let title = client.send(Endpoint<Item>("/items/2")).map(\.title)
    .catch(as: ServiceError.self) { error in .just("(\(error.code))") }
print(try await title.firstValue())
server.stop()
