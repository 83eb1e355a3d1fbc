public import Rill

extension GarageExample {
    /// Reads one page of the list of all users.
    ///
    /// ## Errors
    /// `APIError`, at the stage `request` and before anything is sent if a number is not 1 or more.
    ///
    /// - Parameters:
    ///   - page: Which page, 1 or more.
    ///   - perPage: How many users a page has, 1 or more; what is more than 100 is taken for 100.
    /// - Returns: A cold observable: exactly one response, whose list is empty behind the last page, then completed.
    /// - SeeAlso: `GET /v1/users`
    public func users(page: Int = 1, perPage: Int = 20) -> Observable<GarageResponse<[User]>> {
        client.send(ListUsers(page: page, perPage: perPage))
    }

    /// Reads some fields of one page of the list of all users.
    ///
    /// ## Errors
    /// `APIError`, at the stage `request` and before anything is sent if a number is not 1 or more, or the selection cannot
    /// be written.
    ///
    /// - Parameters:
    ///   - page: Which page, 1 or more.
    ///   - perPage: How many users a page has, 1 or more; what is more than 100 is taken for 100.
    ///   - fields: Which properties are sent.
    /// - Returns: A cold observable: exactly one response, then completed.
    /// - SeeAlso: `GET /v1/users`
    public func users(
        page: Int = 1, perPage: Int = 20, fields: GarageFields
    ) -> Observable<GarageResponse<[PartialUser]>> {
        client.send(ListUsers(page: page, perPage: perPage).selecting(fields, as: [PartialUser].self))
    }

    /// Reads all users, page by page, as they are asked for.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameter perPage: How many users a page has, 1 to 100; the fewer, the more requests.
    /// - Returns: A cold `Observable<User>` that parks.
    /// - Complexity: One page in memory.
    public func allUsers(perPage: Int = 100) -> Observable<User> {
        client.elements(of: ListUsers(perPage: perPage))
    }

    /// Reads one user.
    ///
    /// ## Errors
    /// `APIError`; with status 404 if there is no such user.
    ///
    /// - Parameter id: The number of the user.
    /// - Returns: A cold `Observable<User>`: exactly one user, then completed.
    /// - SeeAlso: `GET /v1/users/:id`
    public func user(id: User.ID) -> Observable<User> {
        client.send(GetUser(id: id)).map(\.resource)
    }

    /// Reads some fields of one user.
    ///
    /// ## Errors
    /// `APIError`; with status 404 if there is no such user.
    ///
    /// - Parameters:
    ///   - id: The number of the user.
    ///   - fields: Which properties are sent.
    /// - Returns: A cold `Observable<PartialUser>`: exactly one user, then completed.
    /// - SeeAlso: `GET /v1/users/:id`
    public func user(id: User.ID, fields: GarageFields) -> Observable<PartialUser> {
        client.send(GetUser(id: id).selecting(fields, as: PartialUser.self)).map(\.resource)
    }

    /// Gives a user another name.
    ///
    /// ## Errors
    /// `APIError`; with status 403 for anyone but the owner of the token.
    ///
    /// - Parameters:
    ///   - id: The number of the user.
    ///   - name: The name.
    /// - Returns: A cold `Observable<Void>`: one value when it is done, then completed.
    /// - SeeAlso: `PATCH /v1/users/:id`
    public func updateUser(id: User.ID, name: String) -> Observable<Void> {
        client.send(UpdateUser(id: id, name: name)).map(\.resource)
    }

    /// Reads one page of the list of a user's posts.
    ///
    /// ## Errors
    /// `APIError`; with status 404 if there is no such user.
    ///
    /// - Parameters:
    ///   - userID: The number of the user.
    ///   - page: Which page, 1 or more.
    ///   - perPage: How many posts a page has, 1 or more; what is more than 100 is taken for 100.
    /// - Returns: A cold observable: exactly one response, whose list is empty behind the last page, then completed.
    /// - SeeAlso: `GET /v1/users/:id/posts`
    public func posts(ofUser userID: User.ID, page: Int = 1, perPage: Int = 20) -> Observable<GarageResponse<[Post]>> {
        client.send(ListUserPosts(userID: userID, page: page, perPage: perPage))
    }

    /// Reads all posts of a user, page by page, as they are asked for.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - userID: The number of the user.
    ///   - perPage: How many posts a page has, 1 to 100; the fewer, the more requests.
    /// - Returns: A cold `Observable<Post>` that parks.
    /// - Complexity: One page in memory.
    public func allPosts(ofUser userID: User.ID, perPage: Int = 100) -> Observable<Post> {
        client.elements(of: ListUserPosts(userID: userID, perPage: perPage))
    }
}
