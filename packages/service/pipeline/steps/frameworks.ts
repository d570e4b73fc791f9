/** A framework that comes as a package, and how it makes pages that need no server. */
export interface Framework {
  /** As shown on the site, and as `framework` of greenroom.json names it. */
  readonly name: string;
  /** One of these among the dependencies makes it likely. */
  readonly packages: readonly string[];
  /** One of these in the folder too, where the package alone says little: a library can depend on it for its tests. */
  readonly files?: readonly string[];
  /** What a script says that builds pages with it. */
  readonly runs: RegExp;
  /** What a script says that builds a server instead. */
  readonly runsServer?: RegExp;
  /** Names of scripts that build pages, beside `build`, the best first. */
  readonly scripts?: readonly string[];
  /** What npx runs where no script does. */
  readonly command: string;
  /** Where the pages are, the best first, relative to the folder of the site. */
  readonly output: readonly string[];
  /** Its paths are read in the browser: an unknown one is for index.html. */
  readonly spa?: true;
  /** What it builds when no pages are left, and the way to have pages. */
  readonly server?: string;
}

const DOCS = ["docs:build", "build:docs", "docs-build", "build-docs", "site:build", "build:site", "website:build"];

const adapter = (what: string, way: string): string => `A ${what} server is not hosted here. ${way}`;

