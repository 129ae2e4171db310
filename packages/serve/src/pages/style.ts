/** What the server's pages have beside the report's style: the way to the others, forms, and lists of jobs. */
export const FRAME_STYLE = `
body{padding-top:1.25rem}
.top nav{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;padding-bottom:.8rem;margin-bottom:2rem;border-bottom:1px solid var(--line)}
.top a{color:var(--soft);text-decoration:none;padding:.3rem 0}
.top a:hover{text-decoration:underline}
.top a[aria-current]{color:var(--ink);font-weight:600;box-shadow:inset 0 -2px var(--ink)}
`;
