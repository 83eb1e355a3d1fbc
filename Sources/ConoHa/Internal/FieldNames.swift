internal import RillHTTP

extension HTTPField.Name {
    /// The token that a request is sent with.
    static let authToken = HTTPField.Name(literal: "X-Auth-Token")

    /// The token that a request or an answer is about.
    static let subjectToken = HTTPField.Name(literal: "X-Subject-Token")

    /// By what a log of the service's calls a request.
    static let requestID = HTTPField.Name(literal: "x-openstack-request-id")
}
