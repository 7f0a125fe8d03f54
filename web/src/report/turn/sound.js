// The agent's voice in a turn: a player, and a way to a moment of the meeting in it.
import {el, source} from '../elements.js';

export function sound({audio: voice, room}) {
  const clips = [['The agent', voice], ['The whole room', room]].filter(([, clip]) => clip && source(clip.path));
  if (!clips.length) return null;
  const players = clips.map(([name, clip]) => {
    const audio = el('audio', {controls: true, preload: 'metadata', 'aria-label': `${name}, sound of this turn`});
    audio.src = source(clip.path);
    return {audio, clip, shown: el('p', {class: 'player'}, el('span', {}, `${name}: `), audio)};
  });
  const {audio, clip} = players[0];
  const into = at => Math.min(Math.max(0, at - clip.started_s), clip.duration_s);
  return {
    element: el('div', {}, players.map(one => one.shown)),
    canSeek: clip === voice,
    offset: at => `${Math.floor(into(at) / 60)}:${String(Math.floor(into(at) % 60)).padStart(2, '0')}`,
    seek(at) {
      audio.currentTime = into(at);
      audio.play().catch(() => {}); // a browser may want another click first; the place is set all the same
    },
  };
}
