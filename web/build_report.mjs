// Builds the report's script and style: `node build_report.mjs FOLDER` writes report.js and report.css there.
import {mkdir, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

import {build} from 'esbuild';

import {licences, packagesOf} from './licences.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

export async function buildReport(folder) {
  const out = path.resolve(folder);
  const style = path.join(out, 'report.css');
  await mkdir(out, {recursive: true});
  await rm(style, {force: true}); // written last: it says that the script is whole
  const shared = {absWorkingDir: here, bundle: true, minify: true, legalComments: 'none', logLevel: 'warning'};
  const target = ['chrome120', 'firefox128', 'safari17.4'];
  const {metafile, outputFiles} = await build({
    ...shared, target, entryPoints: ['src/report/report.js'], format: 'iife', metafile: true, write: false,
    charset: 'utf8', outdir: out, define: {'process.env.NODE_ENV': '"production"'},
  });
  const {text, versions} = await licences(here, packagesOf(metafile));
  const made = Object.entries(versions).map(([name, about]) => `${name} ${about.version} (${about.license})`);
  await writeFile(path.join(out, 'LICENSES.txt'), text);
  await writeFile(path.join(out, 'report.js'), `/* with ${made.join(', ')} */\n${outputFiles[0].text}`);
  await build({...shared, target, entryPoints: ['src/report/report.css'], outfile: style});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv[2]) throw new Error('say where to build to: node build_report.mjs FOLDER');
  await buildReport(process.argv[2]);
}
