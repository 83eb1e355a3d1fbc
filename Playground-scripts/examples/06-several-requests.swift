// Several requests at once: a fixed number with `zip`, any number with `flatMap`.
import RillHTTPTesting

struct User: Decodable, Sendable {
    let name: String
}

let server = try LoopbackServer { request in
    let id = request.path.split(separator: "/").last ?? ""
    return request.path.hasPrefix("/scores/") ? .json("[3, 5, 8]") : .json(#"{"name": "user \#(id)"}"#)
}
let client = Client(baseURL: server.baseURL)

// Both requests run concurrently. The result arrives when both have completed.
let summary = Observable.zip(
    client.send(Endpoint<User>("/users/1")), client.send(Endpoint<[Int]>("/scores/1"))
) { user, scores in
    "\(user.name) has \(scores.reduce(0, +)) points"
}
print(try await summary.firstValue())

// At most three of these requests run at a time. Responses arrive in any order, so that the names are sorted.
let names = try await Observable.from(1...9)
    .flatMap(maxConcurrent: 3) { id in client.send(Endpoint<User>("/users/\(id)")).map(\.name) }
    .collected()
print(names.sorted())

// `concatMap` sends one request after another and keeps the order.
let ordered = try await Observable.of(2, 1)
    .concatMap { id in client.send(Endpoint<User>("/users/\(id)")).map(\.name) }
    .collected()
print(ordered)
server.stop()
