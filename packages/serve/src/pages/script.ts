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
  };

  // A double click on a line of the work that waits begins a comment on it: with a no, they are the brief.
  addEventListener("dblclick", ({ target }) => {
    const diff = target.closest(".wait pre.diff");
    const [{ anchorNode, anchorOffset }, range] = [getSelection(), new Range()];
    if (!diff?.contains(anchorNode)) return;
    range.setStart(diff, 0);
    range.setEnd(anchorNode, anchorOffset);
    const before = range.toString().split("\\n");
    const at = before.findLastIndex((line) => line.startsWith("@@"));
    const after = before.slice(at + 1, -1).filter((line) => !/^[-\\\\]/.test(line)).length;
    const line = Number(before[at]?.match(/\\+(\\d+)/)?.[1] ?? 1) + after;
    const field = diff.closest(".wait").querySelector("textarea");
    field.value += (field.value && "\\n") + diff.closest("details").querySelector("code").textContent + ":" + line + ": ";
    getSelection().removeAllRanges();
    field.focus();
  });

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
