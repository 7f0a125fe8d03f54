// Builds the page: `node build.mjs FOLDER FINGERPRINT` writes host.html, host.js, LICENSES.txt and build.json.
import {cp, mkdir, readFile, readdir, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

import {build} from 'esbuild';

const [folder, fingerprint = ''] = process.argv.slice(2);
if (!folder) throw new Error('say where to build to: node build.mjs FOLDER');

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(folder);
const source = path.join(here, 'src');

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
await cp(path.join(source, 'host.html'), path.join(out, 'host.html'));

const used = [...new Set(Object.keys(metafile.inputs).map(packageOf).filter(Boolean))].sort();
const versions = {};
let licences = '';
for (const name of used) {
  const home = path.join(here, 'node_modules', name);
  const about = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8'));
  versions[name] = about.version;
  licences += `${'='.repeat(80)}\n${name} ${about.version} (${about.license})\n\n${await licenceText(home, about)}\n\n`;
}
await writeFile(path.join(out, 'LICENSES.txt'), licences);
await writeFile(path.join(out, 'build.json'), `${JSON.stringify({fingerprint, versions}, null, 2)}\n`);

function packageOf(input) {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}

async function licenceText(home, about) {
  const files = (await readdir(home, {withFileTypes: true})).filter(entry => entry.isFile()).map(entry => entry.name);
  const texts = files.filter(name => /^(licen[cs]e|notice)/i.test(name)).sort();
  const parts = await Promise.all(texts.map(name => readFile(path.join(home, name), 'utf8')));
  return parts.length ? parts.join('\n\n').trim() : `${about.license}; the package brings no text of it.`;
}
