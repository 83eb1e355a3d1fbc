/// Validates page numbers and page sizes before a request is sent.
enum PageNumbers {
    static let sizes = 1...100

    /// The maximum number of search results that GitHub returns.
    static let searchResultLimit = 1_000

    static func check(page: Int, perPage: Int) throws {
        guard page >= 1 else { throw OutOfRange(description: "page must be at least 1, got \(page)") }
        guard sizes.contains(perPage) else {
            throw OutOfRange(
                description: "per_page must be between \(sizes.lowerBound) and \(sizes.upperBound), got \(perPage)")
        }
    }

    static func checkSearch(page: Int, perPage: Int) throws {
        try check(page: page, perPage: perPage)
        // Divides instead of multiplying to avoid overflow for large page numbers.
        guard page - 1 < (searchResultLimit + perPage - 1) / perPage else {
            throw SearchResultLimitError(page: page, perPage: perPage)
        }
    }
}

/// An error for a page number or page size outside GitHub's range.
struct OutOfRange: Error, CustomStringConvertible {
    let description: String
}
