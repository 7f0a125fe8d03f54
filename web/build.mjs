// Builds the pages: `node build.mjs FOLDER FINGERPRINT [REPORT_FOLDER]` writes host.html, host.js, document.js (what HTML
// files are looked at with), LICENSES.txt and build.json into the first folder, and what reports have in them into the other.
import {cp, mkdir, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

import {build} from 'esbuild';

import {buildReport} from './build_report.mjs';
import {licences, packagesOf} from './licences.mjs';

const [folder, fingerprint = '', reportFolder] = process.argv.slice(2);
if (!folder) throw new Error('say where to build to: node build.mjs FOLDER');

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(folder);
const source = path.join(here, 'src');
const report = reportFolder ?? path.join(here, '../src/modylbench/publishing/page');

await mkdir(out, {recursive: true});
await rm(path.join(out, 'build.json'), {force: true}); // written last: it says that the rest is whole
const {metafile} = await build({
  absWorkingDir: here,
  entryPoints: ['src/host.js'],
  outfile: path.join(out, 'host.js'),
  bundle: true,
  format: 'iife', // a classic script: page and script need no server of their own
  target: 'chrome120',
  minify: true,
  keepNames: true,
  legalComments: 'none', // LICENSES.txt has them whole
  metafile: true,
  define: {'process.env.NODE_ENV': '"production"'},
  loader: {'.woff2': 'dataurl', '.css': 'text'},
  logLevel: 'warning',
});
await build({
  absWorkingDir: here,
  entryPoints: ['src/document.js'],
  outfile: path.join(out, 'document.js'),
  bundle: true,
  format: 'iife',
  globalName: 'modylDocument',
  target: 'chrome120',
  minify: true,
  logLevel: 'warning',
});
await cp(path.join(source, 'host.html'), path.join(out, 'host.html'));

const {text, versions: packages} = await licences(here, packagesOf(metafile));
const versions = Object.fromEntries(Object.entries(packages).map(([name, about]) => [name, about.version]));
await writeFile(path.join(out, 'LICENSES.txt'), text);
await buildReport(report);
await writeFile(path.join(out, 'build.json'), `${JSON.stringify({fingerprint, versions}, null, 2)}\n`);
