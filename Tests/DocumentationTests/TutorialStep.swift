import Foundation
import RillTestSupport

/// A step of a tutorial, which shows the new content of a file of the reader's package.
struct TutorialStep {
    /// The path of the file in the reader's package.
    let path: String

    /// The name of the file in the catalog.
    let file: String

    /// The folder of the tutorials.
    static let folder = "Sources/RillHTTP/RillHTTP.docc/Tutorials"

    /// The names of the tutorials.
    static let tutorials = ["AFirstClient", "TestingTheClient", "AChatClient"]

    /// Returns the steps of a tutorial, in order.
    static func steps(of tutorial: String) throws -> [TutorialStep] {
        try PackageFiles.text(of: "\(folder)/\(tutorial).tutorial")
            .matches(of: /@Code\(name: "([^"]+)", file: "([^"]+)"/)
            .map { TutorialStep(path: String($0.1), file: String($0.2)) }
    }

    /// The code that the step shows.
    var code: String {
        get throws { try PackageFiles.text(of: "\(Self.folder)/Code/\(file)") }
    }
}
