// What is really on the page, as measured facts in plain JSON; whether they are faults is decided in Python.
export {facts} from './facts/walk.js';
export {axe} from './facts/axe.js';
export {boxes} from './facts/boxes.js';
