public import Foundation
public import Rill

extension GarageExample {
    /// Reads one page of the list of all posts.
    ///
    /// ## Errors
    /// `APIError`, at the stage `request` and before anything is sent if a number is not 1 or more.
    ///
    /// - Parameters:
    ///   - page: Which page, 1 or more.
    ///   - perPage: How many posts a page has, 1 or more; what is more than 100 is taken for 100.
    /// - Returns: A cold observable: exactly one response, whose list is empty behind the last page, then completed.
    /// - SeeAlso: `GET /v1/posts`
    public func posts(page: Int = 1, perPage: Int = 20) -> Observable<GarageResponse<[Post]>> {
        client.send(ListPosts(page: page, perPage: perPage))
    }

    /// Reads some fields of one page of the list of all posts.
    ///
    ///     example.posts(fields: [.defaults, "user[name]"])
    ///
    /// ## Errors
    /// `APIError`, at the stage `request` and before anything is sent if a number is not 1 or more, or the selection cannot
    /// be written.
    ///
    /// - Parameters:
    ///   - page: Which page, 1 or more.
    ///   - perPage: How many posts a page has, 1 or more; what is more than 100 is taken for 100.
    ///   - fields: Which properties are sent.
    /// - Returns: A cold observable: exactly one response, then completed.
    /// - SeeAlso: `GET /v1/posts`
    public func posts(
        page: Int = 1, perPage: Int = 20, fields: GarageFields
    ) -> Observable<GarageResponse<[PartialPost]>> {
        client.send(ListPosts(page: page, perPage: perPage).selecting(fields, as: [PartialPost].self))
    }

    /// Reads all posts, page by page, as they are asked for.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameter perPage: How many posts a page has, 1 to 100; the fewer, the more requests.
    /// - Returns: A cold `Observable<Post>` that parks.
    /// - Complexity: One page in memory.
    public func allPosts(perPage: Int = 100) -> Observable<Post> {
        client.elements(of: ListPosts(perPage: perPage))
    }

    /// Creates a post, which is a draft.
    ///
    /// ## Errors
    /// `APIError`; with status 403 if the token lacks the scope. The example application accepts an empty title here, although
    /// not in ``updatePost(id:title:text:publishedAt:)``.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - text: The text; nil for none.
    /// - Returns: A cold observable: exactly one response with the post and its location, then completed.
    /// - SeeAlso: `POST /v1/posts`
    public func createPost(title: String, text: String? = nil) -> Observable<GarageResponse<Post>> {
        client.send(CreatePost(title: title, text: text))
    }

    /// Reads one post.
    ///
    /// ## Errors
    /// `APIError`; with status 404 if there is no such post, with 403 if it is somebody else's draft.
    ///
    /// - Parameter id: The number of the post.
    /// - Returns: A cold `Observable<Post>`: exactly one post, then completed.
    /// - SeeAlso: `GET /v1/posts/:id`
    public func post(id: Post.ID) -> Observable<Post> {
        client.send(GetPost(id: id)).map(\.resource)
    }

    /// Reads some fields of one post.
    ///
    /// ## Errors
    /// `APIError`; with status 404 if there is no such post, with 403 if it is somebody else's draft.
    ///
    /// - Parameters:
    ///   - id: The number of the post.
    ///   - fields: Which properties are sent.
    /// - Returns: A cold `Observable<PartialPost>`: exactly one post, then completed.
    /// - SeeAlso: `GET /v1/posts/:id`
    public func post(id: Post.ID, fields: GarageFields) -> Observable<PartialPost> {
        client.send(GetPost(id: id).selecting(fields, as: PartialPost.self)).map(\.resource)
    }

    /// Changes a post.
    ///
    ///     example.updatePost(id: 7, text: .null, publishedAt: .value(Date()))     // the title stays
    ///
    /// ## Errors
    /// `APIError`; with status 400 and no reason if the title is empty, with 404 if there is no such post.
    ///
    /// - Parameters:
    ///   - id: The number of the post.
    ///   - title: The title, not empty; nil to leave it as it is.
    ///   - text: What becomes of the text.
    ///   - publishedAt: What becomes of the time when it was published.
    /// - Returns: A cold `Observable<Void>`: one value when it is done, then completed.
    /// - SeeAlso: `PATCH /v1/posts/:id`
    public func updatePost(
        id: Post.ID, title: String? = nil, text: GarageChange<String> = .unchanged,
        publishedAt: GarageChange<Date> = .unchanged
    ) -> Observable<Void> {
        client.send(UpdatePost(id: id, title: title, text: text, publishedAt: publishedAt)).map(\.resource)
    }

    /// Deletes a post.
    ///
    /// ## Errors
    /// `APIError`; with status 404 if there is no such post.
    ///
    /// - Parameter id: The number of the post.
    /// - Returns: A cold `Observable<Void>`: one value when it is done, then completed.
    /// - SeeAlso: `DELETE /v1/posts/:id`
    public func deletePost(id: Post.ID) -> Observable<Void> {
        client.send(DeletePost(id: id)).map(\.resource)
    }
}
