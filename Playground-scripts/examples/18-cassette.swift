// A cassette records responses in a HAR file and plays them back without a network.
import Foundation
import RillHTTPTesting

let file = FileManager.default.temporaryDirectory.appending(path: "rill-\(UUID().uuidString).har")
defer { try? FileManager.default.removeItem(at: file) }

let server = try LoopbackServer { request in
    .json("[\"\(request.path)\"]")
}
let list = Endpoint<[String]>("/tags", headerFields: ["Authorization": "Bearer secret-token"])

let recording = Client(baseURL: server.baseURL, transport: CassetteTransport(file, mode: .once))
print("recorded", try await recording.send(list).firstValue())
server.stop()

let playback = Client(baseURL: server.baseURL, transport: CassetteTransport(file, mode: .none))
print("played", try await playback.send(list).firstValue())

// The file contains no secrets.
let text = try String(contentsOf: file, encoding: .utf8)
print("contains the token: \(text.contains("secret-token"))")

// A request that was not recorded fails.
do {
    _ = try await playback.send(Endpoint<[String]>("/users")).firstValue()
} catch let error as APIError {
    print("not recorded: \(error.stage) failed")
}
