// Copied to dist, where the bundle finds it in place of undici: `@actions/http-client` imports undici at its top, but
// uses it only for fetch behind a proxy. Loading it at the first use takes undici, the largest part, out of the start.
exports.fetch = (...args) => require("./undici.cjs").fetch(...args);
exports.ProxyAgent = function ProxyAgent(...args) {
  return new (require("./undici.cjs").ProxyAgent)(...args);
};
