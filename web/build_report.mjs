// Builds the pages' scripts, styles and font: `node build_report.mjs FOLDER` writes report.js, viewer.js, their styles and fonts.css there.
import {mkdir, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

import {build} from 'esbuild';

import {licences, packagesOf} from './licences.mjs';

const FONT = 'inter-ui'; // in a style, where the script's list of packages does not see it
const here = path.dirname(fileURLToPath(import.meta.url));

export async function buildReport(folder) {
  const out = path.resolve(folder);
  const style = path.join(out, 'report.css');
  await mkdir(out, {recursive: true});
  await rm(style, {force: true}); // written last: it says that the script is whole
  const shared = {absWorkingDir: here, bundle: true, minify: true, legalComments: 'none', logLevel: 'warning'};
  const target = ['chrome120', 'firefox128', 'safari17.4'];
  const {metafile, outputFiles} = await build({
    ...shared, target, entryPoints: ['src/report/report.js', 'src/viewer/viewer.js'], entryNames: '[name]', format: 'iife', metafile: true, write: false,
    charset: 'utf8', outdir: out, define: {'process.env.NODE_ENV': '"production"'},
  });
  const {text, versions} = await licences(here, [...new Set([...packagesOf(metafile), FONT])]);
  const made = Object.entries(versions).filter(([name]) => name !== FONT).map(([name, about]) => `${name} ${about.version} (${about.license})`);
  await writeFile(path.join(out, 'LICENSES.txt'), text);
  for (const file of outputFiles) await writeFile(file.path, `/* with ${made.join(', ')} */\n${file.text}`);
  await build({...shared, target, entryPoints: ['src/report/fonts.css'], outfile: path.join(out, 'fonts.css'), loader: {'.woff2': 'dataurl'}});
  await build({...shared, target, entryPoints: ['src/viewer/viewer.css'], outfile: path.join(out, 'viewer.css')});
  await build({...shared, target, entryPoints: ['src/report/report.css'], outfile: style});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv[2]) throw new Error('say where to build to: node build_report.mjs FOLDER');
  await buildReport(process.argv[2]);
}
