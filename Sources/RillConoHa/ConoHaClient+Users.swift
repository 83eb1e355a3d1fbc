public import Rill

extension ConoHaClient {
    /// Returns a user.
    ///
    /// Reading a user other than the token's own requires the administrator role.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the user does not exist, and 403 if the caller may not read the
    /// user. Fails at the `request` stage, without sending a request, if the ID is empty, `.` or `..`, because such an
    /// ID is not a valid path segment.
    ///
    /// - Parameter id: The ID of the user, as in ``Token/user``.
    /// - Returns: A cold `Observable<User>` that emits one user and then completes.
    /// - SeeAlso: `GET /v3/users/{id}`, <https://docs.openstack.org/api-ref/identity/v3/#show-user-details>, read
    ///   2026-11-21.
    public func user(id: User.ID) -> Observable<User> {
        send(GetUser(id: id))
    }

    /// Returns the sub-users of the account.
    ///
    /// Only ConoHa VPS 3.0 supports sub-users.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the service is not ConoHa's.
    ///
    /// - Returns: A cold `Observable<[SubUser]>` that emits one array and then completes.
    /// - SeeAlso: `GET /v3/sub-users`,
    ///   <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-subuser_list-v3>, read 2026-11-21.
    public func subUsers() -> Observable<[SubUser]> {
        send(ListSubUsers())
    }

    // MARK: EC2 credentials

    /// Creates an EC2 credential, a key pair for tools that use the EC2 or S3 API.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the project does not exist. ConoHa allows three credentials per
    /// user.
    ///
    /// - Parameters:
    ///   - userID: The ID of the user.
    ///   - tenantID: The ID of the project that the credential gives access to.
    /// - Returns: A cold `Observable<EC2Credential>` that emits one credential and then completes.
    /// - SeeAlso: `POST /v3/users/{id}/credentials/OS-EC2`,
    ///   <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-create_credential-v3>, read 2026-11-21.
    public func createEC2Credential(userID: User.ID, tenantID: Project.ID) -> Observable<EC2Credential> {
        send(CreateEC2Credential(userID: userID, tenantID: tenantID))
    }

    /// Returns the EC2 credentials of a user.
    ///
    /// ## Errors
    /// Fails with an `APIError`.
    ///
    /// - Parameter userID: The ID of the user.
    /// - Returns: A cold `Observable<[EC2Credential]>` that emits one array and then completes.
    /// - SeeAlso: `GET /v3/users/{id}/credentials/OS-EC2`
    public func ec2Credentials(userID: User.ID) -> Observable<[EC2Credential]> {
        send(ListEC2Credentials(userID: userID))
    }

    /// Returns one EC2 credential of a user.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the credential does not exist.
    ///
    /// - Parameters:
    ///   - userID: The ID of the user.
    ///   - access: The access key of the credential.
    /// - Returns: A cold `Observable<EC2Credential>` that emits one credential and then completes.
    /// - SeeAlso: `GET /v3/users/{id}/credentials/OS-EC2/{access}`
    public func ec2Credential(userID: User.ID, access: EC2Credential.ID) -> Observable<EC2Credential> {
        send(GetEC2Credential(userID: userID, access: access))
    }

    /// Deletes an EC2 credential of a user.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the credential does not exist.
    ///
    /// - Parameters:
    ///   - userID: The ID of the user.
    ///   - access: The access key of the credential.
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
    /// - SeeAlso: `DELETE /v3/users/{id}/credentials/OS-EC2/{access}`
    public func deleteEC2Credential(userID: User.ID, access: EC2Credential.ID) -> Observable<Void> {
        send(DeleteEC2Credential(userID: userID, access: access))
    }
}
