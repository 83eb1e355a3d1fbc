package import Foundation
import RillTestSupport

/// Runs a closure with an empty temporary folder, and deletes the folder afterward.
package func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let files = try TemporaryFiles()
    defer { withExtendedLifetime(files) {} }
    return try await body(files.url)
}
