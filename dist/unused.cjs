// Copied to dist, where the bundle finds it in place of packages that its dependencies import and nothing here uses.
// undici: `@actions/http-client` and `@actions/github` import it for the fetch that GitHub is called by without another;
// src/github/octokit.ts gives one.
exports.fetch = () => Promise.reject(new Error("This bundle sends its requests by node:http, not by undici."));
exports.ProxyAgent = function ProxyAgent() {};
// @actions/exec: `@actions/core` names the operating system by it.
exports.getExecOutput = () => Promise.reject(new Error("This bundle runs no command."));
