import RillHTTP

let gitHub = GitHub()
do {
    let repositories = try await gitHub.repositories(of: "apple").firstValue()
    for repository in repositories {
        print(repository.name, repository.stars)
    }
} catch let error as APIError where error.status == .notFound {
    print("there is no such user")
} catch {
    print(error)
}
