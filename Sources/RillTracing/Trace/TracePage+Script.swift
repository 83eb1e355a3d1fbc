extension TracePage {
    /// The script, which draws the events.
    ///
    /// It reads the events line by line, because the last line, and the end of the page, are missing if the recording was
    /// interrupted.
    static let script = #"""
        <script>
        'use strict';
        const phases = ['queue', 'name resolution', 'connect', 'TLS', 'request', 'first byte', 'transfer'];
        const maximumMarks = 20000;
        const $ = id => document.getElementById(id);
        let total = 1, zoom = 1;

        /** Reads one event per line, and skips lines that are incomplete. */
        function read(text) {
          return text.split('\n').flatMap(line => {
            try { return JSON.parse(line.replace(/,\s*$/, '')); } catch { return []; /* A bracket, or an incomplete line. */ }
          });
        }

        function time(us) {
          const [value, unit] = us >= 1e6 ? [us / 1e6, 's'] : us >= 1e3 ? [us / 1e3, 'ms'] : [us, 'µs'];
          return `${+value.toFixed(3)} ${unit}`;
        }

        function element(name, className, textContent = '') {
          return Object.assign(document.createElement(name), { className, textContent });
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

        function drawExchange(exchange, attempts, width) {
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
          const text = `${error ?? status ?? outcome ?? ''} · ${time(exchange.dur)}`, note = element('span', 'note', text);
          const start = exchange.ts / total, end = (exchange.ts + exchange.dur) / total;
          // After the bar, or before it, or on it if there is no room. A character of the note is less than 8 pixels wide.
          const room = (8 * text.length + 12) / width, isAfter = 1 - end > room, isBefore = !isAfter && start > room;
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
          // An exchange is written when it ends, but its attempts are written before.
          const ended = new Set(exchanges.map(exchange => exchange.args.id));
          for (const [id, list] of attempts) {
            const { ts, args } = list[0].attempt, end = list.at(-1).attempt, dur = end.ts + end.dur - ts;
            if (!ended.has(id)) exchanges.push({ name: `active ${args.url}`, ts, dur, args: { id, outcome: 'active' } });
          }
          const isWork = tid => slices.get(tid)?.[0].cat === 'work';
          const streams = [...names.keys()].filter(tid => !isWork(tid) && (slices.has(tid) || marks.has(tid)));
          const queues = [...names.keys()].filter(isWork);
          const heading = (text, list) => { if (list.length) $('plot').append(element('h2', '', text)); };
          // Reading the width after each added row would force a layout each time.
          const { width } = lanes();
          let left = maximumMarks, isCut = false;
          const limited = (list, count) => {
            isCut ||= list.length > count;
            return list.slice(0, count);
          };

          heading('Exchanges', exchanges);
          exchanges.sort((a, b) => a.ts - b.ts);
          for (const exchange of limited(exchanges, maximumMarks / 10)) {
            drawExchange(exchange, attempts.get(exchange.args.id) ?? [], width);
          }
          heading('Streams', streams);
          for (const tid of streams) {
            isCut ||= left <= 0;
            if (left <= 0) break;
            const own = [], checkpoints = new Map(), all = slices.get(tid) ?? [], shown = limited(marks.get(tid) ?? [], left);
            for (const event of shown) {
              if (event.cat.startsWith('checkpoint')) add(checkpoints, event.name, event); else own.push(event);
            }
            for (const { ts, dur, name, args } of all) {
              omitted += args.omittedEvents ?? 0;
              // The end of a stream with too many events may have no mark of its own.
              const cat = args.omittedEvents && { completed: 'completed', failed: 'error' }[args.outcome];
              if (cat && !own.some(event => event.cat === cat)) own.push({ name, cat, args, ts: ts + dur });
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
            for (const slice of limited(slices.get(tid), Math.max(left, 100))) bar(slice, lane, 'work');
            left -= slices.get(tid).length;
          }
          const count = (list, name) => `${list.length} ${name}${list.length === 1 ? '' : 's'}`;
          $('summary').textContent = `${count(exchanges, 'exchange')}, ${count(streams, 'stream')}, ${time(total)}`
            + (omitted ? `, ${count({ length: omitted }, 'event')} omitted` : '') + (isCut ? ' (not everything is drawn; open the trace in Perfetto)' : '');
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
          const cancel = () => {
            range?.remove();
            range = undefined;
          };
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
            if (event.button || event.pointerType === 'touch' || x(event) < lanes().offset || x(event) > view.clientWidth) return;
            cancel();
            first = x(event);
            range = element('div', '');
            range.id = 'range';
          });
          view.addEventListener('pointermove', event => {
            // The button may have been released outside of the window.
            if (!(event.buttons & 1)) cancel();
            if (!range || Math.abs(x(event) - first) < 4) return;
            view.setPointerCapture(event.pointerId);
            $('plot').append(range);
            range.style.left = `${view.scrollLeft + Math.min(first, x(event))}px`;
            range.style.width = `${Math.abs(x(event) - first)}px`;
          });
          view.addEventListener('pointerup', event => {
            if (!range) return;
            const length = Math.abs(x(event) - first), from = Math.min(first, x(event)), { width, offset } = lanes();
            cancel();
            if (length < 4) return;
            const part = (view.scrollLeft + from - offset) / width;
            zoomTo(zoom * (view.clientWidth - offset) / length);
            view.scrollLeft = part * lanes().width;
          });
          view.addEventListener('pointercancel', cancel);
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

        """#
}
