import Foundation
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct UserRequestTests {
    private static let pair = """
        {"user_id":"u1","tenant_id":"t1","access":"ac1","secret":"se1","trust_id":null,\
        "links":{"self":"https://identity.test/v3/users/u1/credentials/OS-EC2/ac1"}}
        """
    private static let credential = EC2Credential(access: "ac1", secret: "se1", userID: "u1", tenantID: "t1")
    private static let base = "https://identity.test/v3/users/u1/credentials/OS-EC2"

    @Test func decodesUser() throws {
        let json = """
            {"user":{"id":"u/1","name":"admin","domain_id":"default","enabled":true,"default_project_id":"p1",\
            "password_expires_at":"2027-01-01T00:00:00.000000","options":{},"links":{"self":"x"}}}
            """
        let exchange = Exchange(.json(json)) { $0.user(id: "u/1") }
        #expect(exchange.sent == [SentRequest("GET https://identity.test/v3/users/u%2F1", [.authToken: "own-token"])])
        #expect(
            try exchange.value()
                == User(
                    id: "u/1", name: "admin", domainID: "default", isEnabled: true, defaultProjectID: "p1",
                    passwordExpiresAt: Date(timeIntervalSince1970: 1_798_761_600)))
        #expect(
            try Exchange(.json(#"{"user":{"id":"1","name":"n","password_expires_at":null}}"#)) { $0.user(id: "1") }
                .value() == User(id: "1", name: "n"))
    }

    @Test(arguments: ["", ".", ".."])
    func rejectsInvalidPathSegments(id: String) throws {
        let user = Exchange(.json("{}")) { $0.user(id: id) }
        #expect(try user.recorder.failure().stage == .request)
        let pair = Exchange(.json("{}")) { $0.ec2Credential(userID: "u1", access: id) }
        #expect(try pair.recorder.failure().stage == .request)
        let gone = Exchange(.json("{}")) { $0.deleteEC2Credential(userID: id, access: "a") }
        #expect(try gone.recorder.failure().stage == .request)
        #expect(user.sent.isEmpty && pair.sent.isEmpty && gone.sent.isEmpty)
    }

    @Test func decodesSubUsers() throws {
        let json = """
            {"users":[{"id":"1","name":"a","roles":[{"id":"r","name":"viewer"}]},{"id":"2","name":"b"},\
            {"id":"3","name":"c","roles":null}]}
            """
        let exchange = Exchange(.json(json)) { $0.subUsers() }
        #expect(exchange.sent == [SentRequest("GET https://identity.test/v3/sub-users", [.authToken: "own-token"])])
        #expect(
            try exchange.value() == [
                SubUser(id: "1", name: "a", roles: [Role(id: "r", name: "viewer")]), SubUser(id: "2", name: "b"),
                SubUser(id: "3", name: "c"),
            ])
    }

    @Test func createsEC2Credential() throws {
        let exchange = Exchange(.json(#"{"credential":\#(Self.pair)}"#, status: .created)) {
            $0.createEC2Credential(userID: "u1", tenantID: "t1")
        }
        #expect(
            exchange.sent == [SentRequest("POST \(Self.base)", [.authToken: "own-token"], body: #"{"tenant_id":"t1"}"#)]
        )
        #expect(try exchange.value() == Self.credential)
    }

    @Test func decodesEC2Credentials() throws {
        let list = Exchange(.json(#"{"credentials":[\#(Self.pair)],"links":{"next":null}}"#)) {
            $0.ec2Credentials(userID: "u1")
        }
        #expect(list.sent == [SentRequest("GET \(Self.base)", [.authToken: "own-token"])])
        #expect(try list.value() == [Self.credential])
        let one = Exchange(.json(#"{"credential":\#(Self.pair)}"#)) { $0.ec2Credential(userID: "u1", access: "a c") }
        #expect(one.sent == [SentRequest("GET \(Self.base)/a%20c", [.authToken: "own-token"])])
        #expect(try one.value().id == "ac1")
    }

    @Test func deletesEC2Credential() throws {
        let exchange = Exchange(.status(.noContent)) { $0.deleteEC2Credential(userID: "u1", access: "ac1") }
        #expect(exchange.sent == [SentRequest("DELETE \(Self.base)/ac1", [.authToken: "own-token"])])
        try exchange.value()
    }

    @Test func reportsServiceErrors() throws {
        let response = Fixtures.errorResponse(.notFound, "Could not find it.")
        let failures = [
            try Exchange(response) { $0.user(id: "x") }.recorder.failure(),
            try Exchange(response) { $0.subUsers() }.recorder.failure(),
            try Exchange(response) { $0.ec2Credentials(userID: "x") }.recorder.failure(),
            try Exchange(response) { $0.ec2Credential(userID: "x", access: "y") }.recorder.failure(),
            try Exchange(response) { $0.deleteEC2Credential(userID: "x", access: "y") }.recorder.failure(),
            try Exchange(response) { $0.createEC2Credential(userID: "x", tenantID: "y") }.recorder.failure(),
        ]
        #expect(failures.map { $0.conoHa?.message } == Array(repeating: "Could not find it.", count: 6))
        let error = try Exchange(.json(#"{"credential":{"access":"a"}}"#, status: .created)) {
            $0.createEC2Credential(userID: "x", tenantID: "y")
        }.recorder.failure()
        #expect(error.stage == .decoding)
        #expect(error.reason.hasPrefix("credential.secret: missing"))
    }
}
