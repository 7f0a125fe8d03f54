// Which packages are in a bundle, of which version, and under which licence?
import {readFile, readdir} from 'node:fs/promises';
import path from 'node:path';

export function packagesOf(metafile) {
  return [...new Set(Object.keys(metafile.inputs).map(packageOf).filter(Boolean))].sort();
}

/** The licences of these packages in one text, and about each its version and the licence's name. */
export async function licences(here, names) {
  const versions = {};
  let text = '';
  for (const name of names) {
    const home = path.join(here, 'node_modules', name);
    const about = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8'));
    versions[name] = {version: about.version, license: about.license};
    text += `${'='.repeat(80)}\n${name} ${about.version} (${about.license})\n\n${await licenceText(home, about)}\n\n`;
  }
  return {text, versions};
}

function packageOf(input) {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}

async function licenceText(home, about) {
  const files = (await readdir(home, {withFileTypes: true})).filter(entry => entry.isFile()).map(entry => entry.name);
  const texts = files.filter(name => /^(licen[cs]e|notice)/i.test(name)).sort();
  const parts = await Promise.all(texts.map(name => readFile(path.join(home, name), 'utf8')));
  return parts.length ? parts.join('\n\n').trim() : `${about.license}; the package brings no text of it.`;
}
