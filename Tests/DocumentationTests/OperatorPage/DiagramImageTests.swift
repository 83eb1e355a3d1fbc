import Foundation
import RillTestSupport
import RillTesting
import Testing

/// Compares the images of the diagrams in documentation comments and on the page "Operators" with the files in the catalog.
@Suite struct DiagramImageTests {
    private static let folder = "Sources/Rill/Rill.docc/Diagrams"

    /// The image of the tutorials, which is a copy, because an archive contains only images of its own catalog.
    ///
    /// The background of the page is dark in both appearances.
    private static let copy = (path: "\(TutorialStep.folder)/retry-on-dark.svg", original: "retry-2~dark.svg")

    private static let hint = "Run: RILL_UPDATE=1 swift test --filter DiagramImageTests"

    /// The expected files.
    private static let files: [String: String] = {
        var files: [String: String] = [:]
        for (name, diagram) in OperatorSources.rill.images.merging(OperatorPage.rill.images, uniquingKeysWith: { $1 }) {
            for (suffix, colors) in DiagramImage.appearances {
                files["\(name)\(suffix).svg"] = try? DiagramImage.svg(DiagramBlock(diagram), colors)
            }
        }
        return files
    }()

    @Test func filesMatchDiagrams() throws {
        #expect(Self.files.count > 150)
        if PackageFiles.updates { try Self.update() }
        let root = PackageFiles.root.appending(path: Self.folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".svg") }
        let stored = try names.map { ($0, try PackageFiles.text(of: "\(Self.folder)/\($0)")) }
        let storedFiles = Dictionary(uniqueKeysWithValues: stored)
        let different = Set(storedFiles.keys).union(Self.files.keys).filter { storedFiles[$0] != Self.files[$0] }
        #expect(different.isEmpty, "the images differ from the diagrams: \(different.sorted()). \(Self.hint)")
        let text = try PackageFiles.text(of: Self.copy.path)
        let (path, original) = Self.copy
        #expect(text == Self.files[original], "\(path) differs from \(original). \(Self.hint)")
    }

    @Test func commentsShowTheImagesOfTheirDiagrams() {
        for comment in OperatorSources.rill.comments where comment.subject != nil {
            #expect(
                comment.shownImages == comment.images,
                "\(comment.location): follow each diagram with its image: ![A marble diagram.](\(comment.images.first ?? ""))"
            )
        }
    }

    @Test func imageContainsMarks() throws {
        let block = try DiagramBlock(["source   -1-#", "result   -(1a|)     source.catch { <x> }", "where    a = 8"])
        let svg = try DiagramImage.svg(block, .light)
        #expect(svg.matches(of: /<circle/).count == 3)
        #expect(svg.contains("source.catch { &lt;x&gt; }"))
        #expect(svg.contains(">a = 8</text>"))
        #expect(svg.contains("stroke=\"#d70015\""))
    }

    @Test func chainHasOneLinePerOperator() throws {
        let block = try DiagramBlock(["source   -1-|", "result   -1-|      source.take(2).filter { $0 > 0 }.skip(0)"])
        let svg = try DiagramImage.svg(block, .light)
        for line in [">source.take(2)<", ">.filter { $0 &gt; 0 }<", ">.skip(0)<"] { #expect(svg.contains(line)) }
        #expect(svg.contains("height=\"64\" rx=\"6\""))
    }

    private static func update() throws {
        let root = PackageFiles.root.appending(path: folder)
        try? FileManager.default.removeItem(at: root)
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (name, svg) in files {
            try svg.write(to: root.appending(path: name), atomically: true, encoding: .utf8)
        }
        let file = PackageFiles.root.appending(path: copy.path)
        try files[copy.original]?.write(to: file, atomically: true, encoding: .utf8)
    }
}
