internal import RillHTTP
internal import RillHTTPTesting

/// The endpoints of the DNS service.
struct ConoHaDNSEndpoints: Sendable {
    let context: ConoHaContext

    private static let root = "/dns/{region}/v1/domains"
    private static let domainID = "dddddddd-0000-0000-0000-000000000001"

    func add(to router: inout Router) {
        router.get(
            Self.root,
            context.authorized { _, token throws(ConoHaErrorResponse) in
                try check(token)
                let domain: JSONValue = [
                    "uuid": .string(Self.domainID), "name": "example.com.", "ttl": 3_600,
                    "email": "postmaster@example.com", "serial": 1_767_225_600,
                ]
                return .json(encoding: ["domains": [domain], "total_count": 1] as JSONValue)
            })
        router.get(
            Self.root + "/{id}/records",
            context.authorized { request, token throws(ConoHaErrorResponse) in
                try check(token)
                let id = request.parameter("id")
                guard id == Self.domainID else { throw .unknown("domain", id) }
                return .json(encoding: ["records": Self.records, "total_count": 4] as JSONValue)
            })
    }

    private func check(_ token: ConoHaToken) throws(ConoHaErrorResponse) {
        guard token.scope.project != nil else { throw .forbidden }
    }

    private static let records: JSONValue = [
        ["uuid": "r1", "name": "www.example.com.", "type": "A", "data": "192.0.2.10", "ttl": 300, "priority": nil],
        ["uuid": "r2", "name": "example.com.", "type": "MX", "data": "mail.example.com.", "ttl": nil, "priority": 10],
        ["uuid": "r3", "name": "example.com.", "type": "CAA", "data": "0 issue \"ca.example\"", "ttl": 300],
        [
            "uuid": "r4", "name": "_sip._tcp.example.com.", "type": "SRV", "data": "sip.example.com.", "ttl": 300,
            "priority": 20, "weight": 5, "port": 5_060,
        ],
    ]
}
