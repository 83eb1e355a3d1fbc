/// A user.
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
}
