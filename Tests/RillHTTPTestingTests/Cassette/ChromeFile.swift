/// A HAR file in the format exported by Chrome's developer tools, with fictional data.
let chromeFile = #"""
    {
      "log": {
        "version": "1.2",
        "creator": { "name": "WebInspector", "version": "537.36" },
        "pages": [
          {
            "startedDateTime": "2026-03-01T09:15:02.118Z",
            "id": "page_1",
            "title": "https://shop.example/",
            "pageTimings": { "onContentLoad": 412.33, "onLoad": 701.9 }
          }
        ],
        "entries": [
          {
            "_connectionId": "812",
            "_initiator": { "type": "parser", "url": "https://shop.example/", "lineNumber": 12 },
            "_priority": "High",
            "_resourceType": "fetch",
            "cache": {},
            "connection": "443",
            "pageref": "page_1",
            "request": {
              "method": "GET",
              "url": "https://shop.example/api/items?q=green+tea&page=1",
              "httpVersion": "http/2.0",
              "headers": [
                { "name": ":authority", "value": "shop.example" },
                { "name": ":method", "value": "GET" },
                { "name": "accept", "value": "application/json" },
                { "name": "cookie", "value": "sid=7c1d" }
              ],
              "queryString": [ { "name": "q", "value": "green+tea" }, { "name": "page", "value": "1" } ],
              "cookies": [
                { "name": "sid", "value": "7c1d", "path": "/", "domain": "shop.example", "expires": "2026-04-01T00:00:00.000Z", "httpOnly": true, "secure": true, "sameSite": "Lax" }
              ],
              "headersSize": -1,
              "bodySize": 0
            },
            "response": {
              "status": 200,
              "statusText": "",
              "httpVersion": "http/2.0",
              "headers": [
                { "name": ":status", "value": "200" },
                { "name": "content-encoding", "value": "br" },
                { "name": "content-length", "value": "31" },
                { "name": "content-type", "value": "application/json; charset=utf-8" },
                { "name": "set-cookie", "value": "a=1; path=/\nb=2; path=/" }
              ],
              "cookies": [],
              "content": { "size": 4711, "mimeType": "application/json", "compression": 22, "text": "[{\"id\":1,\"name\":\"煎茶\"}]" },
              "redirectURL": "",
              "headersSize": -1,
              "bodySize": -1,
              "_transferSize": 212,
              "_error": null,
              "_fetchedViaServiceWorker": false
            },
            "serverIPAddress": "192.0.2.10",
            "startedDateTime": "2026-03-01T09:15:02.530Z",
            "time": 150.5,
            "timings": { "blocked": 1.2, "dns": -1, "ssl": -1, "connect": -1, "send": 0.3, "wait": 99, "receive": 50, "_blocked_queueing": 0.9 }
          },
          {
            "_initiator": { "type": "script" },
            "cache": {},
            "request": {
              "method": "POST",
              "url": "https://shop.example/api/cart",
              "httpVersion": "http/2.0",
              "headers": [ { "name": "content-type", "value": "application/json" } ],
              "queryString": [],
              "cookies": [],
              "headersSize": -1,
              "bodySize": 17,
              "postData": { "mimeType": "application/json", "text": "{\"id\":1,\"count\":2}" }
            },
            "response": {
              "status": 201,
              "statusText": "Created",
              "httpVersion": "http/2.0",
              "headers": [ { "name": "transfer-encoding", "value": "chunked" }, { "name": "content-type", "value": "image/gif" } ],
              "cookies": [],
              "content": { "size": 6, "mimeType": "image/gif", "text": "R0lGODlh", "encoding": "base64" },
              "redirectURL": "",
              "headersSize": -1,
              "bodySize": -1,
              "_transferSize": 96
            },
            "startedDateTime": "2026-03-01T09:15:04.001Z",
            "time": 31.7,
            "timings": { "blocked": 1, "send": 0.2, "wait": 30, "receive": 0.5 }
          },
          {
            "_resourceType": "script",
            "cache": {},
            "request": {
              "method": "GET", "url": "https://ads.example/pixel.js", "httpVersion": "", "headers": [], "queryString": [],
              "cookies": [], "headersSize": -1, "bodySize": 0
            },
            "response": {
              "status": 0, "statusText": "", "httpVersion": "", "headers": [], "cookies": [],
              "content": { "size": 0, "mimeType": "x-unknown" },
              "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 0,
              "_error": "net::ERR_NAME_NOT_RESOLVED"
            },
            "startedDateTime": "2026-03-01T09:15:04.400Z",
            "time": 3.1,
            "timings": { "blocked": 3.1, "send": 0, "wait": 0, "receive": 0 }
          },
          {
            "cache": {},
            "request": {
              "method": "GET", "url": "https://shop.example/big.json", "httpVersion": "h3", "headers": [], "queryString": [],
              "cookies": [], "headersSize": -1, "bodySize": 0
            },
            "response": {
              "status": 200, "statusText": "", "httpVersion": "h3", "headers": [], "cookies": [],
              "content": { "size": 99999999, "mimeType": "application/json" },
              "redirectURL": "", "headersSize": -1, "bodySize": -1
            },
            "startedDateTime": "2026-03-01T09:15:05.000Z",
            "time": 900,
            "timings": { "send": 0, "wait": 100, "receive": 800 }
          }
        ]
      }
    }
    """#
