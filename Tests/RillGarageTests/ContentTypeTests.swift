import Foundation
import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

@Suite struct ContentTypeTests {
    private static let page = "<p>Sign in</p>"

    private func client(_ body: String, type: String?) -> GarageClient {
        GarageClient(
            endpoint: "https://garage.test",
            transport: StubTransport { _ in
                .respond(fields: type.map { [.contentType: $0] } ?? [:], chunks: [.init(body)])
            })
    }

    @Test func rejectsHTMLResponse() throws {
        let client = client(Self.page, type: "text/html; charset=utf-8")
        let errors = [
            try Recorder(client.send(GarageExample.ListUsers())).failure(),
            try Recorder(client.send(GarageEndpoint<[Int]?>("/numbers"))).failure(),
            try Recorder(client.send(GarageEndpoint<[Int]>("/numbers", rootKeyPath: "numbers"))).failure(),
        ]
        for error in errors {
            #expect((error.underlying as? BodyDecodingError)?.code == .contentType)
            #expect(error.reason.hasSuffix("found text/html; charset=utf-8"))
        }
    }

    @Test(arguments: [
        "application/json", "application/json; charset=utf-8", "application/vnd.cookpad.dictionary+json", nil,
    ])
    func acceptsJSON(type: String?) {
        let response = Recorder(client("[1]", type: type).send(GarageEndpoint<[Int]>("/numbers")))
        #expect(response.values.map(\.resource) == [[1]])
    }

    @Test func acceptsAnyTypeWithoutJSON() {
        let empty = Recorder(client("", type: "text/html").send(GarageEndpoint<[Int]?>("/numbers")))
        #expect(empty.values.map(\.resource) == [nil])
        let data = Recorder(client("a,b", type: "text/csv").send(GarageEndpoint<Data>("/table")))
        #expect(data.values.map(\.resource) == [Data("a,b".utf8)])
        let none = Recorder(client("OK", type: "text/plain").send(GarageEndpoint<Void>("/jobs", method: .post)))
        #expect(none.values.count == 1)
    }

    @Test func rejectsHTMLResponseOverLoopback() async throws {
        let server = try LoopbackServer { _ in .data(Array(Self.page.utf8), type: "text/html") }
        defer { server.stop() }
        let client = GarageClient(endpoint: server.baseURL)
        let error = try await failure(of: client.send(GarageExample.ListUsers()))
        #expect((error.underlying as? BodyDecodingError)?.code == .contentType)
    }
}