/** Those that use others come before them. */
export const FRAMEWORKS: readonly Framework[] = [
  {
    name: "next-export",
    packages: ["next"],
    runs: /\bnext\s+(?:build|export)\b/,
    scripts: ["export", "build:static", "build:export"],
    command: "next build",
    output: ["out"],
    server: adapter("Next.js", "Set output: 'export' in the Next.js configuration."),
  },
  {
    name: "nuxt",
    packages: ["nuxt", "nuxt-edge", "nuxt3", "nuxt-nightly"],
    runs: /\b(?:nuxt|nuxi)\s+(?:generate|build\s.*--prerender)\b/,
    runsServer: /\b(?:nuxt|nuxi)\s+build\b/,
    scripts: ["generate", "build:static"],
    command: "nuxt generate",
    output: [".output/public", "dist"],
    server: adapter("Nuxt", "Build with 'nuxt generate'."),
  },
  {
    name: "react-router",
    packages: ["@react-router/dev"],
    runs: /\breact-router\s+build\b/,
    command: "react-router build",
    output: ["build/client"],
    spa: true,
    server: adapter("React Router", "Set ssr: false, and the paths to prerender, in react-router.config.ts."),
  },
  {
    name: "remix",
    packages: ["@remix-run/dev", "@remix-run/serve", "@remix-run/server-runtime"],
    runs: /\bremix\s+(?:vite:)?build\b/,
    command: "remix vite:build",
    output: ["build/client"],
    spa: true,
    server: adapter("Remix", "Set ssr: false for the remix plugin in vite.config."),
  },
  {
    name: "svelte-kit",
    packages: ["@sveltejs/kit"],
    runs: /\b(?:vite|svelte-kit)\s+build\b/,
    command: "vite build",
    output: ["build"],
    server: adapter(
      "SvelteKit",
      "Set @sveltejs/adapter-static as the adapter, and export const prerender = true in src/routes/+layout.ts.",
    ),
  },
  {
    name: "astro",
    packages: ["astro"],
    runs: /\bastro\s+build\b/,
    command: "astro build",
    output: ["dist"],
    server: adapter("Astro", "Set output: 'static' in the Astro configuration."),
  },
  {
    name: "gatsby",
    packages: ["gatsby"],
    runs: /\bgatsby\s+build\b/,
    command: "gatsby build",
    output: ["public"],
  },
  {
    name: "docusaurus",
    packages: ["@docusaurus/core", "docusaurus"],
    runs: /\bdocusaurus(?:-build|\s+build)\b/,
    scripts: DOCS,
    command: "docusaurus build",
    output: ["build"],
  },
  {
    name: "vitepress",
    packages: ["vitepress"],
    runs: /\bvitepress\s+build\b/,
    scripts: DOCS,
    command: "vitepress build",
    output: [".vitepress/dist", "docs/.vitepress/dist"],
  },
  {
    name: "vuepress",
    packages: ["vuepress", "vuepress-vite", "vuepress-webpack", "@vuepress/cli"],
    runs: /\bvuepress(?:-vite|-webpack)?\s+build\b/,
    scripts: DOCS,
    command: "vuepress build docs",
    output: ["docs/.vuepress/dist", ".vuepress/dist", "src/.vuepress/dist"],
  },
  {
    name: "rspress",
    packages: ["rspress", "@rspress/core"],
    runs: /\brspress\s+build\b/,
    scripts: DOCS,
    command: "rspress build",
    output: ["doc_build"],
  },
  {
    name: "eleventy",
    packages: ["@11ty/eleventy"],
    runs: /\b(?:eleventy|@11ty\/eleventy)\b(?!.*--(?:serve|watch))/,
    command: "eleventy",
    output: ["_site"],
  },
  {
    name: "hexo",
    packages: ["hexo"],
    files: ["_config.yml", "_config.yaml", "_config.json"],
    runs: /\bhexo\s+(?:g|generate)\b/,
    scripts: ["generate"],
    command: "hexo generate",
    output: ["public"],
  },
  {
    name: "analog",
    packages: ["@analogjs/platform"],
    runs: /\b(?:ng|vite|nx)\s+build\b/,
    command: "vite build",
    output: ["dist/analog/public"],
    spa: true,
    server: adapter("Analog", "Set ssr: false or static: true for the analog plugin in vite.config.ts."),
  },
  {
    name: "angular",
    packages: ["@angular/cli", "@angular/core", "@angular/build", "@angular-devkit/build-angular"],
    files: ["angular.json", ".angular-cli.json", "project.json"],
    runs: /\b(?:ng|nx)\s+(?:build|run)\b/,
    command: "ng build",
    output: [],
    spa: true,
    server: adapter("Angular", 'Set outputMode: "static" in the build options of angular.json.'),
  },
  {
    name: "qwik",
    packages: ["@builder.io/qwik", "@qwik.dev/core"],
    runs: /\b(?:qwik\s+build|vite\s+build)\b/,
    command: "vite build",
    output: ["dist"],
    server: adapter("Qwik", "Add the static adapter: npm run qwik add static."),
  },
  {
    name: "solid-start",
    packages: ["@solidjs/start", "solid-start"],
    runs: /\b(?:vinxi|vite|solid-start)\s+build\b/,
    command: "vinxi build",
    output: [".output/public", "dist/public"],
    server: adapter(
      "SolidStart",
      'Set server: { preset: "static", prerender: { crawlLinks: true } } in its configuration.',
    ),
  },
  {
    name: "tanstack-start",
    packages: ["@tanstack/react-start", "@tanstack/solid-start", "@tanstack/start"],
    runs: /\b(?:vinxi|vite)\s+build\b/,
    command: "vite build",
    output: ["dist/client", ".output/public"],
    spa: true,
    server: adapter("TanStack Start", "Set spa: { enabled: true } or prerender: { enabled: true } for its plugin."),
  },
  {
    name: "vike",
    packages: ["vike", "vite-plugin-ssr"],
    runs: /\b(?:vike|vite)\s+build\b/,
    command: "vike build",
    output: ["dist/client"],
    server: adapter("Vike", "Set prerender: true in its configuration."),
  },
  {
    name: "waku",
    packages: ["waku"],
    runs: /\bwaku\s+build\b/,
    command: "waku build",
    output: ["dist/public"],
    server: adapter("Waku", "Have every page rendered as static in its getConfig."),
  },
  {
    name: "observable",
    packages: ["@observablehq/framework"],
    runs: /\bobservable\s+build\b/,
    command: "observable build",
    output: ["dist"],
  },
  {
    name: "slidev",
    packages: ["@slidev/cli"],
    runs: /\bslidev\s+build\b/,
    command: "slidev build",
    output: ["dist"],
    spa: true,
  },
  {
    name: "honkit",
    packages: ["honkit", "gitbook-cli"],
    runs: /\b(?:honkit|gitbook)\s+build\b/,
    scripts: DOCS,
    command: "honkit build",
    output: ["_book"],
  },
  {
    name: "gridsome",
    packages: ["gridsome"],
    runs: /\bgridsome\s+build\b/,
    command: "gridsome build",
    output: ["dist"],
  },
  {
    name: "metalsmith",
    packages: ["metalsmith"],
    runs: /\bmetalsmith\b/,
    command: "metalsmith",
    output: ["build"],
  },
  {
    name: "create-react-app",
    packages: ["react-scripts", "@craco/craco", "react-app-rewired"],
    runs: /\b(?:react-scripts|craco|react-app-rewired)\s+build\b/,
    command: "react-scripts build",
    output: ["build"],
    spa: true,
  },
  {
    name: "vue-cli",
    packages: ["@vue/cli-service"],
    runs: /\bvue-cli-service\s+build\b/,
    command: "vue-cli-service build",
    output: ["dist"],
    spa: true,
  },
  {
    name: "preact-cli",
    packages: ["preact-cli"],
    runs: /\bpreact\s+build\b/,
    command: "preact build",
    output: ["build"],
    spa: true,
  },
  {
    name: "ember",
    packages: ["ember-cli"],
    files: ["ember-cli-build.js"],
    runs: /\b(?:ember|vite)\s+build\b/,
    command: "ember build --environment=production",
    output: ["dist"],
    spa: true,
  },
  {
    name: "quasar",
    packages: ["@quasar/app-vite", "@quasar/app-webpack", "@quasar/app"],
    runs: /\bquasar\s+build\b/,
    command: "quasar build",
    output: ["dist/spa", "dist/pwa"],
    spa: true,
  },
  {
    name: "expo",
    packages: ["expo"],
    runs: /\bexpo\s+export\b/,
    scripts: ["build:web", "export", "export:web"],
    command: "expo export --platform web",
    output: ["dist", "web-build"],
    spa: true,
  },
  {
    name: "umi",
    packages: ["umi", "@umijs/max", "dumi"],
    runs: /\b(?:umi|max|dumi)\s+build\b/,
    scripts: DOCS,
    command: "umi build",
    output: ["dist", "docs-dist"],
    spa: true,
  },
  {
    name: "rsbuild",
    packages: ["@rsbuild/core"],
    runs: /\brsbuild\s+build\b/,
    command: "rsbuild build",
    output: ["dist"],
    spa: true,
  },
  {
    name: "stencil",
    packages: ["@stencil/core"],
    runs: /\bstencil\s+build\b/,
    command: "stencil build",
    output: ["www"],
  },
  {
    name: "parcel",
    packages: ["parcel", "parcel-bundler"],
    runs: /\bparcel\s+build\b/,
    command: "parcel build",
    output: ["dist"],
    spa: true,
  },
  {
    name: "vite",
    packages: ["vite", "rolldown-vite", "vite-plus"],
    // Without a page it builds a library.
    files: ["index.html"],
    runs: /\b(?:vite|vp)\s+build\b|\bvite-ssg\s+build\b/,
    command: "vite build",
    output: ["dist"],
    spa: true,
  },
  {
    name: "storybook",
    packages: ["storybook", "@storybook/cli", "@storybook/react", "@storybook/vue3", "@storybook/html"],
    files: [".storybook/"],
    runs: /\b(?:storybook\s+build|build-storybook)\b/,
    scripts: ["build-storybook", "storybook:build", "build:storybook"],
    command: "storybook build",
    output: ["storybook-static"],
  },
];

/** Scripts that build a site of no known framework, the best first. */
export const SITE_SCRIPTS: readonly string[] = ["build", "generate", ...DOCS];

/** Where builds of no known framework leave their pages. */
export const USUAL_OUTPUTS: readonly string[] = ["dist", "build", "out", "public", "_site"];
