/// The parts of an HTML page before and after the events of a trace.
///
/// The page does not load any other resources.
enum TracePage {
    static let start = head + script + "<script type=\"application/json\" id=\"events\">\n"

    static let end = "</script>\n</html>\n"

    private static let head = #"""
        <!DOCTYPE html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy"
          content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
        <title>Timeline</title>
        <style>
        :root {
          color-scheme: light dark; --label: min(19rem, 34vw); --zoom: 1;
          --back: #fff; --text: #1d1d1f; --quiet: #6e6e73; --line: #e3e3e8; --band: #f5f5f7; --bar: #c9d4e6; --work: #b9a5e0;
          --element: #0a66d0; --good: #1d7a3c; --bad: #d1242f; --retry: #b35900; --buffer: #8a6d00;
          --p0: #b0b0b8; --p1: #2aa198; --p2: #e08a1e; --p3: #8e5bd0; --p4: #d06a9c; --p5: #37a05a; --p6: #3b82d6;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --back: #161618; --text: #f0f0f3; --quiet: #9a9aa2; --line: #303036; --band: #1f1f23; --bar: #3a4a63;
            --work: #6f5aa8; --element: #5aa9ff; --good: #4cc476; --bad: #ff6b70; --retry: #ffa94d; --buffer: #e0c050;
            --p0: #66666e; --p1: #35b8ae; --p2: #f0a040; --p3: #a97df0; --p4: #e488b4; --p5: #50bd74; --p6: #5a9cf0;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0; height: 100vh; display: flex; flex-direction: column; background: var(--back); color: var(--text);
          font: 13px/1.4 system-ui, sans-serif;
        }
        header { display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: center; padding: .6rem 1rem; }
        h1 { font-size: 1.1rem; margin: 0; }
        header p { margin: 0; color: var(--quiet); }
        header p:last-child { flex-basis: 100%; display: flex; flex-wrap: wrap; gap: .1rem .9rem; }
        button { font: inherit; min-width: 2rem; }
        .key::before {
          content: ""; display: inline-block; width: .8em; height: .8em; margin-right: .35em; border-radius: 2px;
          background: var(--c); vertical-align: -.05em;
        }
        main { flex: 1; overflow: auto; border-top: 2px solid var(--line); position: relative; }
        main:focus-visible { outline: none; border-top-color: var(--element); }
        #plot { position: relative; overflow: clip; width: calc(var(--label) + (100% - var(--label) - 2rem) * var(--zoom) + 2rem); min-height: 100%; }
        .row, #axis { display: flex; height: 1.7rem; }
        .row:nth-child(even) .lane { background: var(--band); }
        .label, h2 {
          position: sticky; left: 0; width: var(--label); flex: none; z-index: 2; background: var(--back); margin: 0;
          padding: .2rem .6rem .2rem 1rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
        }
        h2 { font-size: 1em; padding-top: .9rem; }
        .label { border-right: 1px solid var(--line); }
        .checkpoints > .label { padding-left: 2.2rem; color: var(--quiet); }
        .lane { position: relative; flex: 1; margin-right: 2rem; }
        #axis { position: sticky; top: 0; z-index: 3; background: var(--back); color: var(--quiet); }
        #axis i { position: absolute; bottom: 0; padding-left: 3px; border-left: 1px solid var(--quiet); font-style: normal; white-space: nowrap; }
        .lane > b { position: absolute; min-width: 1px; border-radius: 2px; }
        .exchange { top: .75rem; height: .2rem; background: var(--bar); }
        .attempt { top: .35rem; height: 1rem; background: var(--bar); }
        .failed { outline: 2px solid var(--bad); }
        .phase { top: .35rem; height: 1rem; background: var(--c); }
        .subscription { top: .82rem; height: 2px; background: var(--quiet); }
        .work { top: .35rem; height: 1rem; background: var(--work); }
        .note { position: absolute; top: .25rem; padding: 0 .4rem; color: var(--quiet); white-space: nowrap; pointer-events: none; }
        .over { background: var(--back); opacity: .85; border-radius: 3px; }
        .lane > s { position: absolute; top: .5rem; margin-left: -.35rem; width: .7rem; height: .7rem; }
        .next { border-radius: 50%; background: var(--element); }
        .checkpoint.next { background: var(--back); border: 2px solid var(--element); }
        .completed { border-left: 2px solid var(--good); translate: .35rem 0; scale: 1 1.5; }
        .lane > .error { background: linear-gradient(45deg, transparent 42%, var(--bad) 42% 58%, transparent 58%),
          linear-gradient(-45deg, transparent 42%, var(--bad) 42% 58%, transparent 58%); }
        .retry { border: 2px solid var(--retry); border-radius: 50%; background: var(--back); }
        .buffer { background: var(--buffer); scale: .7; rotate: 45deg; }
        #range { position: absolute; top: 0; bottom: 0; z-index: 4; background: var(--element); opacity: .2; }
        </style>
        <header>
        <h1>Timeline</h1>
        <p id="summary"></p>
        <p><button id="in" aria-label="Zoom in">+</button> <button id="out" aria-label="Zoom out">−</button>
        <button id="fit">Fit</button></p>
        <p>Drag to zoom to a range, or use Ctrl and the wheel, or the keys + − 0 and the arrows.</p>
        <p id="keys"></p>
        </header>
        <main id="view" tabindex="0" aria-label="Timeline"><div id="plot"><div id="axis"><span class="label"></span><div class="lane"></div></div></div></main>

        """#
}
