/** What the server's pages have beside the report's style: the way to the others, lists of jobs, and forms. */
export const FRAME_STYLE = `
body{padding-top:1.1rem;max-width:72rem}
.top nav{display:flex;flex-wrap:wrap;gap:0 1.6rem;margin-bottom:2.2rem;border-bottom:1px solid var(--line)}
.top a{color:var(--soft);text-decoration:none;padding:.45rem 0 .7rem;margin-bottom:-1px;border-bottom:2px solid transparent}
.top a:hover{color:var(--ink)}
.top a[aria-current]{color:var(--ink);font-weight:600;border-color:var(--ink)}
h1{font-size:clamp(1.6rem,1.2rem + 2vw,2.2rem);font-weight:600;letter-spacing:-.02em;margin:0 0 1.4rem}
.lone{max-width:34rem;margin:12vh auto 0}
#live>section:empty{display:none}
#live>section>h2{margin:2.4rem 0 .8rem;font-size:1.05rem}
#live>section:first-child>h2,#live>section:empty+section>h2{margin-top:0}
#live>#waits>h2{font-size:1.6rem;letter-spacing:-.02em}
.cards{list-style:none;padding:0;margin:0}
.line{display:flex;flex-wrap:wrap;gap:.1rem 1.2rem;color:var(--soft);font-size:.92rem;margin:.15rem 0}
.line span:empty{display:none}.line strong{color:var(--ink);font-weight:500}
.line a[aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
.wait{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--warn);border-radius:8px;padding:1.1rem 1.4rem 1.2rem;margin:.7rem 0}
.wait h3{font-size:1.3rem;letter-spacing:-.01em}
.wait h3 a,.run h3 a{color:var(--ink);text-decoration:none}.wait h3 a:hover,.run h3 a:hover{text-decoration:underline}
.needs{list-style:none;padding:0;margin:.8rem 0 1rem;font-size:1.05rem}
.needs strong{font-weight:600;color:var(--warn);margin-right:.35em}
#work>h2{margin-top:2.4rem!important}
.wait .order h3{font-size:1.05rem}
.run{padding:.7rem 0 .9rem}
.jobs{table-layout:fixed}
.jobs .state{width:8.5rem}.jobs .repo{width:11rem}.jobs .time{width:9rem}.jobs .cost{width:8.5rem}
.jobs th,.jobs td{overflow-wrap:break-word;padding-right:1rem}
.jobs tbody th{white-space:normal}
.jobs td:nth-child(2){min-width:0}
.jobs tr>:last-child,.costs tr>:last-child{padding-right:0}
.costs th,.costs td{overflow-wrap:normal;padding-right:1rem}.costs td:nth-child(2){min-width:0}
tfoot th,tfoot td{border-bottom:0;font-weight:600}
@media (max-width:700px){.jobs .state{width:6.6rem}.jobs .time{width:5.4rem}.jobs thead th{white-space:normal}.jobs th,.jobs td,.costs th,.costs td{padding-right:.6rem}.costs td:nth-child(2){overflow-wrap:anywhere}}
button.main,.button{display:inline-block;background:var(--link);color:var(--paper);border:1px solid var(--link);border-radius:6px;padding:.45rem 1.3rem;font-weight:600;text-decoration:none}
button.main:hover,.button:hover{background:var(--ink);border-color:var(--ink)}
.form,main>.callout{max-width:46rem}
.field{display:flex;flex-direction:column;gap:.3rem;margin:0 0 1.3rem}
label,legend{font-weight:600}
.hint{color:var(--soft);font-size:.88rem}
.form fieldset{border:0;padding:0;margin:0 0 1.6rem}
.form legend{padding:0;margin-bottom:.4rem}
.form fieldset label{display:flex;gap:.6rem;align-items:baseline;font-weight:400;padding:.2rem 0;cursor:pointer}
.form input,.form textarea,.form select{font:inherit;color:inherit;accent-color:var(--link)}
.form input:not([type=checkbox],[type=radio],[type=file]),.form textarea,.form select{width:100%;min-width:0;background:var(--card);border:1px solid var(--soft);border-radius:6px;padding:.45rem .7rem}
.form ::placeholder{color:var(--soft);opacity:1}
.form textarea{resize:vertical;line-height:1.5}
.numbered>span{display:block;position:relative;padding-left:3.6em}
.at{position:absolute;left:0;width:3.2em;border:0;padding:0 .4em 0 0;text-align:right;color:var(--soft);user-select:none}
.numbered textarea{display:block;width:100%;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:6px;padding:.3rem .6rem}
@media (scripting:none){.scripted{display:none}}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:0 1.6rem}
`;
