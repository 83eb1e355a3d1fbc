internal import RillHTTP

/// A tag.
struct QiitaTag: Sendable, Hashable {
    let id: String
    let itemsCount: Int
    let followersCount: Int
    let iconURL: String?

    /// The tag in Qiita's JSON format.
    var json: JSONValue {
        [
            "id": .string(id), "items_count": .integer(itemsCount), "followers_count": .integer(followersCount),
            "icon_url": .optional(iconURL),
        ]
    }
}

extension QiitaTag {
    /// The tags sorted by number of items, in descending order.
    static let byCount = QiitaTagNames.mostUsedFirst.enumerated()
        .map { QiitaTag(name: $1, rank: $0) }
        .sorted { ($1.itemsCount, $0.id) < ($0.itemsCount, $1.id) }

    /// The tags sorted by name.
    static let byName = byCount.sorted { $0.id < $1.id }

    static func named(_ name: String) -> QiitaTag? { byName.first { $0.id == name } }

    /// The tags in a fixed pseudorandom order.
    static let newestFirst = byCount.sorted { ($0.id.utf8.fingerprint, $0.id) < ($1.id.utf8.fingerprint, $1.id) }

    /// Creates a tag with deterministic counts that decrease with its rank, as on Qiita.
    private init(name: String, rank: Int) {
        let fingerprint = name.utf8.fingerprint
        id = name
        itemsCount = 760_000 / ((rank + 1) * (rank + 8)) + Int(fingerprint % 7)
        followersCount = itemsCount * Int(2 + fingerprint / 7 % 15) / 10 + Int(fingerprint / 105 % 5)
        let hasIcon = fingerprint / 525 % 5 != 0
        iconURL =
            hasIcon
            ? "https://qiita-image-store.example/tags/\(String(fingerprint % 0xFFFF_FFFF, radix: 16))/medium.png?\(rank)"
            : nil
    }
}
