extension HTTP2Peer {
    /// Returns an nginx configuration for a single foreground process without buffering, logging or files outside its
    /// folder.
    ///
    /// Without an identity, the server does not use TLS.
    static func configuration(
        _ port: UInt16, _ identity: TestCertificates.Identity?, upstream: String, requestsPerConnection: Int
    ) -> String {
        let tls = identity.map {
            "ssl_certificate \"\($0.certificateFile)\"; ssl_certificate_key \"\($0.keyFile)\";"
        }
        let early = [200, 401, 403, 413].map { "location = /early/\($0) { return \($0) \"early\"; }" }
        return """
            daemon off;
            master_process off;
            pid nginx.pid;
            error_log error.log error;
            events { worker_connections 1000; }
            http {
                access_log off;
                client_body_temp_path temporary;
                proxy_temp_path temporary;
                fastcgi_temp_path temporary;
                uwsgi_temp_path temporary;
                scgi_temp_path temporary;
                client_max_body_size 0;
                keepalive_requests \(requestsPerConnection);
                server {
                    listen 127.0.0.1:\(port) \(identity == nil ? "" : "ssl ")http2;
                    http2_max_concurrent_streams 256;
                    \(tls ?? "")
                    \(early.joined(separator: "\n                "))
                    location / {
                        proxy_pass http://\(upstream);
                        proxy_http_version 1.1;
                        proxy_buffering off;
                        proxy_buffer_size 64k;
                        proxy_buffers 4 64k;
                        proxy_busy_buffers_size 64k;
                        proxy_request_buffering off;
                        proxy_read_timeout 1h;
                        proxy_redirect off;
                        proxy_set_header Host $http_host;
                        proxy_set_header X-Protocol $server_protocol;
                        add_header X-Protocol $server_protocol always;
                        add_header X-Connection $connection always;
                    }
                }
            }

            """
    }
}
