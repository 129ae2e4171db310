/** The style of a graph that is viewed alone, for light and dark mode. */
export const SVG_STYLE = `
.graph{background:#fff;font:13px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.graph-box rect{fill:#f6f8fa;stroke:#8c959f}
.graph-id{font-weight:600;fill:#1f2328}
.graph-title{font-size:12px;fill:#59636e}
.graph-mark{fill:#1f2328}
.graph-edge{stroke:#6e7781}
.graph-head{fill:#6e7781}
.graph-rewrite{stroke-dasharray:4 3}
.is-longest rect{stroke-width:2.5}.graph-edge.is-longest{stroke-width:2.5}
.is-passed rect{stroke:#1a7f37}.is-passed .graph-mark{fill:#1a7f37}
.is-failed rect,.is-error rect{stroke:#cf222e;stroke-width:2}.is-failed .graph-mark,.is-error .graph-mark{fill:#cf222e}
.is-running rect{stroke:#0969da}.is-skipped,.is-waiting{opacity:.7}
@media (prefers-color-scheme:dark){
.graph{background:#0d1117}.graph-box rect{fill:#161b22;stroke:#6e7681}.graph-id,.graph-mark{fill:#e6edf3}.graph-title{fill:#9198a1}
.graph-edge{stroke:#8b949e}.graph-head{fill:#8b949e}.is-passed rect{stroke:#3fb950}.is-passed .graph-mark{fill:#3fb950}
.is-failed rect,.is-error rect{stroke:#f85149}.is-failed .graph-mark,.is-error .graph-mark{fill:#f85149}.is-running rect{stroke:#4493f8}
}`;
