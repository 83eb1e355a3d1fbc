import Foundation
import Rill
import RillGarage
import RillHTTP
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests every operation over the real transport against the sample server.
@Suite(.timeLimit(.minutes(10))) struct SampleGarageTests {
    // MARK: Users

    @Test func listsUsersInPages() async throws {
        try await SampleContext.run { context in
            let response = try await context.example.users(page: 2, perPage: 10).firstValue()
            #expect(response.resource.map(\.id) == Array(11...20))
            #expect(response.totalCount == 45)
            #expect(response.links.first?.page == 1)
            #expect(response.links.prev?.page == 1)
            #expect(response.links.next?.page == 3)
            #expect(response.links.last?.page == 5)
            #expect(response.links.next?.url.absoluteString == "\(context.sample.baseURL)/v1/users?page=3&per_page=10")
            let all = try await context.example.allUsers(perPage: 20).collected()
            #expect(all.map(\.id) == Array(1...45))
            #expect(context.targets.dropFirst() == (1...3).map { "/v1/users?page=\($0)&per_page=20" }[...])
        }
    }

    @Test func getsUserWithSelectedFields() async throws {
        try await SampleContext.run { context in
            let bob = GarageExample.User(
                id: 2, name: "bob2", email: "bob2@example.com", postsPath: "/v1/users/2/posts")
            #expect(try await context.example.user(id: 2).firstValue() == bob)
            #expect(
                try await context.example.user(id: 2, fields: ["id", "_links"]).firstValue()
                    == GarageExample.PartialUser(id: 2, postsPath: "/v1/users/2/posts"))
            let none = try await context.example.users(perPage: 2, fields: ["shoe_size"]).firstValue()
            #expect(none.resource == [GarageExample.PartialUser(), GarageExample.PartialUser()])
        }
    }

    @Test func renamesOnlyOwnUser() async throws {
        try await SampleContext.run { context in
            try await context.example.updateUser(id: 1, name: "Älice <3").firstValue()
            #expect(try await context.example.user(id: 1).firstValue().name == "Älice <3")
            let other = try await failure(of: context.example.updateUser(id: 2, name: "x"))
            #expect(other.garage?.kind == .forbidden)
            #expect(other.garage?.operation.map { "\($0)" } == "write on User")
            let missing = try await failure(of: context.example.updateUser(id: 99, name: "x"))
            #expect(missing.garage?.kind == .notFound)
            #expect(missing.garage?.message == "Not Found")
        }
    }

    // MARK: Posts

    @Test func listsUserPosts() async throws {
        try await SampleContext.run { context in
            let response = try await context.example.posts(ofUser: 2, perPage: 5).firstValue()
            #expect(response.resource.map(\.id) == [2, 7, 12, 17, 22])
            #expect(response.totalCount == 12)
            #expect(response.resource[0].body == "<p>The text of post 2.</p>")
            #expect(response.resource[1].body == nil)
            #expect(try await context.example.allPosts(ofUser: 2, perPage: 5).collected().count == 12)
            #expect(try await context.example.posts(ofUser: 9).firstValue().resource.isEmpty)
            #expect(try await failure(of: context.example.posts(ofUser: 99)).garage?.kind == .notFound)
        }
    }

    @Test func selectsNestedFields() async throws {
        try await SampleContext.run { context in
            let user = GarageExample.PartialUser(name: "bob2")
            let some = try await context.example.posts(perPage: 2, fields: ["id", "user[name]"]).firstValue()
            #expect(some.resource.last == GarageExample.PartialPost(id: 2, user: user))
            let more = try await context.example.post(id: 2, fields: [.defaults, "user[name]"]).firstValue()
            #expect(more.title == "Post 2")
            #expect(more.publishedAt != nil)
            #expect(more.user == user)
            let all = try await context.example.post(id: 2, fields: [.all]).firstValue()
            #expect(all.user?.email == "bob2@example.com")
            #expect(try await context.example.post(id: 2, fields: [.defaults]).firstValue().user == nil)
        }
    }

    @Test func createsUpdatesAndDeletesPost() async throws {
        try await SampleContext.run { context in
            let example = context.example
            let created = try await example.createPost(title: "New", text: "<b>").firstValue()
            #expect(created.resource == GarageExample.Post(id: 61, title: "New", body: "<b>"))
            #expect(created.location?.absoluteString == "\(context.sample.baseURL)/v1/posts/61")
            #expect(created.head.status == .created)
            #expect(try await example.allPosts().collected().last == created.resource)

            try await example.updatePost(id: 61, title: "Newer", publishedAt: .value(Fixtures.date)).firstValue()
            var post = GarageExample.Post(id: 61, title: "Newer", body: "<b>", publishedAt: Fixtures.date)
            #expect(try await example.post(id: 61).firstValue() == post)

            try await example.updatePost(id: 61, text: .null, publishedAt: .null).firstValue()
            post.body = nil
            post.publishedAt = nil
            #expect(try await example.post(id: 61).firstValue() == post)

            var put = GarageExample.UpdatePost(id: 61, text: .value(""))
            put.method = .put
            #expect(try await example.client.send(put).firstValue().head.status == .noContent)
            #expect(try await example.post(id: 61).firstValue().body == "")

            try await example.deletePost(id: 61).firstValue()
            #expect(try await failure(of: example.post(id: 61)).garage?.kind == .notFound)
            #expect(try await failure(of: example.deletePost(id: 61)).garage?.kind == .notFound)
            #expect(try await example.posts().firstValue().totalCount == 60)
        }
    }

    @Test func rejectsReadingDraftsOfOtherUsers() async throws {
        try await SampleContext.run { context in
            let error = try await failure(of: context.example.post(id: 10))
            #expect(error.garage?.operation.map { "\($0)" } == "read on Post")
            let credentials = GarageCredentials(
                context.oauth(), grant: .password(username: "erin5@example.com", password: "any"))
            let erin = GarageExample(GarageClient(endpoint: context.sample.baseURL, credentials: credentials))
            #expect(try await erin.post(id: 10).firstValue().publishedAt == nil)
        }
    }

    // MARK: Pagination

    @Test func capsPageSize() async throws {
        var options = SampleGarage.Options()
        options.userCount = 150
        try await SampleContext.run(options) { context in
            let page = try await context.example.users(perPage: 500).firstValue()
            #expect(page.resource.count == 100)
            #expect(page.links.next?.url.query() == "page=2&per_page=100")
            #expect(try await context.example.allUsers(perPage: 500).collected().count == 150)
        }
    }

    @Test func listsUsersWithoutTotalCount() async throws {
        var options = SampleGarage.Options()
        options.hidesTotals = true
        try await SampleContext.run(options) { context in
            let first = try await context.example.users().firstValue()
            #expect(first.totalCount == nil)
            #expect(first.links.last == nil)
            #expect(first.links.next?.page == 2)
            #expect(try await context.example.allUsers(perPage: 20).collected().map(\.id) == Array(1...45))
            #expect(context.targets.count == 5)
        }
    }

    @Test func requestsPagesOnDemand() async throws {
        try await SampleContext.run { context in
            var count = 0
            for try await _ in context.example.allUsers(perPage: 10).values {
                #expect(context.targets.count == count / 10 + 1)
                count += 1
            }
            #expect(count == 45)
        }
    }

    @Test func keepsSelectionAcrossPages() async throws {
        try await SampleContext.run { context in
            let request = GarageExample.ListPosts(perPage: 25)
                .selecting(["id", "user[name]"], as: [GarageExample.PartialPost].self)
            let posts = try await context.client.elements(of: request).collected()
            #expect(posts.count == 60)
            #expect(posts.allSatisfy { $0.id != nil && $0.title == nil && $0.user?.name != nil && $0.user?.id == nil })
            #expect(context.targets.last == "/v1/posts?fields=id%2Cuser%5Bname%5D&page=3&per_page=25")
        }
    }

    // MARK: Errors

    @Test(arguments: [nil, "", "unknown"]) func rejectsInvalidToken(token: String?) async throws {
        try await SampleContext.run { context in
            let error = try await failure(of: GarageExample(context.client(token: token)).users())
            #expect(error.garage?.kind == .unauthorized)
            #expect(error.garage?.message == "Unauthorized (invalid token)")
        }
    }

    @Test func reportsMissingScope() async throws {
        try await SampleContext.run { context in
            func example(_ scope: String) -> GarageExample {
                let grant = GarageGrant.password(username: "alice@example.com", password: "x", scopes: [scope])
                return GarageExample(
                    GarageClient(
                        endpoint: context.sample.baseURL, credentials: GarageCredentials(context.oauth(), grant: grant))
                )
            }
            let writing = try await failure(of: example("public").createPost(title: "t"))
            #expect(writing.garage?.kind == .forbidden)
            #expect(writing.garage?.missingScopes == ["write_post"])
            let reading = try await failure(of: example("write_post").users())
            #expect(reading.garage?.missingScopes == ["public"])
            #expect(try await example("write_post").createPost(title: "t").firstValue().resource.title == "t")
        }
    }

    @Test func rejectsInvalidParameterWithEmptyBody() async throws {
        try await SampleContext.run { context in
            let error = try await failure(of: context.example.updatePost(id: 1, title: ""))
            #expect(error.garage?.kind == .badRequest)
            #expect(error.garage?.message == nil)
            #expect(error.bodyPrefix.isEmpty)
            #expect(error.headerFields[.contentType] == "text/html")
            // The example application behaves in the same way.
            #expect(try await context.example.createPost(title: "").firstValue().resource.title == "")
        }
    }

    @Test func rejectsUnsupportedRequests() async throws {
        try await SampleContext.run { context in
            let path = try await failure(of: context.client.send(GarageEndpoint<Void>("/comments")))
            #expect(path.garage?.kind == .notFound)
            #expect(path.garage?.message == nil)
            let type = GarageEndpoint<Void>(
                "/users", headerFields: [.accept: "application/vnd.cookpad.dictionary+json"])
            #expect(try await failure(of: context.client.send(type)).garage?.kind == .notAcceptable)
            let rows = GarageEndpoint<Void>("/users", query: ["per_page": 0])
            let bug = try await failure(of: context.client.send(rows))
            #expect(bug.garage?.kind == .internalServerError)
            #expect(bug.garage?.message == "Internal Server Error")
        }
    }
}
