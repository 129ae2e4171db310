import { PARTS_STYLE } from "./style-parts.ts";

/** Colours for light and dark mode. Each text colour has a contrast of at least 4.5 : 1 to its background. */
const COLOURS = `
:root{color-scheme:light dark;
--paper:#fdfcfa;--card:#fff;--sunk:#f5f3ef;--ink:#20242a;--soft:#5b636d;--line:#e2ded7;--link:#1f5aa8;
--good:#17693c;--bad:#b0231b;--warn:#7d5200;--good-ground:#e7f4ec;--bad-ground:#fcecea;--warn-ground:#faf1de;
--gone:#fdf0ee;--come:#edf7f0;--shade:#20242a24;
--model:#7a8fd0;--commands:#d0a253;--own:#a9a59d}
@media (prefers-color-scheme:dark){:root{
--paper:#15171a;--card:#1b1e22;--sunk:#202429;--ink:#e5e2dc;--soft:#a2a9b2;--line:#33383f;--link:#8fbaf5;
--good:#6fcf97;--bad:#ff948a;--warn:#e5b866;--good-ground:#17291f;--bad-ground:#34201f;--warn-ground:#2e2617;
--gone:#2c1e1e;--come:#182720;--shade:#0008;
--model:#8195da;--commands:#b98d43;--own:#6d6f73}}`;

const BASE = `
*{box-sizing:border-box}
[hidden]{display:none!important}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:84rem;padding:2.5rem clamp(1rem,4vw,3rem) 3rem;background:var(--paper);color:var(--ink);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;overflow-wrap:anywhere}
main:focus{outline:none}
a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:1px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.84em}
code{unicode-bidi:isolate;white-space:pre-wrap}pre code{font-size:inherit}
h1,h2,h3,h4,h5{line-height:1.25;margin:0;text-wrap:balance}
h2{font-size:1.3rem;font-weight:600;margin:3rem 0 1rem;letter-spacing:-.01em}
h3{font-size:1.05rem;font-weight:600}
h4{font-size:1rem;font-weight:600;margin:0 0 .6rem}
h5,h4.label{font-size:.72rem;font-weight:600;letter-spacing:.07em;text-transform:uppercase;color:var(--soft);margin:1.4rem 0 .5rem}
p{margin:.4rem 0}
ul,ol{margin:.4rem 0;padding-left:1.2rem}
dl,dd{margin:0}
.quiet,.size{color:var(--soft)}
.size{font-size:.84rem;font-weight:400;font-variant-numeric:tabular-nums}
.prose{white-space:pre-wrap}
.cut{color:var(--warn);font-family:system-ui,sans-serif;font-size:.84rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem}
.wide{overflow-x:auto;background:linear-gradient(90deg,var(--paper) .7rem,transparent) left/1.4rem 100% no-repeat local,linear-gradient(270deg,var(--paper) .7rem,transparent) right/1.4rem 100% no-repeat local,linear-gradient(90deg,var(--shade),transparent) left/.7rem 100% no-repeat scroll,linear-gradient(270deg,var(--shade),transparent) right/.7rem 100% no-repeat scroll}
.wide::-webkit-scrollbar{height:.6rem}
.wide::-webkit-scrollbar-thumb{background:var(--soft);border-radius:.3rem}
.wide::-webkit-scrollbar-track{background:var(--sunk)}
.tall{overflow-y:auto;max-height:42rem}
footer{margin-top:4rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft);font-size:.84rem}`;

const NARROW = `
@media (max-width:700px){
body{padding-top:1.25rem;font-size:15px}
.more{display:none}
.figures{gap:1rem 1.75rem}
.timeline li{grid-template-columns:1fr;gap:.15rem}
.beside{padding:.25rem .9rem 1rem}
.order>details>summary{padding:.7rem .9rem}
}
@media (min-width:1000px){
.beside{grid-template-columns:minmax(15rem,19rem) minmax(0,1fr)}
.asked{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding-top:.5rem}
}
@media print{
body{max-width:none;padding:0;font-size:10pt}
.filter,.skip{display:none!important}
.beside{display:block}.asked{position:static!important;max-height:none!important}
article,.attempt{break-inside:auto}summary,h2,h3,h4,h5{break-after:avoid}
pre,.tall{max-height:none!important;overflow:visible!important}
}`;

/** The page's style. The page's policy contains the hash of its text. */
export const PAGE_STYLE = `${COLOURS}${BASE}${PARTS_STYLE}${NARROW}
`;
