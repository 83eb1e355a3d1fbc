/// What the sample's names and sentences are made of.
enum GitHubWords {
    static let people = [
        "aki", "bea", "caro", "dan", "emi", "finn", "gus", "hana", "ines", "jun", "kai", "lena", "mio", "nils", "olga",
        "pia", "quin", "rosa", "sam", "taro", "uma", "vito", "wen", "yuki",
    ]

    static let surnames = ["brook", "field", "ford", "lake", "marsh", "mori", "sawa", "stone", "wells", "yama"]

    static let organizations = [
        "brook-labs", "cascade-tools", "delta-works", "estuary", "fjord-systems", "gentle-rapids", "headwater",
        "lagoon-io", "meander-app", "open-weir", "spring-tide", "tributary",
    ]

    static let places = ["Kyoto", "Lisbon", "Nairobi", "Oslo", "Quito", "Tokyo", "Zürich"]

    static let adjectives = [
        "brave", "bright", "broad", "calm", "clear", "cold", "crisp", "deep", "eager", "even", "fair", "fast", "fine",
        "fresh", "gentle", "keen", "light", "mild", "neat", "open", "plain", "quick", "quiet", "rapid", "sharp",
        "small", "smooth", "still", "swift", "warm", "wide",
    ]

    static let nouns = [
        "adapter", "agent", "atlas", "binder", "bridge", "buffer", "cache", "canvas", "client", "clock", "compiler",
        "console", "cursor", "decoder", "editor", "engine", "fetcher", "filter", "gateway", "gauge", "graph", "index",
        "ledger", "logger", "mapper", "mirror", "parser", "player", "proxy", "queue", "reader", "router", "runner",
        "scheduler", "server", "signal", "socket", "stream", "tracer", "writer",
    ]

    static let purposes = [
        "audio on small devices", "binary formats", "command line tools", "distributed systems", "games",
        "large text files", "maps and routes", "reactive user interfaces", "scripts", "sensors", "static websites",
        "telemetry", "tests without luck", "typed HTTP clients",
    ]

    static let topics = [
        "async", "cli", "concurrency", "graphics", "http", "json", "networking", "parsing", "reactive", "streams",
        "testing", "tooling", "web",
    ]

    /// The more often, the more of it there is; nil for a repository of which no language was made out.
    static let languages: [String?] = [
        "Swift", "Swift", "Swift", "Python", "Python", "JavaScript", "JavaScript", "TypeScript", "Rust", "Go", "C",
        "C++", "C#", "Objective-C", "Kotlin", "Ruby", "Haskell", nil,
    ]

    /// The key, the name and the SPDX identifier; nil for none.
    static let licenses: [(key: String, name: String, spdx: String)?] = [
        ("mit", "MIT License", "MIT"), ("mit", "MIT License", "MIT"),
        ("apache-2.0", "Apache License 2.0", "Apache-2.0"),
        ("bsd-3-clause", "BSD 3-Clause License", "BSD-3-Clause"), ("other", "Other", "NOASSERTION"), nil,
    ]

    static let problems = [
        "Crash", "Deadlock", "Leak", "Wrong result", "Slow start", "Missing documentation", "Flaky test",
        "Build failure",
    ]

    static let occasions = [
        "on an empty input", "after a reconnect", "with non-ASCII names", "under load", "on the second run", "on Linux",
        "when cancelled early", "behind a proxy",
    ]

    /// The name, and the colour.
    static let labels = [
        ("bug", "d73a4a"), ("documentation", "0075ca"), ("enhancement", "a2eeef"), ("good first issue", "7057ff"),
    ]
}
