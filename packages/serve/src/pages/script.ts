/**
 * What the pages do by themselves: the link's page posts its token, and an open page is renewed, part by part. A part whose form somebody
 * fills in, or whose text somebody selects, is left alone. Everything else works without a script.
 */
export const LIVE_SCRIPT = `
(() => {
  const main = document.querySelector("main[data-events]");
  if (document.getElementById("link")) {
    history.replaceState(null, "", "/");
    document.getElementById("link").submit();
  }
  if (!main) return;

  const isFilled = (field) =>
    field === document.activeElement || field.checked !== field.defaultChecked || field.value !== (field.defaultValue ?? field.value);
  const isBusy = (part) =>
    [...part.querySelectorAll("input,textarea")].some(isFilled) || (String(getSelection()) && part.contains(getSelection().anchorNode));
  const nameOf = (one) => one.getAttribute("href") || one.textContent;
  const known = new Map();
  const renew = (part, fresh) => {
    if (known.get(part.id) === fresh.outerHTML || isBusy(part)) return;
    known.set(part.id, fresh.outerHTML);
    const focus = part.contains(document.activeElement) && nameOf(document.activeElement);
    part.before(fresh);
    for (const [kind, state] of [["details", "open"], ["pre", "scrollTop"]]) {
      const before = part.querySelectorAll(kind);
      fresh.querySelectorAll(kind).forEach((one, at) => { if (before[at]) one[state] = before[at][state]; });
    }
    part.remove();
    if (focus) [...fresh.querySelectorAll("a,button,summary")].find((one) => nameOf(one) === focus)?.focus({ preventScroll: true });
  };
  const show = (fresh) => {
    const live = document.getElementById("live");
    const { said, title } = fresh.dataset;
    if (title) document.title = title + " · llmch";
    if (live.dataset.said !== said) document.getElementById("said").textContent = live.dataset.said = said;
    for (const part of [...fresh.children]) renew(document.getElementById(part.id), part);
    numberLines();
  };

  // How long it takes goes on without news.
  setInterval(() => {
    for (const one of document.querySelectorAll("time.since")) {
      const seconds = Math.max(0, Math.round((Date.now() - Date.parse(one.dateTime)) / 1000));
      one.textContent = (seconds < 60 ? "" : Math.floor(seconds / 60) + " min ") + (seconds % 60) + " s";
    }
  }, 1000);

  // Lines of the work that waits have numbers. Each opens a field below its line, whose words go with the decision.
  const numberLines = () => {
    for (const diff of document.querySelectorAll(".wait:has(form) pre.diff:not(.numbered)")) {
      diff.classList.add("numbered");
      let at = NaN;
      const lines = [...diff.childNodes].flatMap((node) => node.data?.split(/(?<=\\n)/) ?? [node]);
      diff.replaceChildren(...lines.map((line) => {
        const row = document.createElement("span");
        row.append(line);
        const text = row.textContent;
        if (/^@@|^…/.test(text)) at = Number(text.match(/^@@ .*?\\+(\\d+)/)?.[1] ?? NaN);
        else if (at >= 0 && !text.startsWith("\\\\")) {
          row.insertAdjacentHTML("afterbegin", '<button type="button" class="at" tabindex="-1" aria-label="Comment on line ' + at + '">' + at + "</button>");
          if (!text.startsWith("-")) at += 1;
        }
        return row;
      }));
      diff.querySelector(".at")?.removeAttribute("tabindex");
    }
  };
  addEventListener("click", ({ target }) => {
    if (!target.matches(".at")) return;
    const place = target.closest("details").querySelector("code").textContent + ":" + target.textContent;
    const field = target.parentElement.querySelector("textarea") ?? document.createElement("textarea");
    field.name = "on " + place;
    field.setAttribute("form", target.closest(".wait").querySelector("form").id);
    field.setAttribute("aria-label", "Comment on " + place);
    field.onblur = () => field.value.trim() || field.remove();
    target.parentElement.append(field);
    field.focus();
  });
  // One number of a file is in the order of tabs, and arrows lead to the others.
  addEventListener("keydown", (event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way || !event.target.matches(".at")) return;
    const all = [...event.target.closest("pre").querySelectorAll(".at")];
    event.preventDefault();
    all[all.indexOf(event.target) + way]?.focus();
  });
  numberLines();

  let [isDue, isAsking] = [false, false];
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    while (isDue) {
      isDue = false;
      try {
        const text = await (await fetch(main.dataset.part)).text();
        show(new DOMParser().parseFromString(text, "text/html").getElementById("live"));
      } catch {
        // The server is away: its stream tells when it is back.
      }
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    isAsking = false;
  };
  const hear = () => { isDue = true; ask(); };
  // A browser has six connections to a host, for all of its tabs: those four that began last keep theirs, and the others ask now and then.
  const tabs = new BroadcastChannel("news");
  let [news, later] = [null, 0];
  tabs.onmessage = () => { if (++later === 4) news?.close(); };
  setInterval(() => { if (later >= 4 && !document.hidden) hear(); }, 5000);
  const listen = () => {
    news?.close();
    if (document.hidden) return;
    later = 0;
    tabs.postMessage("");
    const own = news = new EventSource(main.dataset.events);
    own.onmessage = hear;
    // Its end is news too.
    own.onerror = () => { if (own.readyState === EventSource.CLOSED) hear(); };
  };
  addEventListener("pageshow", listen);
  addEventListener("focus", () => { if (later >= 4) listen(); });
  document.addEventListener("visibilitychange", listen);
  for (const leaving of ["pagehide", "submit"]) addEventListener(leaving, () => news?.close());
})();
`;
