import Foundation
import RillQiita
import Testing

@Suite struct ModelTests {
    private func decode<Model: Decodable>(_ type: Model.Type, _ json: String) throws -> Model {
        try QiitaClient.makeDecoder().decode(type, from: Data(json.utf8))
    }

    @Test func decodesItem() throws {
        let item = try decode(Item.self, Fixtures.item)
        #expect(item.id == "c686397e4a0f4f11683d")
        #expect(item.title == "Example title")
        #expect(item.body == "# Example")
        #expect(item.renderedBody == "<h1>Example</h1>")
        #expect(item.url.absoluteString == "https://qiita.com/rill/items/c686397e4a0f4f11683d")
        // 2017-06-19T12:34:56+09:00
        #expect(item.createdAt == Date(timeIntervalSince1970: 1_497_843_296))
        #expect(item.updatedAt == item.createdAt)
        #expect(item.tags == [Item.Tagging(name: "Ruby", versions: ["0.0.1"]), Item.Tagging(name: "Swift")])
        #expect(item.user.id == "rill")
        #expect(!item.isPrivate)
        #expect(item.isCoediting)
        #expect(item.isSlide == false)
        #expect(item.commentsCount == 1)
        #expect(item.likesCount == 100)
        #expect(item.reactionsCount == 2)
        #expect(item.stocksCount == 3)
        #expect(item.pageViewsCount == 4)
        #expect(item.organizationURLName == "rill-inc")
        #expect(item.group?.urlName == "dev")
        #expect(item.group?.isPrivate == false)
        #expect(item.teamMembership == Item.TeamMembership(name: "Rill"))
    }

    @Test func decodesItemOfOlderServer() throws {
        let item = try decode(Item.self, Fixtures.olderItem)
        #expect(item.isSlide == nil)
        #expect(item.stocksCount == nil)
        #expect(item.pageViewsCount == nil)
        #expect(item.organizationURLName == nil)
        #expect(item.group == nil)
        #expect(item.teamMembership == nil)
        #expect(item.tags.isEmpty)
    }

    @Test func decodesItemOf2014() throws {
        let item = try decode(
            Item.self,
            #"""
            {"rendered_body":"<h2>A</h2>","body":"## A","coediting":false,"created_at":"2014-01-01T00:00:00+00:00",
            "id":"4bd431809afb1bb99e4f","private":false,"tags":[{"name":"Ruby","versions":["0.0.1"]}],"title":"A",
            "updated_at":"2014-01-01T00:00:00+00:00","url":"https://qiita.com/rill/items/4bd431809afb1bb99e4f",
            "group":{"created_at":"2014-01-01T00:00:00+00:00","id":1,"name":"Dev","private":false,
            "updated_at":"2014-01-01T00:00:00+00:00","url_name":"dev"},
            "user":{"description":null,"followees_count":100,"followers_count":200,"id":"rill","items_count":300,
            "permanent_id":1,"profile_image_url":"https://example.com/rill.png"}}
            """#)
        #expect(item.title == "A")
        #expect(item.commentsCount == nil)
        #expect(item.likesCount == nil)
        #expect(item.reactionsCount == nil)
        #expect(item.stocksCount == nil)
        #expect(item.user.isTeamOnly == nil)
        #expect(item.group?.name == "Dev" && item.group?.description == nil)
    }

    @Test func emptyIconURLIsNil() throws {
        let tags = try decode(
            [RillQiita.Tag].self,
            #"[{"id":"a","items_count":1,"followers_count":1,"icon_url":null},"#
                + #"{"id":"b","items_count":1,"followers_count":1,"icon_url":""},"#
                + #"{"id":"c","items_count":1,"followers_count":1},"#
                + #"{"id":"d","items_count":1,"followers_count":1,"icon_url":"https://example.com/d.png"}]"#)
        #expect(tags.map { $0.iconURL?.absoluteString } == [nil, nil, nil, "https://example.com/d.png"])
        #expect(throws: DecodingError.self) {
            try decode(RillQiita.Tag.self, #"{"id":"a","items_count":1,"followers_count":1,"icon_url":1}"#)
        }
    }

    @Test func decodesUser() throws {
        let user = try decode(User.self, Fixtures.user)
        #expect(user.id == "rill")
        #expect(user.permanentID == 1)
        #expect([user.name, user.description, user.location] == ["Rill", nil, "東京"])
        #expect([user.websiteURL, user.gitHubLoginName, user.twitterScreenName] == ["", "rill", "rill"])
        #expect(user.organization == nil)
        #expect(user.facebookID == nil)
        #expect(user.linkedInID == nil)
        #expect(user.itemsCount == 300)
        #expect(user.followeesCount == 100)
        #expect(user.followersCount == 200)
        #expect(user.profileImageURL.absoluteString == "https://example.com/rill.png")
        #expect(user.isTeamOnly == false)
    }

    @Test func decodesAuthenticatedUser() throws {
        let json =
            Fixtures.user.dropLast()
            + #","image_monthly_upload_limit":1048576,"image_monthly_upload_remaining":524288}"#
        let user = try decode(AuthenticatedUser.self, String(json))
        #expect(user.user.id == "rill")
        #expect(user.imageMonthlyUploadLimit == 1_048_576)
        #expect(user.imageMonthlyUploadRemaining == 524_288)
        #expect(throws: DecodingError.self) { try decode(AuthenticatedUser.self, Fixtures.user) }
    }

    @Test func decodesComment() throws {
        let comment = try decode(RillQiita.Comment.self, Fixtures.comment)
        #expect(comment.id == "3391f50c35f953abfc4f")
        #expect(comment.body == "# Example")
        #expect(comment.renderedBody == "<h1>Example</h1>")
        #expect(comment.createdAt == Date(timeIntervalSince1970: 1_497_843_296))
        #expect(comment.user.permanentID == 1)
    }

    @Test(arguments: ["title", "url", "created_at", "user", "tags"])
    func failsToDecodeItemWithout(key: String) {
        let json = Fixtures.item.replacing("\"\(key)\"", with: "\"x\"", maxReplacements: 1)
        #expect(throws: DecodingError.self) { try decode(Item.self, json) }
    }
}
