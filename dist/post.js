const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > 20 || (major === 20 && minor >= 3)) {
  const { run } = await import("./index.js");
  await run("post");
}
