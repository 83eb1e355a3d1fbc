/// The words of the generated names and descriptions.
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
        "telemetry", "deterministic tests", "typed HTTP clients",
    ]

    static let topics = [
        "async", "cli", "concurrency", "graphics", "http", "json", "networking", "parsing", "reactive", "streams",
        "testing", "tooling", "web",
    ]

    /// The programming languages, repeated in proportion to their frequency, or `nil` for unknown.
    static let languages: [String?] = [
        "Swift", "Swift", "Swift", "Python", "Python", "JavaScript", "JavaScript", "TypeScript", "Rust", "Go", "C",
        "C++", "C#", "Objective-C", "Kotlin", "Ruby", "Haskell", nil,
    ]

    /// The licenses with key, name, and SPDX identifier, or `nil` for no license.
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
        "when canceled early", "behind a proxy",
    ]

    /// The labels with name and color.
    static let labels = [
        ("bug", "d73a4a"), ("documentation", "0075ca"), ("enhancement", "a2eeef"), ("good first issue", "7057ff"),
    ]
}
