/**
 * What the pages do by themselves: the link's page posts its token, and an open page is renewed, part by part. A part with a form that
 * somebody is filling in is left alone. Everything else works without a script.
 */
export const LIVE_SCRIPT = `
(() => {
  const main = document.querySelector("main[data-events]");
  const link = document.getElementById("link");
  if (link) {
    history.replaceState(null, "", "/");
    link.submit();
  }
  if (!main) return;

  const isBusy = (part) => {
    if (getSelection().toString() && part.contains(getSelection().anchorNode)) return true;
    return [...part.querySelectorAll("input,textarea,select")].some((field) =>
      field === document.activeElement ||
      (field.type === "radio" || field.type === "checkbox" ? field.checked !== field.defaultChecked : "defaultValue" in field && field.value !== field.defaultValue));
  };
  const nameOf = (one) => one.id || one.getAttribute("href") || (one.localName === "summary" ? one.textContent : "");
  const known = new Map();
  const renew = (part, fresh) => {
    const text = fresh.outerHTML;
    if (known.get(part.id) === text) return;
    if (isBusy(part)) return;
    const focus = part.contains(document.activeElement) ? nameOf(document.activeElement) : "";
    const open = new Map([...part.querySelectorAll("details")].map((one, at) => [at + ":" + one.id, one.open]));
    const scrolled = new Map([...part.querySelectorAll("pre")].map((one, at) => [at, one.scrollTop]));
    part.replaceWith(fresh);
    known.set(part.id, text);
    [...fresh.querySelectorAll("details")].forEach((one, at) => {
      const was = open.get(at + ":" + one.id);
      if (was !== undefined) one.open = was;
    });
    [...fresh.querySelectorAll("pre")].forEach((one, at) => { one.scrollTop = scrolled.get(at) || 0; });
    if (focus) [...fresh.querySelectorAll("a,button,summary,input,[tabindex]")].find((one) => nameOf(one) === focus)?.focus({ preventScroll: true });
  };
  const show = (fresh) => {
    const live = document.getElementById("live");
    const said = document.getElementById("said");
    if (live.dataset.said !== fresh.dataset.said) said.textContent = live.dataset.said = fresh.dataset.said;
    const names = [...fresh.children].map((one) => one.id);
    const parts = [...live.children];
    if (names.join() === parts.map((one) => one.id).join()) parts.forEach((part) => renew(part, [...fresh.children].find((one) => one.id === part.id)));
    else if (!parts.some(isBusy)) live.replaceChildren(...fresh.children);
  };

  let isDue = false;
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    while (isDue) {
      isDue = false;
      try {
        const answer = await fetch(main.dataset.part);
        if (answer.ok) {
          const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("live");
          if (fresh) show(document.importNode(fresh, true));
        }
      } catch {}
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    isAsking = false;
  };
  const news = new EventSource(main.dataset.events);
  const hear = () => { isDue = true; ask(); };
  news.onmessage = hear;
  // Its end is news too; what ended may take a moment to be told.
  news.onerror = () => { if (news.readyState === EventSource.CLOSED) { hear(); setTimeout(hear, 2500); } };
})();
`;
