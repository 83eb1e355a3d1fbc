import RillHTTP

let gitHub = GitHub()
let repositories = try await gitHub.repositories(of: "apple").firstValue()
for repository in repositories {
    print(repository.name, repository.stars)
}
