import Foundation
import Rill
import RillGarage
import RillHTTP
import RillServiceTestSupport
import Testing

/// The configuration of the live server: `GARAGE_BASE_URL` contains the URL of Garage's example application without
/// `/v1`, and `GARAGE_TOKEN` contains an access token with write permission.
private enum Live {
    static let endpoint = ProcessInfo.processInfo.environment["GARAGE_BASE_URL"] ?? ""
    static let token = ProcessInfo.processInfo.environment["GARAGE_TOKEN"] ?? ""
    static let isConfigured = !endpoint.isEmpty && !token.isEmpty
}

/// Tests against a live server.
///
/// They create and delete posts, change nothing else, and require at least two users.
@Suite(
    .enabled(if: Live.isConfigured, "GARAGE_BASE_URL or GARAGE_TOKEN is not set"), .serialized,
    .timeLimit(.minutes(10)))
struct LiveGarageTests {
    private let example = GarageExample(
        GarageClient(endpoint: Live.endpoint, accessToken: Live.token, timeout: .seconds(30)))

    @Test func listsUsersInPages() async throws {
        let first = try await example.users(perPage: 1).firstValue()
        #expect(first.resource.count == 1)
        let total = try #require(first.totalCount)
        try #require(total > 1)
        #expect(first.links.next?.page == 2)
        #expect(first.links.last?.page == total)
        let users = try await example.allUsers().collected()
        #expect(users.count == total)
        #expect(Set(users.map(\.id)).count == total)
        #expect(try await example.allUsers(perPage: 1).take(2).collected() == Array(users.prefix(2)))
        let user = try #require(users.first)
        #expect(try await example.user(id: user.id).firstValue() == user)
        let behind = try await example.users(page: 1_000_000).firstValue()
        #expect(behind.resource.isEmpty)
        #expect(behind.links.next == nil)
    }

    @Test func selectsFields() async throws {
        let users = try await example.users(fields: ["id", "_links"]).firstValue().resource
        #expect(users.allSatisfy { $0.id != nil && $0.name == nil && $0.postsPath != nil })
        #expect(try await example.users(perPage: 1, fields: ["shoe_size"]).firstValue().resource == [.init()])
        let broken = GarageEndpoint<Void>("/users", query: ["fields": "id,"])
        let error = try await failure(of: example.client.send(broken))
        #expect(error.garage?.message == "Invalid query in ?fields=")
    }

    @Test func createsUpdatesAndDeletesPost() async throws {
        let created = try await example.createPost(title: "A test of Rill", text: "<b>").firstValue()
        let id = created.resource.id
        #expect(created.resource.body == "<b>")
        #expect(created.location?.path().hasSuffix("/v1/posts/\(id)") == true)
        // Published posts are readable by all users.
        try await example.updatePost(id: id, title: "Changed", publishedAt: .value(Fixtures.date)).firstValue()
        let changed = try await example.post(id: id).firstValue()
        #expect(changed.title == "Changed")
        #expect(changed.publishedAt != nil)
        #expect(try await example.post(id: id, fields: ["title"]).firstValue() == .init(title: "Changed"))
        try await example.updatePost(id: id, text: .value("")).firstValue()
        #expect(try await example.post(id: id).firstValue().body == "")
        #expect(try await failure(of: example.updatePost(id: id, title: "")).garage?.kind == .badRequest)
        try await example.deletePost(id: id).firstValue()
        #expect(try await failure(of: example.post(id: id)).garage?.kind == .notFound)
    }

    @Test func createsPostWithEmptyTitle() async throws {
        let created = try await example.createPost(title: "").firstValue().resource
        #expect(created.title == "")
        try await example.deletePost(id: created.id).firstValue()
    }

    @Test func listsUserPosts() async throws {
        let user = try #require(try await example.users(perPage: 1).firstValue().resource.first)
        let posts = try await example.posts(ofUser: user.id).firstValue()
        #expect(posts.totalCount == (try await example.allPosts(ofUser: user.id).collected().count))
        _ = try await example.posts(perPage: 1).firstValue()
    }

    @Test func cannotRenameOtherUsers() async throws {
        // The token belongs to at most one of the two users.
        let users = try await example.users(perPage: 2).firstValue().resource
        var rejections: [GarageError.Kind?] = []
        for user in users {
            do {
                try await example.updateUser(id: user.id, name: user.name).firstValue()
            } catch let error as APIError {
                rejections.append(error.garage?.kind)
            }
        }
        #expect(!rejections.isEmpty)
        #expect(rejections.allSatisfy { $0 == .forbidden })
    }

    @Test func reportsServerErrors() async throws {
        let stranger = GarageClient(endpoint: Live.endpoint, accessToken: "no-such-token", timeout: .seconds(30))
        #expect(try await failure(of: GarageExample(stranger).users()).garage?.kind == .unauthorized)
        #expect(try await failure(of: example.user(id: 2_000_000_000)).garage?.kind == .notFound)
        let path = try await failure(of: example.client.send(GarageEndpoint<Void>("/no_such_path")))
        #expect(path.garage?.kind == .notFound)
    }
}
