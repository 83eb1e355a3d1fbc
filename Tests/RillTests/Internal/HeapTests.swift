import Testing

@testable import Rill

@Suite struct HeapTests {
    private struct Number: HeapElement {
        let value: Int

        init(_ value: Int) {
            self.value = value
        }

        func precedes(_ other: Number) -> Bool { value < other.value }
    }

    private final class Item: HeapElement {
        let value: Int
        var index: Int?

        init(_ value: Int) {
            self.value = value
        }

        func precedes(_ other: Item) -> Bool { value < other.value }

        func didMove(to index: Int?) {
            self.index = index
        }
    }

    /// The numbers from 0 to 99 in a fixed, irregular order.
    private let values = (0..<100).map { $0 * 37 % 100 }

    @Test func popsElementsInOrder() {
        var inserted = Heap<Number>()
        for value in values { inserted.insert(Number(value)) }
        var created = Heap(values.map(Number.init))
        for expected in 0..<100 {
            #expect(inserted.first?.value == expected)
            #expect(inserted.popFirst()?.value == expected)
            #expect(created.popFirst()?.value == expected)
        }
        #expect(inserted.isEmpty && created.isEmpty)
        #expect(inserted.first == nil && inserted.popFirst() == nil)
    }

    @Test func tracksIndexOfEachElement() throws {
        let items = values.map(Item.init)
        var heap = Heap<Item>()
        for item in items { heap.insert(item) }
        for item in items.filter({ $0.value % 3 == 0 }) {
            let index = try #require(item.index)
            #expect(heap.remove(at: index) === item)
            #expect(item.index == nil)
            #expect(heap.unordered.enumerated().allSatisfy { $1.index == $0 })
        }
        var rest: [Int] = []
        while let item = heap.popFirst() { rest.append(item.value) }
        #expect(rest == (0..<100).filter { $0 % 3 != 0 })
        #expect(items.allSatisfy { $0.index == nil })
    }
}
