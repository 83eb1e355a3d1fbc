extension APIError.Stage {
    /// The response could not be written to the file.
    public static let file = APIError.Stage("file")
}
