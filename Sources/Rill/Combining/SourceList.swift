/// The sources of `concat` or `merge`.
///
/// If the operator is applied to its own result, as in the loop body `result = result.concat(source)`, the list includes
/// the sources of the result. Otherwise, an element of the first source would pass through all operators of the loop.
///
/// Only operators at the same call site are combined, so that error traces list all others.
@usableFromInline
final class SourceList<Element: Sendable>: @unchecked Sendable {  // `previous` changes only in `deinit`
    @usableFromInline let site: OperatorCallSite
    @usableFromInline let sources: [Observable<Element>]
    @usableFromInline var previous: SourceList?

    @inlinable
    init(_ sources: [Observable<Element>], at site: OperatorCallSite) {
        self.site = site
        if let list = sources.first?.list, list.site.isSame(as: site) {
            previous = list
            self.sources = Array(sources.dropFirst())
        } else {
            self.sources = sources
        }
    }

    deinit {
        // A long list is released iteratively.
        var list = previous.take()
        while list != nil, isKnownUniquelyReferenced(&list) { list = list?.previous.take() }
    }

    /// All sources, in order.
    @inlinable var all: [Observable<Element>] {
        guard previous != nil else { return sources }
        var all: [Observable<Element>] = []
        var next: SourceList? = self
        while let list = next {
            all.append(contentsOf: list.sources.reversed())
            next = list.previous
        }
        all.reverse()
        return all
    }
}
