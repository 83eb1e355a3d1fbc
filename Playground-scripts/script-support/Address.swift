/// The address of a server on a command line.
package enum Address {
    /// Why an address cannot be used.
    package enum Flaw: Error {
        /// It holds a user name or a password.
        case userInformation
        /// It does not begin with `http://` or `https://` and the name of a host.
        case noHost
        /// It holds a space.
        case space
    }

    /// Makes sure that an address can be asked; that a password stands in it is noticed first.
    package static func check(_ text: String) throws(Flaw) {
        let address = text.lowercased()
        let scheme = ["http://", "https://"].first(where: address.hasPrefix)
        let rest = text.dropFirst(scheme?.count ?? 0)
        // Behind the host an `@` is a part of a path or a query.
        if rest.prefix(while: { $0 != "/" && $0 != "?" && $0 != "#" }).contains("@") { throw .userInformation }
        guard scheme != nil, let first = rest.first, first != "/", first != "?", first != "#" else { throw .noHost }
        if text.contains(where: \.isWhitespace) { throw .space }
    }
}
