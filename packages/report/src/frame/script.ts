/**
 * The page's own behaviour: it filters orders, and unfolds the target of a link. Everything is readable without
 * it. The page's policy contains the hash of its text.
 */
export const PAGE_SCRIPT = `
"use strict";
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const filter = document.getElementById("filter");
  const search = document.getElementById("search");
  const orders = all("article.order");
  const rows = all("#orders table.orders tbody tr");

  const unfoldTo = (target) => {
    for (let at = target; at; at = at.parentElement) if (at.localName === "details") at.open = true;
    const own = target.querySelector(":scope > details");
    if (own) own.open = true;
    return own ? own.querySelector("summary") : target;
  };
  const follow = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    const landing = unfoldTo(target);
    target.scrollIntoView();
    if (landing.localName === "summary") landing.focus({ preventScroll: true });
  };
  addEventListener("hashchange", follow);
  document.addEventListener("click", ({ target }) => {
    const link = target.closest && target.closest("a");
    if (link && link.getAttribute("href") === location.hash) follow();
  });
  if (location.hash) follow();

  const texts = new Map();
  const textOf = (order) => {
    if (!texts.has(order)) texts.set(order, order.textContent.toLowerCase());
    return texts.get(order);
  };
  const apply = () => {
    const which = filter.querySelector("input[name=which]:checked").value;
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    orders.forEach((order, index) => {
      const text = words.length > 0 ? textOf(order) : "";
      const fits = (which === "all" || order.dataset[which] === "true") && words.every((word) => text.includes(word));
      order.hidden = !fits;
      if (rows[index]) rows[index].hidden = !fits;
      if (fits) shown += 1;
    });
    document.getElementById("count").textContent =
      shown === orders.length ? "" : shown + " of " + orders.length + (orders.length === 1 ? " order" : " orders");
  };
  if (filter) {
    filter.hidden = false;
    filter.addEventListener("input", apply);
    filter.addEventListener("submit", (event) => event.preventDefault());
    const unfold = document.getElementById("unfold");
    unfold.addEventListener("click", () => {
      const open = unfold.getAttribute("aria-expanded") !== "true";
      for (const order of orders) order.querySelector("details").open = open;
      unfold.setAttribute("aria-expanded", String(open));
      unfold.textContent = open ? "Fold all" : "Unfold all";
    });
  }
})();
`;
