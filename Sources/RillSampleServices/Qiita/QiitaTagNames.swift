/// The names of the sample tags.
enum QiitaTagNames {
    /// The names in descending order of use.
    ///
    /// Names can contain spaces, but no commas.
    static let mostUsedFirst = names.split(separator: ", ").map(String.init)

    private static let names = """
        Python, JavaScript, AWS, Ruby, Rails, 初心者, Docker, PHP, Swift, iOS, Java, Linux, Git, TypeScript, React, \
        Node.js, Vue.js, Go, 機械学習, Android, C#, C++, Laravel, GitHub, Mac, Unity, MySQL, Windows, CSS, HTML, \
        Kubernetes, Azure, Ubuntu, 未経験エンジニア, 生成AI, Rust, Kotlin, SQL, Next.js, Xcode, PostgreSQL, VSCode, .NET, ポエム, \
        DeepLearning, Bash, Vim, C, Terraform, Firebase, Flutter, jQuery, ChatGPT, Django, RaspberryPi, 数学, R, \
        Slack, Scala, lambda, CentOS, WordPress, Oracle, Excel, アルゴリズム, VBA, PowerShell, Elasticsearch, Angular, \
        nginx, Haskell, Redis, SwiftUI, Objective-C, TensorFlow, PyTorch, 自然言語処理, GoogleAppsScript, BigQuery, \
        GoogleCloudPlatform, Ansible, Emacs, Elixir, Spring, spring-boot, GraphQL, MongoDB, Heroku, Jenkins, \
        CircleCI, GitHubActions, npm, webpack, Sass, Nuxt.js, AtCoder, 競技プログラミング, データ分析, 統計学, pandas, numpy, \
        matplotlib, JupyterNotebook, OpenCV, 画像処理, 強化学習, LLM, OpenAI, langchain, rag, プロンプトエンジニアリング, セキュリティ, CTF, \
        脆弱性, ネットワーク, TCP/IP, HTTP, SSH, SSL, OAuth, JWT, REST-API, gRPC, OpenAPI, Swagger, Postman, curl, \
        ShellScript, Zsh, tmux, WSL, WSL2, Homebrew, macOS, Apple, watchOS, visionOS, ARKit, CoreML, RxSwift, \
        Combine, Concurrency, Alamofire, APIKit, CocoaPods, Carthage, SwiftPM, Vapor, LinuxカーネルとC, 設計, アーキテクチャ, \
        ドメイン駆動設計, クリーンアーキテクチャ, オブジェクト指向, デザインパターン, 関数型プログラミング, リファクタリング, テスト, TDD, RSpec, JUnit, XCTest, Jest, \
        Playwright, Selenium, E2Eテスト, アジャイル, スクラム, プロジェクト管理, マネジメント, 転職, 資格, 基本情報技術者試験, 応用情報技術者試験, G検定, AWS認定試験, \
        勉強会, 新人プログラマ応援, 新卒エンジニア, 個人開発, 駆け出しエンジニア, リモートワーク, 英語, 日本語 タグ, 文字コード, 正規表現, Unicode, 絵文字😀, Markdown, Qiita, \
        QiitaAPI, はてなブログ, Zenn, Notion, Figma, デザイン, UI, UX, アクセシビリティ, Three.js, WebGL, WebAssembly, WebRTC, \
        WebSocket, PWA, ServiceWorker, Svelte, SolidJS, Astro, Deno, Bun, Vite, ESLint, Prettier, TailwindCSS, \
        Bootstrap, Material-UI, Storybook, Redux, RxJS, Prisma, Supabase, Cloudflare, Vercel, Netlify, S3, EC2, ECS, \
        Fargate, CloudFormation, CDK, IAM, DynamoDB, RDS, Athena, Snowflake, dbt, Airflow, Databricks, Spark, \
        Hadoop, Kafka, RabbitMQ, Prometheus, Grafana, Datadog, OpenTelemetry, Zabbix, Helm, Istio, ArgoCD, Podman, \
        LXC, VirtualBox, Vagrant, ConoHa, さくらのクラウド, OpenStack, F#, Visual Basic 6.0, Q#, Julia, Nim, Zig, Crystal, \
        D言語, COBOL, Fortran, Lisp, Clojure, OCaml, Erlang, Prolog, Perl, Lua, MATLAB, Arduino, ESP32, M5Stack, IoT, \
        ROS2, 電子工作, 量子コンピュータ, ブロックチェーン, Solidity, 新しいタグ
        """
}
