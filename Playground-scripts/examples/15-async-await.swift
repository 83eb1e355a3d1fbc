// Streams in asynchronous code, and asynchronous code in streams.
import Rill

let numbers = Observable.from(1...5)

// From a stream: the first element, all elements, or one element after another. Errors are thrown, and cancellation of the
// task disposes the subscription.
print(try await numbers.firstValue())
print(try await numbers.collected())
for try await number in numbers.values where number.isMultiple(of: 2) {
    print("even: \(number)")
}

// From an asynchronous function: the task starts with the subscription and is canceled with it.
@concurrent func square(_ number: Int) async -> Int {
    await Task.yield()
    return number * number
}
let squares = numbers.concatMap { number in .task { await square(number) } }
print(try await squares.collected())

// From an asynchronous sequence.
let letters = AsyncStream { continuation in
    for letter in ["a", "b", "c"] { continuation.yield(letter) }
    continuation.finish()
}
print(try await letters.asObservable().map { $0.uppercased() }.collected())
