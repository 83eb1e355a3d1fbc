import Rill
import RillTesting
import Testing

@MainActor @Suite struct MainActorDeliveryTests {
    @MainActor private final class ViewModel {
        private(set) var texts: [String] = []
        private let bag = DisposeBag()

        init(_ source: Observable<String>) {
            source.subscribe(on: MainActor.shared, with: self, onNext: { $0.texts.append($1) }).disposed(by: bag)
        }
    }

    private let kit = TestKit()

    @Test func waitForMainActorReturnsAfterEarlierElementsAreDelivered() async {
        let source = PublishSubject<String>()
        let viewModel = ViewModel(source.debounce(.seconds(1), scheduler: kit.scheduler))
        for text in ["a", "b"] {
            source.onNext(text)
            kit.scheduler.advance(by: .seconds(2))
        }
        #expect(viewModel.texts == [])
        await kit.waitForMainActor()
        #expect(viewModel.texts == ["a", "b"])
    }

    @Test func waitingTwiceDeliversThroughTwoChangesToTheMainActor() async {
        let source = PublishSubject<String>()
        let viewModel = ViewModel(source.observeOn(MainScheduler.shared).map { $0.uppercased() })
        source.onNext("a")
        await kit.waitForMainActor()
        await kit.waitForMainActor()
        #expect(viewModel.texts == ["A"])
    }

    @Test func waitForMainActorCanBeCalledOutsideTheMainActor() async {
        let viewModel = ViewModel(.just("a"))
        let kit = kit
        await Task.detached { await kit.waitForMainActor() }.value
        #expect(viewModel.texts == ["a"])
    }
}
