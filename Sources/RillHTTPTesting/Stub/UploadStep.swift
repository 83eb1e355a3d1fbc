/// The part of a request body that has been uploaded.
struct UploadStep: Sendable {
    /// The number of uploaded bytes, at least 0.
    let completed: Int

    /// The total number of bytes in the body, at least 1.
    let total: Int

    /// Returns the same part of a number of bytes, rounded down.
    func completed(of count: Int) -> Int {
        guard completed < total else { return count }
        // The quotient is less than `count`.
        return total.dividingFullWidth(count.multipliedFullWidth(by: completed)).quotient
    }
}
