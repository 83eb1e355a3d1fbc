import RillSwiftTesting
import RillTesting
import Testing

@testable import Rill

@Suite struct BufferBoundaryTests {
    @Test(arguments: [
        MarblePair(
            "arrays end at the boundary", "-1-2-----3-4-5-|", "x---x-x-----x---", "----a-------b--(c|)",
            (nil, ["^--------------!"]), values: ["a": "12", "b": "34", "c": "5"]),
        MarblePair(
            "remaining elements form one array after the boundary completes", "-1-2-3-|", "--x|", "--1----(a|)",
            (nil, ["^--!"]), values: ["1": "1", "a": "23"]),
        MarblePair("an error drops remaining elements", "-1-#", "------", "---#", (["^--!"], ["^--!"])),
        MarblePair("an error of the boundary drops remaining elements", "-1----", "---#", "---#", (["^--!"], ["^--!"])),
        MarblePair("an empty source emits nothing", "---|", "-x-x", "---|"),
    ])
    func emitsArraysBetweenBoundaries(row: MarblePair) {
        row.check { source, boundary in source.buffer(boundary: boundary).map { $0.joined() } }
    }
}
