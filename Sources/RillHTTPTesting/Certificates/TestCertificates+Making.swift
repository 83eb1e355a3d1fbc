#if os(Linux) || os(macOS)
    internal import Foundation

    extension TestCertificates {
        /// Creates all certificates, and deletes them when the process exits.
        static func make() throws(MissingPrerequisite) -> TestCertificates {
            let tool = try SystemTool("openssl")
            do {
                let folder = try TemporaryFolder()
                folderOfProcess.update { $0 = folder }
                atexit { folderOfProcess.read { $0 }?.remove() }
                return try make(in: folder, with: tool)
            } catch {
                throw MissingPrerequisite("cannot create test certificates: \(error)")
            }
        }

        /// Creates all certificates in a folder.
        private static func make(in folder: TemporaryFolder, with tool: SystemTool) throws -> TestCertificates {
            let certificates = TestCertificates(folder: folder.path)
            try folder.write(configuration.utf8, to: "openssl.cnf")
            try folder.write("".utf8, to: "index.txt")
            try folder.write("1000\n".utf8, to: "serial")

            func openssl(_ line: String, _ more: String...) throws {
                try tool.run(line.split(separator: " ").map(String.init) + more, in: folder.path)
            }
            // Generating an elliptic curve key takes a few milliseconds. An RSA key would take up to a second.
            let newKey = "-config openssl.cnf -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
            for (name, extensions) in [("authority", "authority"), ("self", "server")] {
                try openssl(
                    "req -x509 \(newKey) -extensions \(extensions) -days 3650 -keyout \(name).key -out \(name).pem",
                    "-subj", "/CN=Rill test \(name)")
            }
            let past = "-startdate 20200101000000Z -enddate 20200102000000Z"
            let signed = [
                ("server", "server", ""), ("other", "other", ""), ("expired", "server", past), ("client", "client", ""),
            ]
            for (name, extensions, time) in signed {
                try openssl(
                    "req -new \(newKey) -keyout \(name).key -out \(name).csr", "-subj", "/CN=Rill test \(name)")
                // Only the `ca` command supports a start date in the past in all openssl versions.
                try openssl(
                    "ca -batch -notext -config openssl.cnf -extensions \(extensions) -days 3650 \(time) "
                        + "-cert authority.pem -keyfile authority.key -in \(name).csr -out \(name).pem")
            }
            try openssl(
                "pkcs8 -topk8 -v2 aes-256-cbc -in client.key -out encrypted.key -passout",
                "pass:\(certificates.passphrase)")
            return certificates
        }

        /// Returns the hash of a certificate's public key in the format of `TransportOptions.pinnedPublicKeys`.
        package func publicKeyHash(of identity: Identity) throws -> String {
            let command = """
                openssl x509 -noout -pubkey -in "$0" | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary |
                openssl base64
                """
            let hash = try SystemTool("sh").run(["-c", command, identity.certificateFile]).dropLast()
            guard Data(base64Encoded: String(hash))?.count == 32 else {
                throw SystemTool.Failure(description: "cannot hash the public key: \(hash)")
            }
            return "sha256//" + hash
        }

        private static let configuration = """
            [req]
            distinguished_name = name
            prompt = no
            [name]
            CN = Rill test
            [authority]
            basicConstraints = critical, CA:TRUE
            keyUsage = critical, keyCertSign, cRLSign
            subjectKeyIdentifier = hash
            [server]
            basicConstraints = critical, CA:FALSE
            keyUsage = critical, digitalSignature
            extendedKeyUsage = serverAuth
            subjectAltName = IP:127.0.0.1, DNS:localhost
            [other]
            basicConstraints = critical, CA:FALSE
            keyUsage = critical, digitalSignature
            extendedKeyUsage = serverAuth
            subjectAltName = DNS:elsewhere.example
            [client]
            basicConstraints = critical, CA:FALSE
            keyUsage = critical, digitalSignature
            extendedKeyUsage = clientAuth
            [ca]
            default_ca = default
            [default]
            database = index.txt
            serial = serial
            new_certs_dir = .
            default_md = sha256
            policy = any
            unique_subject = no
            [any]
            commonName = supplied

            """
    }

    /// The folder of the certificates.
    ///
    /// A global variable, because an `atexit` handler cannot capture values.
    private let folderOfProcess = Monitor<TemporaryFolder?>(nil)
#else
    extension TestCertificates {
        static func make() throws(MissingPrerequisite) -> TestCertificates {
            throw MissingPrerequisite("cannot create test certificates: openssl cannot run on this platform")
        }

        package func publicKeyHash(of identity: Identity) throws -> String {
            throw MissingPrerequisite("openssl cannot run on this platform")
        }
    }
#endif
