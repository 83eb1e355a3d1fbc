/// A HAR file in the format exported by Firefox's developer tools, with fictional data.
let firefoxFile = #"""
    {
      "log": {
        "version": "1.2",
        "creator": { "name": "Firefox", "version": "128.0" },
        "browser": { "name": "Firefox", "version": "128.0" },
        "pages": [
          { "id": "page_1", "pageTimings": { "onContentLoad": 210, "onLoad": 350 }, "startedDateTime": "2026-03-01T11:15:02.118+02:00", "title": "Wetter" }
        ],
        "entries": [
          {
            "startedDateTime": "2026-03-01T11:15:02.118+02:00",
            "request": {
              "bodySize": 22,
              "method": "POST",
              "url": "https://wetter.example/suche",
              "httpVersion": "HTTP/2",
              "headers": [
                { "name": "Host", "value": "wetter.example" },
                { "name": "Content-Type", "value": "application/x-www-form-urlencoded" }
              ],
              "cookies": [],
              "queryString": [],
              "headersSize": 402,
              "postData": {
                "mimeType": "application/x-www-form-urlencoded",
                "params": [ { "name": "ort", "value": "Köln Süd" }, { "name": "tage", "value": "3" } ]
              }
            },
            "response": {
              "status": 200,
              "statusText": "OK",
              "httpVersion": "HTTP/2",
              "headers": [
                { "name": "content-type", "value": "text/html; charset=ISO-8859-1; x=y" },
                { "name": "content-encoding", "value": "gzip" },
                { "name": "content-length", "value": "812" }
              ],
              "cookies": [],
              "content": { "mimeType": "text/html; charset=ISO-8859-1", "size": 20, "text": "<p>Köln: 9 °C</p>" },
              "redirectURL": "",
              "headersSize": 300,
              "bodySize": 812
            },
            "cache": {},
            "timings": { "blocked": 0, "dns": 10, "connect": 20, "ssl": 15, "send": 0, "wait": 60, "receive": 10 },
            "time": 115,
            "_securityState": "secure",
            "serverIPAddress": "192.0.2.20",
            "connection": "443",
            "pageref": "page_1"
          },
          {
            "startedDateTime": "2026-03-01T11:15:03.000+02:00",
            "request": {
              "bodySize": 0, "method": "GET", "url": "https://wetter.example/karte.png", "httpVersion": "HTTP/1.1", "headers": [],
              "cookies": [], "queryString": [], "headersSize": 0
            },
            "response": {
              "status": 0, "statusText": "", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [],
              "content": { "mimeType": "text/plain", "size": 0, "text": "" }, "redirectURL": "", "headersSize": 0, "bodySize": -1
            },
            "cache": {},
            "timings": {},
            "time": 0,
            "pageref": "page_1"
          },
          {
            "startedDateTime": "2026-03-01T11:15:04.000+02:00",
            "request": {
              "bodySize": 0, "method": "GET", "url": "https://wetter.example/alt", "httpVersion": "HTTP/2", "headers": [],
              "cookies": [], "queryString": [], "headersSize": 0
            },
            "response": {
              "status": 301, "statusText": "Moved Permanently", "httpVersion": "HTTP/2",
              "headers": [ { "name": "location", "value": "/neu" } ], "cookies": [],
              "content": { "mimeType": "text/html", "size": 162 }, "redirectURL": "/neu", "headersSize": 0, "bodySize": 0
            },
            "cache": {},
            "timings": { "blocked": 0, "send": 0, "wait": 5, "receive": 0 },
            "time": 5,
            "pageref": "page_1"
          }
        ]
      }
    }
    """#
