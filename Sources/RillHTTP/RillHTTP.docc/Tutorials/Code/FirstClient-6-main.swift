import Foundation
import RillHTTP

let gitHub = GitHub()
let subscription = gitHub.repositories(of: "apple").subscribe(
    onNext: { repositories in
        for repository in repositories {
            print(repository.name, repository.stars)
        }
    },
    onError: { error in
        print(error)
        exit(1)
    },
    onCompleted: { exit(0) })
dispatchMain()
