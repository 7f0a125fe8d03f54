// One turn, whole.
import {el} from '../elements.js';
import {heat, score, words} from '../writing.js';
import {answered} from './answered.js';
import {around} from './around.js';
import {asked} from './asked.js';
import {faults} from './faults.js';
import {failing} from './found.js';
import {judged} from './judged.js';
import {pictures} from './pictures.js';
import {sound} from './sound.js';
import {waiting} from './waiting.js';
import {why} from './why.js';

export function turnPanel(turn, trial, reveal) {
  const worth = turn.judged?.score;
  return el('section', {class: 'turn', id: 'turn-panel', tabindex: '-1', 'aria-labelledby': 'turn-title'},
    el('h3', {id: 'turn-title'}, `Turn ${turn.turn_index}: ${words(turn.phase)} `, el('span', {class: `tag ${heat(worth)}`}, score(worth))),
    why(turn),
    turn.edge_case ? el('p', {class: 'note'}, `◆ Edge case: ${words(turn.edge_case)}`) : null,
    turn.left_out.length ? el('p', {class: 'muted'}, `Left out here: ${turn.left_out.join('; ')}`) : null,
    asked(turn), around(turn), answered(turn, sound(turn)), pictures(turn),
    failing(turn.failing, trial, (product, pointer) => reveal(product, pointer, turn.turn_index)),
    judged(turn.judged), faults(trial.faults.filter(one => one.turn_index === turn.turn_index)), waiting(turn.latency));
}
