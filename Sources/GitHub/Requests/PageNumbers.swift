/// What can be asked for, so that what cannot is said before anything is sent.
enum PageNumbers {
    static let sizes = 1...100

    /// How many results of a search GitHub gives out.
    static let searchBound = 1_000

    static func check(page: Int, perPage: Int) throws {
        guard page >= 1 else { throw OutOfRange(description: "page must be 1 or more, not \(page)") }
        guard sizes.contains(perPage) else {
            throw OutOfRange(
                description: "per_page must be \(sizes.lowerBound) to \(sizes.upperBound), not \(perPage)")
        }
    }

    static func checkSearch(page: Int, perPage: Int) throws {
        try check(page: page, perPage: perPage)
        // As a division, which no number of a page overflows.
        guard page - 1 < (searchBound + perPage - 1) / perPage else {
            throw SearchBoundError(page: page, perPage: perPage)
        }
    }
}

/// A number that GitHub does not take as it is meant.
struct OutOfRange: Error, CustomStringConvertible {
    let description: String
}
