import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Responses in the formats of ConoHa and Keystone.
enum Fixtures {
    /// Version 2.0 as described by ConoHa, and version 3 as described by Keystone.
    static let version2 = """
        {"id":"v2.0","status":"deprecated","updated":"2015-05-12T09:00:00Z",\
        "links":[{"href":"https://identity.tyo1.conoha.io/v2.0/","rel":"self"},\
        {"href":"https://docs.example/","rel":"describedby","type":"text/html"}],\
        "media-types":[{"base":"application/json"}]}
        """

    static let version3 = """
        {"id":"v3.14","status":"stable","updated":"2020-04-07T00:00:00Z",\
        "links":[{"rel":"self","href":"http://127.0.0.1:5000/v3/"}],"media-types":[{"base":"application/json",\
        "type":"application/vnd.openstack.identity-v3+json"}]}
        """

    /// A tenant-scoped token of version 2.0 in ConoHa's format.
    static let access = """
        {"access":{"token":{"issued_at":"2016-03-01T04:05:06.500000","expires":"2016-03-02T04:05:06Z",\
        "id":"0123456789abcdef0123456789abcdef","tenant":{"id":"fedc","name":"gnct00000001","description":"",\
        "enabled":true,"domain_id":"gnc","tyo1_image_size":"50GB","sin1_image_size":"50GB",\
        "sjc1_image_size":"550GB"},"audit_ids":["AAAA","BBBB"]},"serviceCatalog":[\
        {"name":"Compute Service","type":"compute","endpoints":[{"region":"tyo1",\
        "publicURL":"https://compute.tyo1.conoha.io/v2/fedc"}],"endpoints_links":[]},\
        {"name":"Identity Service","type":"identity","endpoints":[{"region":"sjc1",\
        "publicURL":"https://identity.sjc1.conoha.io/v2.0"},{"region":"tyo1",\
        "publicURL":"https://identity.tyo1.conoha.io/v2.0","adminURL":"https://admin.example/v2.0","id":"e1"}],\
        "endpoints_links":[{"href":"https://more.example/","rel":"next"}]}],\
        "user":{"id":"1111","name":"gncu00000001","username":"gncu00000001","roles":[{"name":"_member_"}],\
        "roles_links":[]},"metadata":{"is_admin":0,"roles":["9fe2"]}}}
        """

    /// An unscoped token of version 2.0 in Keystone's format.
    static let unscopedAccess = """
        {"access":{"token":{"issued_at":"2016-03-01T04:05:06.000000Z","expires":"2016-03-02T04:05:06.000000Z",\
        "id":"unscoped-token"},"serviceCatalog":[],"user":{"id":"1111","name":"admin","username":"admin","roles":[],\
        "roles_links":[]},"metadata":{"is_admin":1,"roles":[]}}}
        """

    static let user =
        #""user":{"id":"72ca","name":"gncu00000001","domain":{"id":"default","name":"Default"},"password_expires_at":null}"#

    static let times =
        #""audit_ids":["3T2d"],"issued_at":"2026-11-21T01:53:40.000000Z","expires_at":"2026-11-22T01:53:40.000000Z""#

    static let catalog3 = """
        [{"id":"ee20","type":"identity","name":"keystone","endpoints":[{"id":"3d72","interface":"public",\
        "region":"c3j1","region_id":"c3j1","url":"https://identity.c3j1.conoha.io/v3"},{"id":"3d73",\
        "interface":"admin","region":null,"region_id":null,"url":"https://admin.example/v3/"}]},\
        {"id":"ee21","type":"compute","endpoints":[{"id":"3d74","interface":"public","region":"c3j1",\
        "region_id":"c3j1","url":"https://compute.c3j1.conoha.io/v2.1"}]}]
        """

    /// An unscoped token of version 3.
    static let unscopedToken = #"{"token":{"methods":["password"],\#(user),\#(times)}}"#

    /// A project-scoped token of version 3.
    static let token = """
        {"token":{"methods":["token","password"],\(user),\(times),"project":{"id":"3c4e","name":"gnct00000001",\
        "domain":{"id":"default","name":"Default"}},"is_domain":false,"roles":[{"id":"84","name":"member"}],\
        "catalog":\(catalog3)}}
        """

    static let issued = Date(timeIntervalSince1970: 1_795_226_020)

    /// Returns the header field that contains a token of version 3.
    static func subject(_ token: String, as name: String = "X-Subject-Token") -> HTTPFields {
        HTTPField.Name(name).map { [$0: token] } ?? [:]
    }

    static func errorResponse(_ status: HTTPResponse.Status, _ message: String = "m") -> StubTransport.Response {
        .json(
            #"{"error":{"code":\#(status.code),"message":"\#(message)","title":"\#(status.reasonPhrase)"}}"#,
            status: status)
    }
}

/// A request without the header fields that all requests have.
struct SentRequest: Equatable, CustomStringConvertible {
    let line: String
    var fields: HTTPFields = [:]
    var body: String?

    init(_ line: String, _ fields: HTTPFields = [:], body: String? = nil) {
        self.line = line
        self.fields = fields
        self.body = body
        self.fields[.accept] = "application/json"
        if body != nil { self.fields[.contentType] = "application/json" }
    }

    init(_ request: StubTransport.Request) {
        line = "\(request.method) \(request.url)"
        fields = request.headerFields
        body = request.bodyText
    }

    // Formats the header fields itself, because their description redacts secrets.
    var description: String {
        "\(line) \(fields.map { "\($0.name): \($0.value)" }.sorted()) \(body ?? "")"
    }
}

extension HTTPField.Name {
    static let authToken = HTTPField.Name(literal: "X-Auth-Token")
    static let subjectToken = HTTPField.Name(literal: "X-Subject-Token")
    static let requestID = HTTPField.Name(literal: "x-openstack-request-id")
}

/// A request and the events of its response.
struct Exchange<Value: Sendable> {
    let sent: [SentRequest]
    let recorder: Recorder<Value>

    /// Sends a request with a client for `https://identity.test` with the token `own-token`.
    init(_ response: StubTransport.Response, _ send: (ConoHaClient) -> Observable<Value>) {
        let transport = StubTransport { _ in response }
        let client = ConoHaClient(token: "own-token", baseURL: "https://identity.test", transport: transport)
        recorder = Recorder(send(client))
        sent = transport.requests.map { SentRequest($0) }
    }

    func value(_ location: SourceLocation = #_sourceLocation) throws -> Value {
        #expect(recorder.isCompleted, sourceLocation: location)
        #expect(recorder.values.count == 1, sourceLocation: location)
        return try #require(recorder.values.first, "\(recorder.events)", sourceLocation: location)
    }
}
