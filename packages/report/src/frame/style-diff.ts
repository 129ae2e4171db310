/** Folded texts, and comparisons side by side. The style adds numbers and signs, so that they are not copied with the text. */
export const DIFF_STYLE = `
.fold,.fold-none{margin:.35rem 0}
.fold>summary{padding:.15rem .3rem;border-radius:4px}
.fold>summary:hover{background:var(--sunk)}
.fold-none{padding-left:1.35rem}
pre{margin:.35rem 0 .8rem;padding:.8rem 1rem;background:var(--sunk);border:1px solid var(--line);border-radius:6px;max-height:36rem;overflow:auto;white-space:pre-wrap;font-size:.8rem;line-height:1.5;tab-size:4}
.diff{margin:.35rem 0 .8rem;border:1px solid var(--line);border-radius:6px;max-height:44rem;overflow:auto;background:var(--card);font:.78rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
.diff .run{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.diff .run>*{position:relative;min-height:1.5em;padding:0 .6rem 0 4.4em;white-space:pre-wrap;text-decoration:none;tab-size:4;font-style:normal}
.diff .run>:nth-child(even){border-left:1px solid var(--line)}
.diff .run>[data-n]::before{content:attr(data-n);position:absolute;left:0;width:2.9em;text-align:right;color:var(--soft)}
.diff del::after,.diff ins::after{position:absolute;left:3.4em;top:0;color:var(--soft)}
.diff del{background:var(--gone)}.diff ins{background:var(--come)}
.diff del::after{content:"−"}.diff ins::after{content:"+"}
.diff i{background:var(--sunk)}
.diff hr{border:0;border-top:1px dashed var(--line);margin:0;height:.5rem;background:var(--sunk)}
.diff mark{color:inherit;border-radius:2px}
.diff del mark{background:var(--gone-word)}.diff ins mark{background:var(--come-word)}
summary ins{color:var(--good);text-decoration:none}summary del{color:var(--bad);text-decoration:none}`;
