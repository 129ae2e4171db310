/** The head, marks, the graph, the timeline, the table and an order's parts. */
export const PARTS_STYLE = `
.kind{margin:0;color:var(--soft);font-size:.84rem}
.head h1{font-size:clamp(1.6rem,1.2rem + 2vw,2.4rem);font-weight:600;letter-spacing:-.02em;margin:.3rem 0 1.6rem}
.verdict{display:inline-block;padding:0 .4em;margin-right:.2em;border-radius:.25em;font-size:.8em;letter-spacing:.02em;vertical-align:.06em}
.is-passed{color:var(--good)}.is-failed,.is-error,.is-damaged,.is-refused{color:var(--bad)}.is-stopped,.is-interrupted,.is-cancelled,.is-queued,.is-unfinished,.is-running,.is-retried{color:var(--warn)}
.is-skipped,.is-waiting{color:var(--soft)}
.verdict,.badge{background:var(--sunk)}
.verdict.is-passed,.badge.is-passed{background:var(--good-ground)}
.verdict.is-failed,.verdict.is-damaged,.badge.is-failed,.badge.is-error,.badge.is-damaged,.badge.is-refused{background:var(--bad-ground)}
.verdict.is-interrupted,.verdict.is-running,.verdict.is-stopped,.badge.is-unfinished,.badge.is-running,.badge.is-stopped,.badge.is-interrupted,.badge.is-cancelled,.badge.is-retried{background:var(--warn-ground)}
.badge{display:inline-block;padding:.05rem .5rem;border-radius:1rem;font-size:.8rem;font-weight:500;white-space:nowrap}
.figures{display:flex;flex-wrap:wrap;gap:1rem 3rem;margin-bottom:1.2rem}
.figures dt,.facts dt,.contract dt{font-size:.72rem;letter-spacing:.07em;text-transform:uppercase;color:var(--soft)}
.figures dd{font-size:1.25rem;font-variant-numeric:tabular-nums}
.head .callout{max-width:60rem}
.facts{margin-top:1.6rem;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:.7rem 2rem;padding-top:1.2rem;border-top:1px solid var(--line);font-size:.92rem}
.callout{margin:1rem 0;padding:.7rem 1rem;border-left:3px solid;border-radius:0 6px 6px 0}
.callout.bad{background:var(--bad-ground);border-color:var(--bad)}
.callout.warn{background:var(--warn-ground);border-color:var(--warn)}
.callout p{margin:.15rem 0}
.callout pre{background:none;border:0;padding:.4rem 0;margin:.2rem 0}
.graph{display:block;max-width:none;font:13px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;}
.graph-box rect{fill:var(--card);stroke:var(--line)}
.graph a:focus-visible{outline:none}.graph a:focus-visible rect,.graph a:hover rect{stroke:var(--link);stroke-width:2}
.graph-id{font-weight:600;fill:var(--ink)}.graph-title{font-size:12px;fill:var(--soft)}
.graph-mark{fill:currentColor}.graph-edge{stroke:var(--soft);opacity:.65}.graph-head{fill:var(--soft)}
.graph-rewrite{stroke-dasharray:4 3}
.is-longest rect{stroke-width:2.5}.graph-edge.is-longest{stroke-width:2.5}
.graph .is-failed rect,.graph .is-error rect{stroke:var(--bad);stroke-width:1.5;fill:var(--bad-ground)}
.bar{display:block;width:100%;height:14px;border-radius:3px}
.bar-ground{fill:var(--sunk)}.bar-model{fill:var(--model)}.bar-commands{fill:var(--commands)}.bar-own{fill:var(--own)}.bar-failed{fill:var(--bad)}
.bar-dropped{stroke:var(--own);stroke-width:11;stroke-dasharray:3 4;opacity:.7}
.timeline{list-style:none;padding:0;margin:0}
.timeline li{display:grid;grid-template-columns:7rem minmax(8rem,1fr) 21rem;gap:.2rem 1rem;align-items:center;padding:.22rem 0}
.who{white-space:nowrap;font-variant-numeric:tabular-nums}
.mark{display:inline-block;min-width:1em;text-align:center}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;color:var(--soft);font-size:.8rem;margin:-.4rem 0 .9rem}
.legend span::before{content:"";display:inline-block;width:.7rem;height:.7rem;border-radius:2px;margin-right:.45rem;background:var(--own)}
.legend .key-model::before{background:var(--model)}.legend .key-commands::before{background:var(--commands)}
.legend .key-dropped::before{background:repeating-linear-gradient(90deg,var(--own) 0 2px,transparent 2px 4px);opacity:.7}
.legend .key-failed::before{background:var(--bad);height:3px;vertical-align:middle}
.filter{display:flex;flex-wrap:wrap;gap:.6rem 1.2rem;align-items:center;margin-bottom:.9rem;font-size:.92rem}
.filter fieldset{display:flex;gap:1rem;border:0;margin:0;padding:0}
.filter label{display:flex;gap:.35rem;align-items:center;cursor:pointer}
.filter input[type=radio]{accent-color:var(--link);margin:0}
.search{flex:1 1 12rem;max-width:22rem}
.search input{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:6px;padding:.3rem .6rem}
.search input::placeholder{color:var(--soft);opacity:1}
button{font:inherit;color:inherit;background:none;border:1px solid var(--soft);border-radius:6px;padding:.25rem .7rem;cursor:pointer}
button:hover{background:var(--sunk)}
#count{margin:0;min-width:7rem}
table{border-collapse:collapse;width:100%;font-size:.92rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.42rem 1.4rem .42rem 0;border-bottom:1px solid var(--line);vertical-align:baseline}
thead th{font-size:.72rem;letter-spacing:.07em;text-transform:uppercase;color:var(--soft);font-weight:500;white-space:nowrap}
tbody th{font-weight:500;white-space:nowrap}
td:nth-child(2){min-width:8.5rem;overflow-wrap:break-word;max-width:32rem}
.number{text-align:right}
.order{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:.6rem 0}
.orders+.order,.wide+.order{margin-top:1.6rem}
summary{cursor:pointer}
.order>details>summary{display:flex;flex-wrap:wrap;gap:.3rem .8rem;align-items:baseline;padding:.75rem 1.2rem;list-style:none}
.order>details>summary::-webkit-details-marker{display:none}
.order>details>summary::before{content:"▸";color:var(--soft);width:.8em}
.order>details[open]>summary::before{content:"▾"}
.order>details>summary:hover{background:var(--sunk);border-radius:8px}
.order>details>summary h3{flex:1 1 16rem}
.order>details>.contract{padding:.25rem 1.2rem 1.2rem}
.order-id{color:var(--soft);font-weight:500;margin-right:.3em}
.beside{display:grid;gap:1.5rem 2.5rem;padding:.5rem 1.2rem 1.5rem}
.asked{font-size:.92rem}
.contract>div{margin-bottom:.9rem}
.contract dd{margin-top:.1rem}
.codes{list-style:none;padding:0}
.codes li{padding:.08rem 0}
.attempt{padding-top:1.2rem;margin-top:1.2rem;border-top:1px solid var(--line)}
#attempts>.attempt:first-of-type{border:0;margin:0;padding:0}
.attempt h3{margin-bottom:.6rem}
.gates{display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;list-style:none;padding:0;margin:.7rem 0}
.gates li{color:var(--ink)}
.gates .is-waiting{color:var(--soft)}
.gates .is-failed{font-weight:600}
.commands{list-style:none;padding:0}
.commands>li{margin-bottom:.6rem}
.command{margin:.2rem 0}
.diagnostics>div{margin-bottom:1rem}
.diagnostics dt{font-weight:500}
.fold,.fold-none{margin:.35rem 0}
.fold>summary{padding:.15rem .3rem;border-radius:4px}
.fold>summary:hover{background:var(--sunk)}
.fold-none{padding-left:1.35rem}
pre{margin:.35rem 0 .8rem;padding:.8rem 1rem;background:var(--sunk);border:1px solid var(--line);border-radius:6px;max-height:36rem;overflow:auto;white-space:pre-wrap;font-size:.8rem;line-height:1.5;tab-size:4}
.diff{background:var(--card)}
.diff ins,.diff del{display:block;text-decoration:none}
.diff del{background:var(--gone)}.diff ins{background:var(--come)}`;
