internal import RillHTTP

/// A user in Qiita's JSON format.
struct QiitaUser: Sendable, Hashable {
    let id: String
    let permanentID: Int

    /// The sample users.
    ///
    /// The first is the user of every access token.
    static let all = ([SampleQiita.userID] + (1...44).map { "user-\($0)" }).enumerated()
        .map { QiitaUser(id: $1, permanentID: 1_000 + $0) }

    static func withID(_ id: String) -> QiitaUser? { all.first { $0.id == id } }

    /// The users other than this user and the sample user.
    var others: [QiitaUser] { Self.all.dropFirst().filter { $0 != self } }

    /// Returns the user in Qiita's JSON format.
    func json(itemsCount: Int, followeesCount: Int, followersCount: Int) -> JSONValue {
        [
            "id": .string(id), "permanent_id": .integer(permanentID), "name": permanentID % 3 == 0 ? "" : .string(id),
            "description": permanentID % 2 == 0 ? "Writes about Swift" : nil, "organization": nil, "location": "東京",
            "website_url": "", "profile_image_url": "https://qiita-image-store.example/users/\(permanentID).png",
            "facebook_id": nil, "github_login_name": .string(id), "linkedin_id": nil, "twitter_screen_name": nil,
            "items_count": .integer(itemsCount),
            "followees_count": .integer(followeesCount), "followers_count": .integer(followersCount),
            "team_only": false,
        ]
    }
}
