extension Int {
    /// Creates a number from a text that consists only of digits, such as the value of `Content-Length`.
    ///
    /// `Int.max` is invalid, so that 1 can be added to every number.
    init?(digits text: some StringProtocol) {
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text), number < .max else { return nil }
        self = number
    }
}
