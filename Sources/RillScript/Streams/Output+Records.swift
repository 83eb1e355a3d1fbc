extension Output {
    /// Writes records as a table or as a JSON array.
    ///
    ///     try Output.write(tags, asJSON: isJSON, columns: [.text("Tag", tags.map(\.id))])
    ///
    /// - Parameters:
    ///   - records: The records.
    ///   - isJSON: Whether to write a JSON array with one record per line instead of a table.
    ///   - columns: The columns of the table, which fits the width of the terminal connected to standard output
    ///     and is complete without a terminal.
    /// - Throws: ``Failure``, or `EncodingError` if a record cannot be encoded.
    public static func write(_ records: [some Encodable], asJSON isJSON: Bool, columns: [TextTable.Column]) throws {
        try write(isJSON ? JSONOutput.text(of: records) : TextTable(columns, terminal: Terminal()).text)
    }

    /// Writes a record as text or as one line of JSON.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - isJSON: Whether to write JSON.
    ///   - text: The text for the record, with a trailing line feed.
    /// - Throws: ``Failure``, or `EncodingError` if the record cannot be encoded.
    public static func write(_ record: some Encodable, asJSON isJSON: Bool, text: String) throws {
        try write(isJSON ? JSONOutput.line(of: record) + "\n" : text)
    }
}
