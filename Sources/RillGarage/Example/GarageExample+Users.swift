public import Rill

extension GarageExample {
    /// Returns one page of users.
    ///
    /// ## Errors
    /// Fails with an `APIError`: at the `request` stage, without sending a request, if `page` or `perPage` is less than
    /// 1.
    ///
    /// - Parameters:
    ///   - page: The page number, at least 1.
    ///   - perPage: The number of users per page, at least 1. The server caps it at 100.
    /// - Returns: A cold observable that emits one response and then completes. The list is empty if `page` is
    ///   greater than the number of pages.
    /// - SeeAlso: `GET /v1/users`
    public func users(page: Int = 1, perPage: Int = 20) -> Observable<GarageResponse<[User]>> {
        client.send(ListUsers(page: page, perPage: perPage))
    }

    /// Returns one page of users with selected fields.
    ///
    /// ## Errors
    /// Fails with an `APIError`: at the `request` stage, without sending a request, if `page` or `perPage` is less than
    /// 1 or the selection is invalid.
    ///
    /// - Parameters:
    ///   - page: The page number, at least 1.
    ///   - perPage: The number of users per page, at least 1. The server caps it at 100.
    ///   - fields: The selected fields.
    /// - Returns: A cold observable that emits one response and then completes.
    /// - SeeAlso: `GET /v1/users`
    public func users(
        page: Int = 1, perPage: Int = 20, fields: GarageFields
    ) -> Observable<GarageResponse<[PartialUser]>> {
        client.send(ListUsers(page: page, perPage: perPage).selecting(fields, as: [PartialUser].self))
    }

    /// Returns all users, requesting pages on demand.
    ///
    /// ## Errors
    /// Fails with an `APIError`. Elements of pages received before the error are emitted first.
    ///
    /// - Parameter perPage: The number of users per page, 1 to 100. Smaller pages require more requests.
    /// - Returns: A cold `Observable<User>` that supports back-pressure.
    /// - Complexity: Keeps one page in memory.
    public func allUsers(perPage: Int = 100) -> Observable<User> {
        client.elements(of: ListUsers(perPage: perPage))
    }

    /// Returns a user.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the user does not exist.
    ///
    /// - Parameter id: The ID of the user.
    /// - Returns: A cold `Observable<User>` that emits one user and then completes.
    /// - SeeAlso: `GET /v1/users/:id`
    public func user(id: User.ID) -> Observable<User> {
        client.send(GetUser(id: id)).map(\.resource)
    }

    /// Returns selected fields of a user.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the user does not exist.
    ///
    /// - Parameters:
    ///   - id: The ID of the user.
    ///   - fields: The selected fields.
    /// - Returns: A cold `Observable<PartialUser>` that emits one user and then completes.
    /// - SeeAlso: `GET /v1/users/:id`
    public func user(id: User.ID, fields: GarageFields) -> Observable<PartialUser> {
        client.send(GetUser(id: id).selecting(fields, as: PartialUser.self)).map(\.resource)
    }

    /// Renames a user.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 403 if the token belongs to another user.
    ///
    /// - Parameters:
    ///   - id: The ID of the user.
    ///   - name: The new name.
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
    /// - SeeAlso: `PATCH /v1/users/:id`
    public func updateUser(id: User.ID, name: String) -> Observable<Void> {
        client.send(UpdateUser(id: id, name: name)).map(\.resource)
    }

    /// Returns one page of a user's posts.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the user does not exist.
    ///
    /// - Parameters:
    ///   - userID: The ID of the user.
    ///   - page: The page number, at least 1.
    ///   - perPage: The number of posts per page, at least 1. The server caps it at 100.
    /// - Returns: A cold observable that emits one response and then completes. The list is empty if `page` is
    ///   greater than the number of pages.
    /// - SeeAlso: `GET /v1/users/:id/posts`
    public func posts(ofUser userID: User.ID, page: Int = 1, perPage: Int = 20) -> Observable<GarageResponse<[Post]>> {
        client.send(ListUserPosts(userID: userID, page: page, perPage: perPage))
    }

    /// Returns all posts of a user, requesting pages on demand.
    ///
    /// ## Errors
    /// Fails with an `APIError`. Elements of pages received before the error are emitted first.
    ///
    /// - Parameters:
    ///   - userID: The ID of the user.
    ///   - perPage: The number of posts per page, 1 to 100. Smaller pages require more requests.
    /// - Returns: A cold `Observable<Post>` that supports back-pressure.
    /// - Complexity: Keeps one page in memory.
    public func allPosts(ofUser userID: User.ID, perPage: Int = 100) -> Observable<Post> {
        client.elements(of: ListUserPosts(userID: userID, perPage: perPage))
    }
}
