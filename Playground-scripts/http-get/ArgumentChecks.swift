import Foundation
import RillHTTP
import RillScript

extension ArgumentReader {
    /// Reads the value of `-X`.
    mutating func method() throws(ValidationError) -> HTTPRequest.Method {
        let text = try value()
        guard let method = HTTPRequest.Method(rawValue: text), method != .connect else {
            throw ValidationError("\(option) requires a method such as GET or PATCH\(Self.quoteSuffix(for: text))")
        }
        return method
    }

    /// Reads the value of `-H`.
    mutating func headerField() throws(ValidationError) -> HTTPField {
        let text = try value()
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        let value = text[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
        // The message does not quote the field, which can contain a token.
        guard colon < text.endIndex, let name = HTTPField.Name(String(text[..<colon])), HTTPField.isValidValue(value)
        else {
            throw ValidationError("\(option) requires a header field such as 'Accept: text/plain' on one line")
        }
        return HTTPField(name: name, value: value)
    }

    /// Reads the value of `-d` or `--json`: text, or `@` and the path of an input.
    mutating func body(contentType: String, allowsEmpty: Bool = false) throws(ValidationError) -> RequestBody {
        let value = try value(allowsEmpty: allowsEmpty)
        guard value.hasPrefix("@") else { return .text(value, contentType: contentType) }
        let path = String(value.dropFirst())
        let input = Input(path: path)
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard
            input == .standard
                || exists && !isFolder.boolValue && FileManager.default.isReadableFile(atPath: path)
        else {
            // Without a folder, the value can be a secret that begins with `@`. The message does not quote it.
            let file = path.hasPrefix("/") || path.hasPrefix(".") ? path : "the file"
            throw ValidationError("\(option): cannot read \(file)")
        }
        return .input(input, contentType: contentType)
    }

    /// Reads the value of `--har`: the path of a readable file or of a file that does not exist yet.
    mutating func cassettePath() throws(ValidationError) -> String {
        let path = try value()
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let type = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular else {
            throw ValidationError("\(option) requires a regular file, and \(path) is not one")
        }
        guard type == nil || FileManager.default.isReadableFile(atPath: target) else {
            throw ValidationError("\(option): cannot read \(path)")
        }
        return path
    }

    /// Reads the value of `--output`: the path of a file or of a file that does not exist yet.
    mutating func outputPath() throws(ValidationError) -> String {
        let path = try value()
        // The download replaces the file: /dev/null would become a regular file.
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular || type == .typeSymbolicLink else {
            throw ValidationError(
                "\(option) requires a regular file, and \(path) is not one: omit the option and redirect with >")
        }
        return path
    }
}
