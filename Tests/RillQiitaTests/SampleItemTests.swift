import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillQiita
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests items, comments, users and relations over the real transport against the sample server.
@Suite(.timeLimit(.minutes(10))) struct SampleItemTests {
    private func withSample(
        token: String? = "sample-token", options: SampleQiita.Options = .init(),
        _ body: (QiitaClient) async throws -> Void
    ) async throws {
        let sample = try SampleQiita(options: options)
        defer { sample.stop() }
        try await body(QiitaClient(token: token, baseURL: sample.baseURL, timeout: .seconds(60)))
    }

    @Test func listsItemsNewestFirst() async throws {
        try await withSample(token: nil) { client in
            let items = try await client.allItems(perPage: 50).collected()
            #expect(items.count == 130)
            #expect(Set(items.map(\.id)).count == 130)
            #expect(zip(items, items.dropFirst()).allSatisfy { $0.createdAt > $1.createdAt })
            #expect(items.allSatisfy { $0.pageViewsCount == nil })
            let first = try #require(items.first)
            #expect(first.createdAt == Date(timeIntervalSince1970: 1_767_225_600))
            #expect(try await client.item(id: first.id).firstValue() == first)
            let page = try await client.itemPages(perPage: 100).firstValue()
            #expect(page.totalCount == 130)
            #expect(page.nextNumber == 2)
            #expect(page.rateLimit?.limit == 60)
        }
    }

    @Test func listsItemsByTagUserAndSearch() async throws {
        try await withSample { client in
            let tagged = try await client.allItems(.tagged("Swift")).collected()
            #expect(!tagged.isEmpty && tagged.allSatisfy { $0.tags.map(\.name) == ["Swift"] })
            let published = try await client.allItems(.published(by: "user-2")).collected()
            #expect(!published.isEmpty && published.allSatisfy { $0.user.id == "user-2" })
            let found = try await client.allItems(.matching("tag:Swift stocks:>5")).collected()
            #expect(!found.isEmpty && found.count < tagged.count)
            #expect(found.allSatisfy { $0.stocksCount ?? 0 > 5 })
            let own = try await client.allItems(.authenticatedUser).collected()
            #expect(own.count == 26)
            #expect(own.allSatisfy { $0.user.id == SampleQiita.userID && $0.pageViewsCount == 100 })
            for list in [ItemList.tagged("no such tag"), .published(by: "nobody"), .stocked(by: "nobody")] {
                #expect(try await failure(of: client.items(list)).qiita?.type == .notFound)
            }
        }
    }

    @Test func searchesByStocksAndDate() async throws {
        try await withSample { client in
            let item = try #require(try await client.items().firstValue().first)
            let count = try #require(item.stocksCount)
            #expect(
                try await client.items(.matching("stocks:>\(count)"), perPage: 100).firstValue().contains(item) == false
            )
            try await client.add(.stock(item.id)).firstValue()
            let stocked = try await client.items(.matching("stocks:>\(count)"), perPage: 100).firstValue()
            #expect(stocked.first?.id == item.id)
            // 2026-01-01 begins at 15:00 UTC of the previous day.
            let recent = try await client.allItems(.matching("created:>=2026-01-01")).collected()
            #expect(recent.count == 10)
            #expect(recent.last?.createdAt == Date(timeIntervalSince1970: 1_767_193_200))
        }
    }

    @Test(arguments: [
        "title:a", "stocks:10", "stocks:>x", "created:2026-01-01", "created:>=soon", "a:b:c", "tag:", ":",
    ])
    func rejectsUnknownSearchTerm(query: String) async throws {
        try await withSample { client in
            let error = try await failure(of: client.items(.matching("Swift \(query)")))
            #expect(error.qiita?.type == .badRequest)
            #expect(error.qiita?.message == "unsupported query: Swift \(query)")
        }
    }

    @Test func createsUpdatesAndDeletesItem() async throws {
        try await withSample { client in
            let tags = [Item.Tagging(name: "Swift", versions: ["6.1"])]
            let created = try await client.createItem(title: "Rill", text: "# Rill", tags: tags, isPrivate: true)
                .firstValue()
            #expect(created.title == "Rill")
            #expect(created.tags == tags)
            #expect(created.isPrivate)
            #expect(try await client.items(.authenticatedUser).firstValue().first == created)
            #expect(created.user.itemsCount == 26)
            #expect(try await client.items().firstValue().contains(created) == false)
            let updated = try await client.updateItem(id: created.id, title: "Streams", isPrivate: false).firstValue()
            #expect(updated.title == "Streams")
            #expect(updated.body == "# Rill")
            #expect(!updated.isPrivate)
            #expect(updated.user.itemsCount == 27)
            #expect(try await client.authenticatedUser().firstValue().user.itemsCount == 27)
            #expect(try await client.items().firstValue().first == updated)
            try await client.deleteItem(id: created.id).firstValue()
            #expect(try await failure(of: client.item(id: created.id)).status == .notFound)
            #expect(try await failure(of: client.deleteItem(id: created.id)).status == .notFound)
        }
    }

    @Test func rejectsInvalidAndForeignItems() async throws {
        try await withSample { client in
            let error = try await failure(of: client.createItem(title: "T", text: "B", tags: []))
            #expect(error.qiita?.type == .badRequest)
            #expect(error.qiita?.message == "tags must have 1 to 5 elements")
            let foreign = try #require(try await client.items(.published(by: "user-2")).firstValue().first)
            #expect(try await failure(of: client.updateItem(id: foreign.id, title: "T")).qiita?.type == .forbidden)
            #expect(try await failure(of: client.deleteItem(id: foreign.id)).qiita?.type == .forbidden)
        }
    }

    @Test func createsUpdatesAndDeletesComment() async throws {
        try await withSample { client in
            let item = try #require(try await client.items().firstValue().first)
            let before = try await client.comments(onItem: item.id).firstValue()
            #expect(before.map(\.body) == ["Comment 3", "Comment 2", "Comment 1"])
            let comment = try await client.createComment("Thanks 👍", onItem: item.id).firstValue()
            #expect(comment.body == "Thanks 👍")
            #expect(comment.user.id == SampleQiita.userID)
            #expect(try await client.comments(onItem: item.id).firstValue() == [comment] + before)
            #expect(try await client.item(id: item.id).firstValue().commentsCount == 4)
            let updated = try await client.updateComment(id: comment.id, text: "Thanks!").firstValue()
            #expect(updated.body == "Thanks!")
            #expect(updated.createdAt == comment.createdAt)
            #expect(try await client.comment(id: comment.id).firstValue() == updated)
            try await client.deleteComment(id: comment.id).firstValue()
            #expect(try await client.comments(onItem: item.id).firstValue() == before)
            #expect(try await failure(of: client.comment(id: comment.id)).status == .notFound)
            #expect(try await failure(of: client.deleteComment(id: before[0].id)).qiita?.type == .forbidden)
            #expect(
                try await failure(of: client.updateComment(id: before[0].id, text: "A")).qiita?.type == .forbidden)
            #expect(try await failure(of: client.comments(onItem: "none")).status == .notFound)
        }
    }

    @Test func listsCommentsOfSameDateNewestFirst() async throws {
        var options = SampleQiita.Options()
        options.now = { Date(timeIntervalSince1970: 0) }
        try await withSample(options: options) { client in
            let item = try #require(try await client.items().firstValue().first)
            for text in ["A", "B"] { _ = try await client.createComment(text, onItem: item.id).firstValue() }
            let comments = try await client.comments(onItem: item.id).firstValue()
            #expect(comments.map(\.body) == ["B", "A", "Comment 3", "Comment 2", "Comment 1"])
        }
    }

    @Test func listsUsers() async throws {
        try await withSample { client in
            let users = try await client.allUsers(perPage: 20).collected()
            #expect(users.count == 45)
            #expect(try await client.user(id: "user-7").firstValue() == users.first { $0.id == "user-7" })
            let own = try await client.authenticatedUser().firstValue()
            #expect(own.user == users.first)
            #expect(own.imageMonthlyUploadRemaining < own.imageMonthlyUploadLimit)
            #expect(try await failure(of: client.user(id: "nobody")).status == .notFound)
        }
    }

    @Test func listsStockersFolloweesAndFollowers() async throws {
        try await withSample { client in
            let item = try #require(try await client.items().firstValue().last)
            let before = try await client.allUsers(.stocking(item.id), perPage: 2).collected()
            #expect(before.count == item.stocksCount)
            try await client.add(.stock(item.id)).firstValue()
            let own = try await client.authenticatedUser().firstValue().user
            #expect(try await client.users(.stocking(item.id)).firstValue() == [own] + before)

            let other = try await client.user(id: "user-1").firstValue()
            let followees = try await client.users(.followed(by: other.id)).firstValue()
            #expect(followees.count == other.followeesCount)
            let followers = try await client.users(.following(other.id)).firstValue()
            #expect(followers.count == other.followersCount)
            try await client.add(.userFollowing(other.id)).firstValue()
            #expect(try await client.users(.followed(by: own.id)).firstValue().map(\.id) == [other.id])
            #expect(
                try await client.users(.following(other.id)).firstValue().map(\.id) == [own.id] + followers.map(\.id))
            #expect(try await client.user(id: other.id).firstValue().followersCount == other.followersCount + 1)
            #expect(try await failure(of: client.users(.following("nobody"))).status == .notFound)
        }
    }

    @Test(arguments: ["C++", "TCP/IP", "初心者"])
    func followsTag(id: String) async throws {
        try await withSample { client in
            #expect(try await client.has(.tagFollowing(id)).firstValue() == false)
            try await client.add(.tagFollowing(id)).firstValue()
            #expect(try await client.has(.tagFollowing(id)).firstValue())
            #expect(try await client.tags(followedBy: SampleQiita.userID).firstValue().map(\.id) == [id])
            #expect(try await client.allTags(followedBy: SampleQiita.userID).collected().map(\.id) == [id])
            try await client.remove(.tagFollowing(id)).firstValue()
            #expect(try await client.has(.tagFollowing(id)).firstValue() == false)
        }
    }

    @Test func stocksAndLikesItems() async throws {
        try await withSample { client in
            let items = try await client.items(perPage: 3).firstValue()
            for item in items { try await client.add(.stock(item.id)).firstValue() }
            // Adding a relation again has no effect.
            try await client.add(.stock(items[0].id)).firstValue()
            try await client.add(.like(items[0].id)).firstValue()
            let stocked = try await client.allItems(.stocked(by: SampleQiita.userID), perPage: 2).collected()
            #expect(stocked.map(\.id) == items.reversed().map(\.id))
            #expect(stocked.last?.likesCount == 1)
            #expect(stocked.last?.stocksCount == items[0].stocksCount.map { $0 + 1 })
            try await client.remove(.stock(items[0].id)).firstValue()
            #expect(try await client.has(.stock(items[0].id)).firstValue() == false)
            #expect(try await failure(of: client.add(.like("none"))).status == .notFound)
            try await client.add(.userFollowing("user-1")).firstValue()
            #expect(try await client.has(.userFollowing("user-1")).firstValue())
        }
    }

    @Test func requiresToken() async throws {
        try await withSample(token: nil) { client in
            let errors = [
                try await failure(of: client.authenticatedUser()),
                try await failure(of: client.items(.authenticatedUser)),
                try await failure(of: client.has(.stock("a"))), try await failure(of: client.add(.stock("a"))),
                try await failure(of: client.deleteItem(id: "a")),
                try await failure(of: client.createComment("a", onItem: "a")),
            ]
            #expect(errors.allSatisfy { $0.status == .unauthorized && $0.qiita?.type == .unauthorized })
        }
    }
}
