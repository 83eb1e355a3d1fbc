/// The body of an error response, in any of the formats that GitHub uses.
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
        // The other fields are decoded leniently, so that a malformed detail does not discard the message.
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

    /// A detail decoded from an object or a string.
    ///
    /// Empty if the value is neither.
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
    /// Whether the body reports an exceeded secondary rate limit.
    ///
    /// Older responses call it abuse detection.
    var reportsSecondaryLimit: Bool {
        let text = message.lowercased()
        if text.contains("secondary rate limit") || text.contains("abuse detection") { return true }
        let page = documentationURL?.lowercased() ?? ""
        return page.contains("secondary-rate-limits") || page.contains("abuse-rate-limits")
    }

    /// Whether the body reports that the primary rate limit is exhausted.
    var reportsPrimaryLimit: Bool { message.lowercased().hasPrefix("api rate limit exceeded") }
}
