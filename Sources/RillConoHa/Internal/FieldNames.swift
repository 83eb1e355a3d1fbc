internal import RillHTTP

extension HTTPField.Name {
    /// The token that authenticates a request.
    static let authToken = HTTPField.Name(literal: "X-Auth-Token")

    /// The token that a request validates or revokes, or that a response contains.
    static let subjectToken = HTTPField.Name(literal: "X-Subject-Token")

    /// The ID of a request in the logs of the service.
    static let requestID = HTTPField.Name(literal: "x-openstack-request-id")
}
