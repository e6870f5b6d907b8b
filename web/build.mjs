// Bundles the page into packages/solecism-write/src/solecism_write/page/static, with the licences of
// what is in it, and records which sources it was made from (the test test_built.py of that package
// compares them with the files here).
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const page = join(here, "../packages/solecism-write/src/solecism_write/page");

const result = await build({
  absWorkingDir: here,
  entryPoints: [
    { in: "src/main.ts", out: "write" },
    { in: "src/style/main.css", out: "write" },
  ],
  outdir: join(page, "static"),
  bundle: true,
  minify: true,
  metafile: true,
  format: "esm",
  target: ["chrome111", "firefox119", "safari16.4"],
  charset: "utf8",
  legalComments: "none",
});

const packages = [
  ...new Set(
    Object.keys(result.metafile.inputs)
      .map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
      .filter(Boolean),
  ),
].sort();
const licences = packages.map((name) => {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`;
});
writeFileSync(join(page, "static/licences.txt"), licences.join(`\n${"-".repeat(72)}\n\n`));

const sources = ["package.json", "package-lock.json", "tsconfig.json", "build.mjs"].concat(
  readdirSync(join(here, "src"), { recursive: true })
    .map((name) => `src/${name}`)
    .filter((name) => /\.(ts|css)$/.test(name)),
);
const digest = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");
const record = {
  sources: Object.fromEntries(sources.sort().map((name) => [name, digest(join(here, name))])),
  static: Object.fromEntries(
    ["licences.txt", "write.css", "write.js"].map((name) => [
      name,
      digest(join(page, "static", name)),
    ]),
  ),
};
writeFileSync(join(page, "built.json"), `${JSON.stringify(record, null, 2)}\n`);
