// A view model on the main actor: its state changes on the main thread only.
import RillQiita
import RillSampleServices

@MainActor
final class TagListModel {
    enum State: Sendable, Equatable {
        case idle
        case loading
        case loaded([String])
        case failed(String)
    }

    let state = BehaviorSubject(State.idle)
    private let client: QiitaClient
    private let bag = DisposeBag()  // disposes the subscription with the model

    init(client: QiitaClient) {
        self.client = client
    }

    func load() {
        state.onNext(.loading)
        client.tags(perPage: 3, sort: .count)
            .subscribe(
                on: MainActor.shared, with: self,
                onNext: { me, tags in me.state.onNext(.loaded(tags.map(\.id))) },
                onError: { me, error in me.state.onNext(.failed("\(error)")) }
            )
            .disposed(by: bag)
    }
}

let server = try SampleQiita()
let model = TagListModel(client: QiitaClient(baseURL: server.baseURL))

let view = model.state.subscribe(on: MainActor.shared, onNext: { state in print(state) })
model.load()
_ = try await model.state.skip(while: { $0 == .idle || $0 == .loading }).firstValue()
server.stop()
