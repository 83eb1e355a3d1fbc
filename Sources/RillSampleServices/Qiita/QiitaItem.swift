internal import Foundation
internal import RillHTTP

/// An item.
struct QiitaItem: Sendable, Identifiable {
    let id: String
    var title: String
    var text: String
    var tags: [QiitaTagging]
    var isPrivate: Bool
    let userID: String
    let created: Date
    var updated: Date

    /// The sample items, newest first: one for each hour before 2026-01-01.
    static let samples = (0..<130).map { number in
        let tags = QiitaTagNames.mostUsedFirst
        let date = Date(timeIntervalSince1970: TimeInterval(1_767_225_600 - 3_600 * number))
        let tag = tags[number % 12]
        return QiitaItem(
            id: makeID("0", number + 1), title: "\(tag) no. \(number + 1)", text: "# \(tag)\n",
            tags: [QiitaTagging(name: tag, versions: [])], isPrivate: false,
            userID: number % 5 == 0 ? SampleQiita.userID : "user-\(1 + number % 44)", created: date, updated: date)
    }

    /// Returns an ID of 20 hexadecimal digits for an item or a comment.
    static func makeID(_ prefix: String, _ number: Int) -> String {
        let digits = String(number, radix: 16)
        return prefix + String(repeating: "0", count: 19 - digits.count) + digits
    }

    /// The number of stocks in the sample data, without the stocks that requests add.
    var sampleStocks: Int { Int(id.suffix(4), radix: 16).map { $0 % 17 } ?? 0 }
}

/// A tag of an item.
struct QiitaTagging: Codable, Sendable, Hashable {
    let name: String
    let versions: [String]
}

/// A comment.
struct QiitaComment: Sendable, Identifiable {
    let id: String
    let itemID: String
    let userID: String
    var text: String
    let created: Date
    var updated: Date
}

/// A stock, a like, or a following.
struct QiitaRelation: Sendable, Identifiable {
    /// The path, such as `/items/ID/stock`.
    let id: String
}

extension Date {
    /// The date in Qiita's format: `2026-01-01T09:00:00+09:00`.
    var qiitaText: String {
        let zone = TimeZone(secondsFromGMT: 9 * 3_600) ?? .gmt
        return formatted(Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone))
    }

    /// The date in Qiita's JSON format.
    var qiita: JSONValue { .string(qiitaText) }
}
