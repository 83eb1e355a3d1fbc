import RillQiita

// The only import of this file is RillQiita. The file declares the first sample of the README.

private func subscribeToTags() {
    let client = QiitaClient(middleware: [Retry()])
    let popular: Observable<[Tag]> = client.tags(sort: .count)
        .map { tags in tags.filter { $0.itemsCount > 1_000 } }
    let subscription = popular.subscribe(
        onNext: { tags in print(tags.map(\.id)) },
        onError: { error in print((error as? APIError)?.stage ?? .transport) })
    subscription.dispose()
}
