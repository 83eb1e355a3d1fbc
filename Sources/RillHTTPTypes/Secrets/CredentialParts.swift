internal import Foundation

/// The secrets in the value of a secret header field, such as `Authorization` or `Cookie`: the value, the credentials
/// after the scheme, and the values of parameters and cookies.
///
///     Bearer tok                              tok
///     Basic YWxpY2U6cHc=                      YWxpY2U6cHc=, pw
///     Token token="tok", email="a@b"          tok
///     SharedKey account:sig                   account:sig, sig
///     session=tok; theme=dark                 tok
enum CredentialParts {
    /// Parameters of `Authorization` that are public, in lower case and without separators.
    ///
    /// Their values also occur in harmless texts. The parameters of a digest are public except `response` and `cnonce`,
    /// which together with the others allow guessing the password.
    private static let publicNames: Set<String> = [
        "realm", "username", "user", "email", "uri", "url", "qop", "nc", "nonce", "opaque", "algorithm", "alg",
        "userhash", "charset", "client", "clientid", "device", "deviceid", "version", "app", "appid", "id", "keyid",
        "ts", "timestamp", "created", "expires", "headers", "signedheaders", "signatureheaders", "oauthversion",
        "oauthsignaturemethod", "oauthtimestamp", "oauthnonce", "oauthconsumerkey", "oauthcallback", "profile",
        "region", "role", "scope", "service", "type",
    ]

    /// Returns the secrets, which can contain each other.
    static func values(ofField name: String, _ value: String) -> [String] {
        if name == "cookie" || name == "set-cookie" {
            // The attributes of a received cookie are public.
            return value.split(separator: ";").prefix(name == "cookie" ? .max : 1).map { cookie in
                let name = cookie.prefix { $0 != "=" }.drop(while: \.isWhitespace)
                let value = cookie[name.endIndex...].dropFirst()
                // A cookie without a name can end with equals signs.
                let hasName = HTTPToken.isValid(String(name)) && !value.allSatisfy { $0 == "=" }
                return (hasName ? value : cookie).trimmingCharacters(in: [" ", "\t", "\""])
            }
            // Most short values are words.
            .filter { $0.utf8.count >= 8 }
        }
        let scheme = value.prefix { $0 != " " && $0 != "\t" }
        let credentials = value[scheme.endIndex...].trimmingCharacters(in: .whitespaces)
        var values = [value, credentials]
        // A parser of challenges reads the same syntax. Credentials need not begin with a scheme.
        let parameters = AuthenticationChallenge.parse(value, limit: .max).flatMap(\.parameters)
        for (parameter, value) in parameters
        where !name.contains("authorization") || !publicNames.contains(parameter.filter { $0 != "_" && $0 != "-" }) {
            // `a=b;c=d`, and two secrets in a signature of OAuth 1.0.
            values += [value] + value.split(separator: ";").map(String.init)
            values += PercentEncoding.decode(value).split(separator: "&").map(String.init)
        }
        // `SharedKey account:signature`
        if let colon = credentials.firstIndex(of: ":") { values.append(String(credentials[colon...].dropFirst())) }
        let token = credentials.filter { $0 != "=" }
        let padding = String(repeating: "=", count: (4 - token.count % 4) % 4)
        if scheme.lowercased() == "basic", let data = Data(base64Encoded: token + padding) {
            // The credentials are in UTF-8 or ISO 8859-1.
            let text = String(validating: data, as: UTF8.self) ?? String(data.map { Character(Unicode.Scalar($0)) })
            values.append(password(in: Array(text.utf8)[...]))
        }
        return values
    }

    /// Returns the password of `user:password`, or the user name if there is no password.
    ///
    /// Some services expect a token in place of the user name.
    static func password(in credentials: ArraySlice<UInt8>) -> String {
        let user = credentials.prefix { $0 != UInt8(ascii: ":") }
        let password = credentials[user.endIndex...].dropFirst()
        return String(decoding: password.isEmpty ? user : password, as: UTF8.self)
    }
}
