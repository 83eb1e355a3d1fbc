public import Foundation
public import Rill

extension GarageExample {
    /// Returns one page of posts.
    ///
    /// ## Errors
    /// Fails with an `APIError`: at the `request` stage, without sending a request, if `page` or `perPage` is less than
    /// 1.
    ///
    /// - Parameters:
    ///   - page: The page number, at least 1.
    ///   - perPage: The number of posts per page, at least 1. The server caps it at 100.
    /// - Returns: A cold observable that emits one response and then completes. The list is empty if `page` is
    ///   greater than the number of pages.
    /// - SeeAlso: `GET /v1/posts`
    public func posts(page: Int = 1, perPage: Int = 20) -> Observable<GarageResponse<[Post]>> {
        client.send(ListPosts(page: page, perPage: perPage))
    }

    /// Returns one page of posts with selected fields.
    ///
    ///     example.posts(fields: [.defaults, "user[name]"])
    ///
    /// ## Errors
    /// Fails with an `APIError`: at the `request` stage, without sending a request, if `page` or `perPage` is less than
    /// 1 or the selection is invalid.
    ///
    /// - Parameters:
    ///   - page: The page number, at least 1.
    ///   - perPage: The number of posts per page, at least 1. The server caps it at 100.
    ///   - fields: The selected fields.
    /// - Returns: A cold observable that emits one response and then completes.
    /// - SeeAlso: `GET /v1/posts`
    public func posts(
        page: Int = 1, perPage: Int = 20, fields: GarageFields
    ) -> Observable<GarageResponse<[PartialPost]>> {
        client.send(ListPosts(page: page, perPage: perPage).selecting(fields, as: [PartialPost].self))
    }

    /// Returns all posts, requesting pages on demand.
    ///
    /// ## Errors
    /// Fails with an `APIError`. Elements of pages received before the error are emitted first.
    ///
    /// - Parameter perPage: The number of posts per page, 1 to 100. Smaller pages require more requests.
    /// - Returns: A cold `Observable<Post>` that supports back-pressure.
    /// - Complexity: Keeps one page in memory.
    public func allPosts(perPage: Int = 100) -> Observable<Post> {
        client.elements(of: ListPosts(perPage: perPage))
    }

    /// Creates a post as a draft.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 403 if the token lacks the scope. Unlike
    /// ``updatePost(id:title:text:publishedAt:)``, the example application accepts an empty title here.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - text: The text. `nil` for none.
    /// - Returns: A cold observable that emits one response, with the post and its location, and then completes.
    /// - SeeAlso: `POST /v1/posts`
    public func createPost(title: String, text: String? = nil) -> Observable<GarageResponse<Post>> {
        client.send(CreatePost(title: title, text: text))
    }

    /// Returns a post.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the post does not exist, and 403 if it is another user's draft.
    ///
    /// - Parameter id: The ID of the post.
    /// - Returns: A cold `Observable<Post>` that emits one post and then completes.
    /// - SeeAlso: `GET /v1/posts/:id`
    public func post(id: Post.ID) -> Observable<Post> {
        client.send(GetPost(id: id)).map(\.resource)
    }

    /// Returns selected fields of a post.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the post does not exist, and 403 if it is another user's draft.
    ///
    /// - Parameters:
    ///   - id: The ID of the post.
    ///   - fields: The selected fields.
    /// - Returns: A cold `Observable<PartialPost>` that emits one post and then completes.
    /// - SeeAlso: `GET /v1/posts/:id`
    public func post(id: Post.ID, fields: GarageFields) -> Observable<PartialPost> {
        client.send(GetPost(id: id).selecting(fields, as: PartialPost.self)).map(\.resource)
    }

    /// Updates a post.
    ///
    ///     example.updatePost(id: 7, text: .null, publishedAt: .value(Date()))     // leaves the title unchanged
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 400 if the title is empty (without an error message), and 404 if the
    /// post does not exist.
    ///
    /// - Parameters:
    ///   - id: The ID of the post.
    ///   - title: The new title, which must not be empty. `nil` leaves it unchanged.
    ///   - text: The change to the text.
    ///   - publishedAt: The change to the publication date.
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
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
    /// Fails with an `APIError`. The status is 404 if the post does not exist.
    ///
    /// - Parameter id: The ID of the post.
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
    /// - SeeAlso: `DELETE /v1/posts/:id`
    public func deletePost(id: Post.ID) -> Observable<Void> {
        client.send(DeletePost(id: id)).map(\.resource)
    }
}
