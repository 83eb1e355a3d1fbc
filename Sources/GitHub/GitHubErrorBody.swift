/// The body of an answer that says no, in all the shapes that GitHub gives it.
struct GitHubErrorBody: Decodable {
    let message: String
    let documentationURL: String?
    let status: String?
    let errors: [GitHubError.Detail]

    private enum CodingKeys: String, CodingKey {
        case message
        case documentationURL = "documentation_url"
        case status
        case errors
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        message = try container.decode(String.self, forKey: .message)
        // All else is read as far as it can be: an odd detail must not hide the message.
        documentationURL = try? container.decode(String.self, forKey: .documentationURL)
        status =
            (try? container.decode(String.self, forKey: .status))
            ?? (try? container.decode(Int.self, forKey: .status)).map { "\($0)" }
        if let text = try? container.decode(String.self, forKey: .errors) {
            errors = [GitHubError.Detail(message: text)]
        } else {
            let details = try? container.decode([Lenient].self, forKey: .errors)
            errors = (details ?? []).map(\.detail).filter { $0 != GitHubError.Detail() }
        }
    }

    /// A detail as an object or a string; an empty one if it is neither.
    private struct Lenient: Decodable {
        let detail: GitHubError.Detail

        private enum CodingKeys: String, CodingKey {
            case resource
            case field
            case code
            case message
        }

        init(from decoder: any Decoder) {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                detail = GitHubError.Detail(message: text)
                return
            }
            let container = try? decoder.container(keyedBy: CodingKeys.self)
            func text(_ key: CodingKeys) -> String? { try? container?.decode(String.self, forKey: key) }
            detail = GitHubError.Detail(
                resource: text(.resource), field: text(.field), code: text(.code), message: text(.message))
        }
    }
}

extension GitHubErrorBody {
    /// Whether it says that there was too much at once; in older answers by the name of an abuse detection.
    var tellsOfSecondaryLimit: Bool {
        let text = message.lowercased()
        if text.contains("secondary rate limit") || text.contains("abuse detection") { return true }
        let page = documentationURL?.lowercased() ?? ""
        return page.contains("secondary-rate-limits") || page.contains("abuse-rate-limits")
    }

    /// Whether it says that the requests of the hour or minute are used up.
    var tellsOfPrimaryLimit: Bool { message.lowercased().hasPrefix("api rate limit exceeded") }
}
