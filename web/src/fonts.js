// The fonts of the page, inlined: pictures do not depend on what a machine has installed.
import inter from 'inter-ui/variable/InterVariable.woff2';
import mono from '@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2';
import monoExtended from '@fontsource/jetbrains-mono/files/jetbrains-mono-latin-ext-400-normal.woff2';
import monoGreek from '@fontsource/jetbrains-mono/files/jetbrains-mono-greek-400-normal.woff2';
import monoCyrillic from '@fontsource/jetbrains-mono/files/jetbrains-mono-cyrillic-400-normal.woff2';
import icons from 'material-icons/iconfont/material-icons.woff2';

const FACES = [
  ['Inter', inter, {weight: '100 900'}],
  ['JetBrains Mono', mono, {unicodeRange: 'U+0-FF, U+131, U+152-153, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215'}],
  ['JetBrains Mono', monoExtended, {unicodeRange: 'U+100-130, U+132-151, U+154-2BA, U+1E00-1EFF'}],
  ['JetBrains Mono', monoGreek, {unicodeRange: 'U+370-3FF'}],
  ['JetBrains Mono', monoCyrillic, {unicodeRange: 'U+400-45F, U+490-491, U+4B0-4B1, U+2116'}],
  ['Material Icons', icons, {}],
];

/** Charts measure text before it is drawn, so every face is there before the first message. */
export const fontsLoaded = Promise.all(
  FACES.map(([family, source, descriptors]) => {
    const face = new FontFace(family, `url(${source})`, descriptors);
    document.fonts.add(face);
    return face.load();
  }),
);

export function addStyles(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
