import RillQiita

// This file does not import Testing, because Testing declares another `Tag` type.

func firstScreen() {
    let client = QiitaClient()
    let popular: Observable<[Tag]> = client.tags(sort: .count)
        .map { tags in tags.filter { $0.itemsCount > 1_000 } }
    let subscription = popular.subscribe(
        onNext: { tags in print(tags.map(\.id)) },
        onError: { error in print(error) })
    subscription.dispose()
}
