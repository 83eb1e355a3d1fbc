internal import RillHTTPTesting

/// The endpoints of the DNS service.
extension ConoHaEndpoints {
    private static let root = "/dns/{region}/v1/domains"
    private static let domainID = "dddddddd-0000-0000-0000-000000000001"

    func addDNS(to router: inout Router) {
        router.get(Self.root) { request in
            guard try token(of: request).scope.project != nil else { throw ConoHaError.forbidden }
            let domain: JSONValue = [
                "uuid": .string(Self.domainID), "name": "example.com.", "ttl": 3_600,
                "email": "postmaster@example.com", "serial": 1_767_225_600,
            ]
            return .json(["domains": [domain], "total_count": 1])
        }
        router.get(Self.root + "/{id}/records") { request in
            guard try token(of: request).scope.project != nil else { throw ConoHaError.forbidden }
            let id = request.parameter("id")
            guard id == Self.domainID else { throw ConoHaError.unknown("domain", id) }
            return .json(["records": Self.records, "total_count": 4])
        }
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
