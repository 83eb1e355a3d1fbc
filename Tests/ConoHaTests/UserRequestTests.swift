import ConoHa
import Foundation
import RillHTTP
import RillHTTPTesting
import ServiceTestSupport
import Testing

@Suite struct UserRequestTests {
    private static let pair = """
        {"user_id":"u1","tenant_id":"t1","access":"ac1","secret":"se1","trust_id":null,\
        "links":{"self":"https://identity.test/v3/users/u1/credentials/OS-EC2/ac1"}}
        """
    private static let credential = EC2Credential(access: "ac1", secret: "se1", userID: "u1", tenantID: "t1")
    private static let base = "https://identity.test/v3/users/u1/credentials/OS-EC2"

    @Test func readsAUser() throws {
        let json = """
            {"user":{"id":"u/1","name":"admin","domain_id":"default","enabled":true,"default_project_id":"p1",\
            "password_expires_at":"2027-01-01T00:00:00.000000","options":{},"links":{"self":"x"}}}
            """
        let exchanged = Exchanged(.json(json)) { $0.user(id: "u/1") }
        #expect(exchanged.sent == [Sent("GET https://identity.test/v3/users/u%2F1", [.authToken: "own-token"])])
        #expect(
            try exchanged.value()
                == User(
                    id: "u/1", name: "admin", domainID: "default", isEnabled: true, defaultProjectID: "p1",
                    passwordExpiresAt: Date(timeIntervalSince1970: 1_798_761_600)))
        #expect(
            try Exchanged(.json(#"{"user":{"id":"1","name":"n","password_expires_at":null}}"#)) { $0.user(id: "1") }
                .value() == User(id: "1", name: "n"))
    }

    @Test(arguments: ["", ".", ".."])
    func sendsNothingForAnIDThatNoAddressCanHold(id: String) throws {
        let user = Exchanged(.json("{}")) { $0.user(id: id) }
        #expect(try user.events.failure().stage == .request)
        let pair = Exchanged(.json("{}")) { $0.ec2Credential(userID: "u1", access: id) }
        #expect(try pair.events.failure().stage == .request)
        let gone = Exchanged(.json("{}")) { $0.deleteEC2Credential(userID: id, access: "a") }
        #expect(try gone.events.failure().stage == .request)
        #expect(user.sent.isEmpty && pair.sent.isEmpty && gone.sent.isEmpty)
    }

    @Test func readsSubUsers() throws {
        let json = #"{"users":[{"id":"1","name":"a","roles":[{"id":"r","name":"viewer"}]},{"id":"2","name":"b"}]}"#
        let exchanged = Exchanged(.json(json)) { $0.subUsers() }
        #expect(exchanged.sent == [Sent("GET https://identity.test/v3/sub-users", [.authToken: "own-token"])])
        #expect(
            try exchanged.value() == [
                SubUser(id: "1", name: "a", roles: [Role(id: "r", name: "viewer")]), SubUser(id: "2", name: "b"),
            ])
    }

    @Test func makesAPairOfKeys() throws {
        let exchanged = Exchanged(.json(#"{"credential":\#(Self.pair)}"#, status: .created)) {
            $0.createEC2Credential(userID: "u1", tenantID: "t1")
        }
        #expect(
            exchanged.sent == [Sent("POST \(Self.base)", [.authToken: "own-token"], body: #"{"tenant_id":"t1"}"#)])
        #expect(try exchanged.value() == Self.credential)
    }

    @Test func readsPairsOfKeys() throws {
        let list = Exchanged(.json(#"{"credentials":[\#(Self.pair)],"links":{"next":null}}"#)) {
            $0.ec2Credentials(userID: "u1")
        }
        #expect(list.sent == [Sent("GET \(Self.base)", [.authToken: "own-token"])])
        #expect(try list.value() == [Self.credential])
        let one = Exchanged(.json(#"{"credential":\#(Self.pair)}"#)) { $0.ec2Credential(userID: "u1", access: "a c") }
        #expect(one.sent == [Sent("GET \(Self.base)/a%20c", [.authToken: "own-token"])])
        #expect(try one.value().id == "ac1")
    }

    @Test func takesAPairOfKeysAway() throws {
        let exchanged = Exchanged(.status(.noContent)) { $0.deleteEC2Credential(userID: "u1", access: "ac1") }
        #expect(exchanged.sent == [Sent("DELETE \(Self.base)/ac1", [.authToken: "own-token"])])
        try exchanged.value()
    }

    @Test func tellsWhatWasRefused() throws {
        let refusal = Fixtures.refusal(.notFound, "Could not find it.")
        let failures = [
            try Exchanged(refusal) { $0.user(id: "x") }.events.failure(),
            try Exchanged(refusal) { $0.subUsers() }.events.failure(),
            try Exchanged(refusal) { $0.ec2Credentials(userID: "x") }.events.failure(),
            try Exchanged(refusal) { $0.ec2Credential(userID: "x", access: "y") }.events.failure(),
            try Exchanged(refusal) { $0.deleteEC2Credential(userID: "x", access: "y") }.events.failure(),
            try Exchanged(refusal) { $0.createEC2Credential(userID: "x", tenantID: "y") }.events.failure(),
        ]
        #expect(failures.map { $0.conoHa?.message } == Array(repeating: "Could not find it.", count: 6))
        let error = try Exchanged(.json(#"{"credential":{"access":"a"}}"#, status: .created)) {
            $0.createEC2Credential(userID: "x", tenantID: "y")
        }.events.failure()
        #expect(error.stage == .decoding)
        #expect(error.reason.hasPrefix("credential.secret: missing"))
    }
}
