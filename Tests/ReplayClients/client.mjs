// The client of client.py for Node. It uses numbers as ids, another order of members, and header framing.
import { spawn } from "node:child_process";

const [program, ...args] = process.argv.slice(2);
const server = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
const exited = new Promise((resolve) => server.on("close", resolve));
let isFinishing = false;
exited.then((status) => isFinishing || process.exit(status || 99));
const pending = new Map();
const notifications = [];
let count = 1000;
let input = Buffer.alloc(0);

server.stdout.on("data", (chunk) => {
  input = Buffer.concat([input, chunk]);
  for (;;) {
    const end = input.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/^Content-Length: (\d+)$/.exec(input.subarray(0, end))[1]);
    if (input.length < end + 4 + length) return;
    const message = JSON.parse(input.subarray(end + 4, end + 4 + length));
    input = input.subarray(end + 4 + length);
    if (message.method) notifications.push(message);
    else pending.get(message.id)(message);
  }
});
server.stdin.on("error", () => {});

function send(message) {
  const body = Buffer.from(JSON.stringify({ ...message, jsonrpc: "2.0" }));
  server.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
  server.stdin.write(body);
}

function ask(method, params) {
  const id = ++count;
  const response = new Promise((resolve) => pending.set(id, resolve));
  send({ id, method, params });
  return response;
}

await ask("initialize", { processId: process.pid, clientInfo: { name: "client.mjs" } });
const [page] = await Promise.all([ask("search", { query: "기생충" }), ask("nextPage")]);
const movie = page.result.items[0];
const star = await ask("star", { id: movie.id });
const login = await ask("completeLogin", { requestToken: "a-secret-of-somebody" });
const requests = notifications.filter((n) => n.method === "loading").map((n) => n.params.request);
const changes = notifications.filter((n) => n.method === "favoritesChanged").length;
console.log(movie.title, star.result.isFavorite, login.error.data.reason, requests.join(), changes);
await ask("shutdown");
isFinishing = true;
send({ method: "exit" });
server.stdin.end();
process.exit(await exited);
