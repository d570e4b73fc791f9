Object.defineProperties(exports, {
  ProxyAgent: { get: () => require("./undici.cjs").ProxyAgent },
  fetch: { get: () => require("./undici.cjs").fetch },
});
