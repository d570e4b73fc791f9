const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > 20 || (major === 20 && minor >= 3)) {
  const { run } = await import("./index.js");
  await run("preview");
} else {
  console.log(`::error title=Node.js is too old::This action needs Node.js 20.3 or newer, and the runner started it on ${process.versions.node}. Nothing was sent. Update the runner, or the image that the job runs in.`);
  process.exitCode = 1;
}
