// Copied to dist, where the bundle finds it in place of undici. `@actions/http-client` and `@actions/github` import undici
// at their top for the fetch that GitHub is called by without another; src/github/octokit.ts gives one.
exports.fetch = () => Promise.reject(new Error("This bundle sends its requests by node:http, not by undici."));
exports.ProxyAgent = function ProxyAgent() {};
