internal import RillHTTPTesting

/// The endpoints for API versions.
extension ConoHaEndpoints {
    func addVersions(to router: inout Router) {
        router.get("/") { request in
            let versions = [version3(request)] + (options.servesVersion2 ? [version2(request)] : [])
            return .json(["versions": ["values": .array(versions)]], status: .multipleChoices)
                .adding(.location, "\(request.serverURL)/v3/")
        }
        for path in ["/v3", "/v3/"] {
            router.get(path) { .json(["version": version3($0)]) }
        }
        guard options.servesVersion2 else { return }
        for path in ["/v2.0", "/v2.0/"] {
            router.get(path) { .json(["version": version2($0)]) }
        }
    }

    private func version3(_ request: RoutedRequest) -> JSONValue {
        [
            "id": "v3.14", "status": "stable", "updated": "2020-04-07T00:00:00Z",
            "links": [["rel": "self", "href": "\(request.serverURL)/v3/"]],
            "media-types": [["base": "application/json", "type": "application/vnd.openstack.identity-v3+json"]],
        ]
    }

    private func version2(_ request: RoutedRequest) -> JSONValue {
        [
            "id": "v2.0", "status": "deprecated", "updated": "2015-05-12T09:00:00Z",
            "links": [
                ["rel": "self", "href": "\(request.serverURL)/v2.0/"],
                ["rel": "describedby", "href": "https://docs.openstack.org/", "type": "text/html"],
            ],
            "media-types": [["base": "application/json"]],
        ]
    }
}
