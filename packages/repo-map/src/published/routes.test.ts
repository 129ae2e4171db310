import { expect, test } from "vitest";
import { routesIn } from "./routes.ts";

test.each<[text: string, routes: readonly string[]]>([
  [
    'const app = express();\napp.get("/items/:id", f);\nrouter.post(\n  `/items`, f);',
    ["GET /items/:id", "POST /items"],
  ],
  ['axios.get("/items"); http.get("/items"); new Map().get("key"); // express', []],
  ['fastify.route({ method: "GET", url: "/items" });', ["GET /items"]],
  ['from fastapi import FastAPI  # http\n@app.get("/items/{id}")\ndef f(): pass', ["GET /items/{id}"]],
  ['@app.route("/a")\n@bp.route("/b", methods=["POST", "PUT"])', ["/a", "POST /b"]],
  ['http.HandleFunc("GET /items/{id}", f)\nmux.Handle("/x", g)', ["/x", "GET /items/{id}"]],
  ['import "gin"\nr.GET("/items", f)\nr.Post("/b", f)', ["GET /items", "POST /b"]],
  ['Router::new().route("/items", get(f))', ["GET /items"]],
  ["# config/routes.rb\nget '/items', to: 'a#b'\n  post '/b' do", ["GET /items", "POST /b"]],
  ['import http\n@GetMapping("/items")\n@PostMapping(path = "/b")', ["GET /items", "POST /b"]],
  [
    'createServer // http\nif (url.pathname === "/x") {} if (req.method === "PUT" && pathname === "/y") {}',
    ["/x", "PUT /y"],
  ],
  [
    'import http.server\nif self.path == "/x" and self.method == "GET": pass\nif path.startswith("/items/"): pass',
    ["/items/", "GET /x"],
  ],
  ['if (path === "/tmp") {}', []],
])("%j", (text, routes) => {
  expect(routesIn([{ path: "src/a.x", text }])).toEqual(routes);
  expect(routesIn([{ path: "tests/test_a.py", text }])).toEqual([]);
});
