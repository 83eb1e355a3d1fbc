/// The parts of an HTML page before and after the events of a trace.
///
/// The page loads nothing. Its script reads the events line by line, because the last line, and the end of the page, are missing
/// if the recording was interrupted.
enum TracePage {
    static let start = #"""
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
        <script>
        'use strict';
        const phases = ['queue', 'name resolution', 'connect', 'TLS', 'request', 'first byte', 'transfer'];
        const maximumMarks = 20000;
        const $ = id => document.getElementById(id);
        let total = 1, zoom = 1;

        /** Reads one event per line, and skips lines that are incomplete. */
        function read(text) {
          const events = [];
          for (const line of text.split('\n')) {
            try { events.push(JSON.parse(line.replace(/,\s*$/, ''))); } catch { /* A bracket, or an incomplete line. */ }
          }
          return events;
        }

        function time(us) {
          const [value, unit] = us >= 1e6 ? [us / 1e6, 's'] : us >= 1e3 ? [us / 1e3, 'ms'] : [us, 'µs'];
          return `${+value.toFixed(3)} ${unit}`;
        }

        function element(name, className, text) {
          const made = document.createElement(name);
          made.className = className;
          if (text !== undefined) made.textContent = text;
          return made;
        }

        function describe(event) {
          const lines = [event.name, `at ${time(event.ts)}`];
          if (event.dur !== undefined) lines.push(`duration ${time(event.dur)}`);
          for (const [key, value] of Object.entries(event.args ?? {})) lines.push(`${key}: ${value}`);
          return lines.join('\n');
        }

        function row(name, title) {
          const made = element('div', 'row'), label = element('span', 'label', name), lane = element('div', 'lane');
          label.title = title ?? name;
          made.append(label, lane);
          $('plot').append(made);
          return lane;
        }

        function place(mark, event, lane) {
          mark.style.left = `${100 * event.ts / total}%`;
          if (event.dur !== undefined) mark.style.width = `${100 * event.dur / total}%`;
          mark.title = describe(event);
          lane.append(mark);
          return mark;
        }

        const bar = (event, lane, className) => place(element('b', className), event, lane);

        /** Draws the marks of a stream, or of a checkpoint in it. */
        function drawStream(lane, slices, marks) {
          for (const slice of slices) bar(slice, lane, slice.cat);
          for (const event of marks) place(element('s', event.cat.replace(',', ' ')), event, lane);
        }

        function drawExchange(exchange, attempts) {
          const name = exchange.name.replace(/:\/\/[^/]*/, '').replace(/^(\w+) https?/, '$1 ');
          const lane = row(name, exchange.name);
          bar(exchange, lane, exchange.args?.outcome === 'failed' ? 'exchange failed' : 'exchange');
          for (const { attempt, parts } of attempts) {
            bar(attempt, lane, attempt.args?.failure || attempt.args?.status >= 400 ? 'attempt failed' : 'attempt');
            for (const part of parts) {
              bar(part, lane, 'phase').style.setProperty('--c', `var(--p${phases.indexOf(part.name)})`);
            }
          }
          const { status, error, outcome } = exchange.args ?? {};
          const note = element('span', 'note', `${error ?? status ?? outcome ?? ''} · ${time(exchange.dur)}`);
          const start = exchange.ts / total, end = (exchange.ts + exchange.dur) / total;
          // After the bar, or before it, or on it if there is no room.
          const room = 130 / lanes().width, isAfter = 1 - end > room, isBefore = !isAfter && start > room;
          note.style.left = `${100 * (isBefore ? start : end)}%`;
          if (!isAfter) note.style.translate = '-100% 0';
          if (!isAfter && !isBefore) note.classList.add('over');
          lane.append(note);
        }

        function draw(events) {
          const names = new Map(), attempts = new Map(), marks = new Map(), slices = new Map(), exchanges = [];
          const add = (map, key, value) => map.has(key) ? map.get(key).push(value) : map.set(key, [value]);
          let last, omitted = 0;
          for (const event of events) {
            if (event.ph === 'M') {
              if (event.name === 'thread_name') names.set(event.tid, event.args.name);
              continue;
            }
            total = Math.max(total, event.ts + (event.dur ?? 0));
            if (event.cat === 'exchange') exchanges.push(event);
            else if (event.cat === 'attempt') add(attempts, event.args.id, last = { attempt: event, parts: [] });
            else if (event.cat === 'phase') last?.parts.push(event);
            else if (event.cat === 'omitted') omitted = event.args.count;
            else if (event.ph === 'X') add(slices, event.tid, event);
            else if (event.ph === 'i' || event.ph === 'C') add(marks, event.tid, event);
          }
          const isWork = tid => slices.get(tid)?.[0].cat === 'work';
          const streams = [...names.keys()].filter(tid => !isWork(tid) && (slices.has(tid) || marks.has(tid)));
          const queues = [...names.keys()].filter(isWork);
          const heading = (text, list) => { if (list.length) $('plot').append(element('h2', '', text)); };
          let left = maximumMarks;

          heading('Exchanges', exchanges);
          exchanges.sort((a, b) => a.ts - b.ts);
          for (const exchange of exchanges.slice(0, left / 10)) drawExchange(exchange, attempts.get(exchange.args.id) ?? []);
          heading('Streams', streams);
          for (const tid of streams) {
            if (left <= 0) break;
            const own = [], checkpoints = new Map(), all = slices.get(tid) ?? [], shown = (marks.get(tid) ?? []).slice(0, left);
            for (const event of shown) {
              if (event.cat.startsWith('checkpoint')) add(checkpoints, event.name, event); else own.push(event);
            }
            for (const { ts, dur, name, args } of all) {
              omitted += args.omittedEvents ?? 0;
              // The end of a stream with too many events has no mark of its own.
              const cat = args.omittedEvents && { completed: 'completed', failed: 'error' }[args.outcome];
              if (cat) own.push({ name, cat, args, ts: ts + dur });
            }
            drawStream(row(names.get(tid), all.map(describe).join('\n')), all, own);
            for (const [name, events] of checkpoints) {
              const lane = row(name);
              lane.parentNode.classList.add('checkpoints');
              drawStream(lane, all, events);
            }
            left -= shown.length + 1;
          }
          heading('Schedulers', queues);
          for (const tid of queues) {
            const lane = row(names.get(tid));
            for (const slice of slices.get(tid).slice(0, Math.max(left, 100))) bar(slice, lane, 'work');
            left -= slices.get(tid).length;
          }
          const count = (list, name) => `${list.length} ${name}${list.length === 1 ? '' : 's'}`;
          $('summary').textContent = `${count(exchanges, 'exchange')}, ${count(streams, 'stream')}, ${time(total)}`
            + (omitted ? `, ${count({ length: omitted }, 'event')} omitted` : '') + (left <= 0 ? ' (not everything is drawn; open the trace in Perfetto)' : '');
        }

