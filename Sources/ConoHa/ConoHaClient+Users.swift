public import Rill

extension ConoHaClient {
    /// Reads one user: oneself, or, for those who run the cloud, anyone.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if there is no such user; with 403 if it is not oneself; at the stage `request` and
    /// before anything is sent if the id is empty, `.` or `..`, which no address can name.
    ///
    /// - Parameter id: The user's id, as in ``Token/user``.
    /// - Returns: A cold `Observable<User>`: exactly one user, then completed.
    /// - SeeAlso: `GET /v3/users/{id}`, <https://docs.openstack.org/api-ref/identity/v3/#show-user-details>, read
    ///   2026-11-21.
    public func user(id: User.ID) -> Observable<User> {
        send(GetUser(id: id))
    }

    /// Reads the users that one has made beside the own one; ConoHa's VPS 3.0 alone has them.
    ///
    /// ## Errors
    /// `APIError`, with status 404 if the service is not ConoHa's.
    ///
    /// - Returns: A cold `Observable<[SubUser]>`: exactly one array, then completed.
    /// - SeeAlso: `GET /v3/sub-users`,
    ///   <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-subuser_list-v3>, read 2026-11-21.
    public func subUsers() -> Observable<[SubUser]> {
        send(ListSubUsers())
    }

    // MARK: Pairs of keys

    /// Makes a pair of keys for tools that speak the protocols of EC2 and S3.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if there is no such project. ConoHa allows three pairs to a user.
    ///
    /// - Parameters:
    ///   - userID: The user that it is for.
    ///   - tenantID: The project that it is good for.
    /// - Returns: A cold `Observable<EC2Credential>`: exactly one pair, then completed.
    /// - SeeAlso: `POST /v3/users/{id}/credentials/OS-EC2`,
    ///   <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-create_credential-v3>, read 2026-11-21.
    public func createEC2Credential(
        userID: User.ID, tenantID: Project.ID
    ) -> Observable<EC2Credential> {
        send(CreateEC2Credential(userID: userID, tenantID: tenantID))
    }

    /// Reads the pairs of keys of a user.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Parameter userID: The user that they belong to.
    /// - Returns: A cold `Observable<[EC2Credential]>`: exactly one array, then completed.
    /// - SeeAlso: `GET /v3/users/{id}/credentials/OS-EC2`
    public func ec2Credentials(userID: User.ID) -> Observable<[EC2Credential]> {
        send(ListEC2Credentials(userID: userID))
    }

    /// Reads one pair of keys of a user.
    ///
    /// ## Errors
    /// `APIError`, with status 404 if there is no such pair.
    ///
    /// - Parameters:
    ///   - userID: The user that it belongs to.
    ///   - access: The key that names the pair.
    /// - Returns: A cold `Observable<EC2Credential>`: exactly one pair, then completed.
    /// - SeeAlso: `GET /v3/users/{id}/credentials/OS-EC2/{access}`
    public func ec2Credential(userID: User.ID, access: EC2Credential.ID) -> Observable<EC2Credential> {
        send(GetEC2Credential(userID: userID, access: access))
    }

    /// Takes a pair of keys of a user away.
    ///
    /// ## Errors
    /// `APIError`, with status 404 if there is no such pair.
    ///
    /// - Parameters:
    ///   - userID: The user that it belongs to.
    ///   - access: The key that names the pair.
    /// - Returns: A cold `Observable<Void>`: exactly one value, then completed.
    /// - SeeAlso: `DELETE /v3/users/{id}/credentials/OS-EC2/{access}`
    public func deleteEC2Credential(userID: User.ID, access: EC2Credential.ID) -> Observable<Void> {
        send(DeleteEC2Credential(userID: userID, access: access))
    }
}
