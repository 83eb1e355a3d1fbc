import Testing

@testable import RillScript

@Suite struct ProgressListTests {
    @Test func showsTransfersInOrderOfFirstProgress() {
        var list = ProgressList()
        list.note("1.zip", 0, of: 1_000, at: .zero)
        list.note("20.zip", 0, of: nil, at: .zero)
        list.note("1.zip", 500, of: 1_000, at: .seconds(1))
        list.note("20.zip", 100, of: nil, at: .seconds(1))
        #expect(
            list.lines(width: 70) == [
                "1.zip   50% [█████████▌         ] 500 B of 1.00 kB, 500 B/s, 0:01 left", "20.zip 100 B, 100 B/s",
                "0 finished, 600 B, 600 B/s",
            ])
    }

    @Test func finishedTransfersAreCounted() {
        var list = ProgressList()
        list.note("a", 0, of: 1_000, at: .zero)
        list.note("a", 1_000, of: 1_000, at: .seconds(1))
        list.finish("a")
        list.finish("b")
        #expect(list.lines(width: 60) == ["1 finished, 1.00 kB, 1.00 kB/s"])
    }

    @Test func limitsTheNumberOfLines() {
        var list = ProgressList()
        for number in 1...15 { list.note("\(number)", 1, of: 2, at: .zero) }
        #expect(list.lines(width: 60).count == 11)
        #expect(list.lines(width: 60).last == "5 more, 0 finished, 15 B")
        #expect(list.lines(width: 60, height: 4).count == 4)
        #expect(list.lines(width: 60, height: 4).last == "12 more, 0 finished, 15 B")
        #expect(list.lines(width: 60, height: 0) == ["15 more, 0 finished, 15 B"])
    }

    @Test func frequentUpdatesKeepTheRateOfTheLastFiveSeconds() {
        var list = ProgressList()
        for call in 0...200_000 { list.note("a", call, of: nil, at: .microseconds(call * 50)) }
        // The rate of the first five of ten seconds is not included.
        for call in 200_001...300_000 {
            list.note("a", call * 2 - 200_000, of: nil, at: .microseconds(call * 50))
        }
        #expect(list.lines(width: 60).first == "a 400 kB, 40.0 kB/s")
    }

    @Test(arguments: [1, 10, 20, 40, 80])
    func linesFitTheWidth(width: Int) {
        var list = ProgressList()
        list.note("a\u{1B}[2J long name of a file 初心者", 1, of: 3, at: .zero)
        list.note("b", 1, of: nil, at: .zero)
        #expect(list.lines(width: width).allSatisfy { $0.displayWidth <= width && !$0.contains("\u{1B}") })
    }
}
