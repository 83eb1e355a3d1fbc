import RillHTTP

let gitHub = GitHub()
do {
    for try await repository in gitHub.allRepositories(of: "apple").take(150).values {
        print(repository.name, repository.stars)
    }
} catch let error as APIError where error.status == .notFound {
    print("there is no such user")
} catch {
    print(error)
}