        /** The width of the lanes, and the offset of the first one. */
        function lanes() {
          const lane = $('axis').lastElementChild;
          return { width: lane.clientWidth, offset: lane.offsetLeft };
        }

        function drawAxis() {
          const axis = $('axis').lastElementChild, view = $('view'), { width, offset } = lanes();
          const from = total * view.scrollLeft / width, to = total * (view.scrollLeft + view.clientWidth - offset) / width;
          const raw = (to - from) / Math.max(1, (view.clientWidth - offset) / 80), power = 10 ** Math.floor(Math.log10(raw));
          const step = [1, 2, 5, 10].find(factor => factor * power >= raw) * power;
          axis.replaceChildren();
          for (let tick = Math.ceil(from / step) * step; tick <= Math.min(to, total); tick += step) {
            const mark = element('i', '', time(tick));
            mark.style.left = `${100 * tick / total}%`;
            axis.append(mark);
          }
        }

        /** Zooms so that the time under the position of the view, in pixels from its left, remains there. */
        function zoomTo(value, position = ($('view').clientWidth + lanes().offset) / 2) {
          const view = $('view'), before = lanes();
          const part = (view.scrollLeft + position - before.offset) / before.width;
          zoom = Math.min(Math.max(value, 1), 10000);
          document.documentElement.style.setProperty('--zoom', zoom);
          const after = lanes();
          view.scrollLeft = part * after.width + after.offset - position;
          drawAxis();
        }

        function listen() {
          const view = $('view');
          let range, first;
          const x = event => event.clientX - view.getBoundingClientRect().left;
          $('in').onclick = () => zoomTo(zoom * 1.5);
          $('out').onclick = () => zoomTo(zoom / 1.5);
          $('fit').onclick = () => zoomTo(1);
          view.addEventListener('keydown', event => {
            const factor = { '+': 1.5, '=': 1.5, '-': 1 / 1.5, '0': 0 }[event.key];
            if (factor === undefined || event.ctrlKey || event.metaKey) return;
            zoomTo(zoom * factor);
            event.preventDefault();
          });
          view.addEventListener('wheel', event => {
            if (!event.ctrlKey && !event.metaKey) return;
            zoomTo(zoom * Math.exp(-event.deltaY / 200), x(event));
            event.preventDefault();
          }, { passive: false });
          view.addEventListener('pointerdown', event => {
            if (event.button || event.pointerType === 'touch' || x(event) < lanes().offset || event.offsetX > view.clientWidth) return;
            first = x(event);
            range = element('div', '');
            range.id = 'range';
          });
          view.addEventListener('pointermove', event => {
            if (!range || Math.abs(x(event) - first) < 4) return;
            view.setPointerCapture(event.pointerId);
            $('plot').append(range);
            range.style.left = `${view.scrollLeft + Math.min(first, x(event))}px`;
            range.style.width = `${Math.abs(x(event) - first)}px`;
          });
          view.addEventListener('pointerup', event => {
            if (!range) return;
            const length = Math.abs(x(event) - first), from = Math.min(first, x(event)), { width, offset } = lanes();
            range.remove();
            range = undefined;
            if (length < 4) return;
            const part = (view.scrollLeft + from - offset) / width;
            zoomTo(zoom * (view.clientWidth - offset) / length);
            view.scrollLeft = part * lanes().width;
          });
          view.addEventListener('scroll', drawAxis);
          addEventListener('resize', drawAxis);
        }

        addEventListener('DOMContentLoaded', () => {
          phases.forEach((name, index) => {
            const key = element('span', 'key', name);
            key.style.setProperty('--c', `var(--p${index})`);
            $('keys').append(key);
          });
          draw(read($('events').textContent));
          listen();
          drawAxis();
          $('view').focus();
        });
        </script>
        <script type="application/json" id="events">

        """#

    static let end = "</script>\n</html>\n"
}
