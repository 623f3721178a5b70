/**
 * The sentences about one frame of a walk, word for word as in src/turaga/play/narration.py. They are made from
 * data, and `name` writes a square, so that squares can be written in either notation or become links.
 */

import { writeTie } from "./rule.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("./rule.js").Rule} Rule */
/** @typedef {import("./rule.js").Tie} Tie */
/** @typedef {(n: number) => string} Name */

/**
 * Why the rule chose a square.
 * @typedef {object} Choice
 * @property {string} decidedBy  one of `DECIDED_BY`
 * @property {number} chosen
 * @property {number} degree  of the chosen square
 * @property {number[]} deadEnds  the candidates that the rule leaves for last
 * @property {number[]} tied  the candidates that share the best degree, if there are several
 * @property {{tie: Tie, kept: number[], decisive: boolean}[]} stages  how the tie was broken: the squares that
 *   each tie-break kept, and whether it ruled any out
 */

/**
 * What is said about one frame.
 * @typedef {object} Facts
 * @property {Board} board
 * @property {Rule} rule
 * @property {number} visited  the number of squares visited
 * @property {number} square  where the knight is
 * @property {[number, number][]} candidates  the squares that the knight can move to, each with its degree
 * @property {number | null} next
 * @property {Choice | null} choice  null if the next square was given
 * @property {string | null} impossible  why theory rules out a tour from this start; said in the first frame
 * @property {"tour" | "stuck" | null} ending
 * @property {{start: number, closed: boolean, missed: number[]} | null} outcome  in the last frame; `missed`
 *   are the first unvisited squares
 */

export const MOST_NAMED = 12; // squares listed in one sentence
const NUMERALS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];

/** @param {string[]} things */
function listed(things) {
  const last = things[things.length - 1];
  return things.length > 1 ? `${things.slice(0, -1).join(", ")} and ${last}` : last;
}

/** @param {Board} board */
const isKnight = ({ leaper: [a, b] }) => a === 1 && b === 2;

/** The board in words, as in `Board.__str__`. @param {Board} board */
function boardWords(board) {
  const holes = board.area - board.size;
  const withHoles = holes ? ` with ${holes} ${holes === 1 ? "hole" : "holes"}` : "";
  const leaper = isKnight(board) ? "" : ` for a ${board.leaper.join(",")} leaper`;
  return `${board.rows}x${board.cols}${withHoles}${leaper}`;
}

/**
 * The frame in words: where the knight is, then what it does next and why, or how the walk ended.
 * @param {Facts} facts
 * @param {Name} name
 * @returns {string[]}
 */
export function sentences(facts, name) {
  const { board, visited, square, next, choice, impossible } = facts;
  const piece = isKnight(board) ? "knight" : "leaper";
  const said = [`Step ${visited}: ${piece} on ${name(square)}${visited === 1 ? ", the start" : ""}.`];
  if (impossible) said.push(`Theory shows that there is no such tour: ${impossible}.`);
  if (facts.ending === "tour") said.push(tourWords(facts, name));
  else if (facts.ending === "stuck") said.push(stuckWords(facts, name));
  else if (choice) said.push(...choiceWords(facts, choice, name));
  else if (next !== null) said.push(`Next: ${name(next)}.`);
  return said;
}

/** @param {Facts} facts @param {Name} name */
function tourWords({ board, square, outcome }, name) {
  const one = board.size === 1;
  const squares = one ? "its only square" : `all ${board.size} squares`;
  const ends = one ? name(square) : `from ${name(outcome.start)} to ${name(square)}`;
  return `${outcome.closed ? "A closed" : "An open"} tour of ${boardWords(board)}: ${squares}, ${ends}.`;
}

/** @param {Facts} facts @param {Name} name */
function stuckWords({ board, visited, square, outcome }, name) {
  const left = board.size - visited;
  const names = outcome.missed.slice(0, MOST_NAMED).map(name);
  if (left > MOST_NAMED) names.push(`${left - MOST_NAMED} more`);
  const unvisited = `${left} ${left === 1 ? "square is" : "squares are"} unvisited: ${listed(names)}.`;
  return `Dead end on ${name(square)} at step ${visited} of ${board.size}. ${unvisited}`;
}

/** Why this square. @param {Facts} facts @param {Choice} choice @param {Name} name */
function choiceWords({ rule, candidates }, choice, name) {
  const { decidedBy, degree, deadEnds, tied, stages } = choice;
  const chosen = name(choice.chosen);
  if (decidedBy === "only") return [`The only possible move is to ${chosen} (degree ${degree}).`];
  const moves = candidates.map(([n, onward]) => `${name(n)} (${onward})`).join(", ");
  const said = [`Possible moves and their degrees: ${moves}.`];
  if (decidedBy === "last dead end") {
    return [...said, `All are dead ends. The last of them in the order ${rule.order} is ${chosen}.`];
  }
  if (deadEnds.length) {
    const are = deadEnds.length === 1 ? "is a dead end, so it comes last" : "are dead ends, so they come last";
    said.push(`${listed(deadEnds.map(name))} ${are}.`);
  }
  if (decidedBy === "not a dead end") return [...said, `That leaves ${chosen}.`];
  const best = `the ${rule.most ? "highest" : "lowest"} degree, ${degree}`;
  if (decidedBy === "degree") return [...said, `${chosen} has ${best}.`];
  said.push(`${NUMERALS[tied.length]} squares tie with ${best}: ${listed(tied.map(name))}.`);
  for (const stage of stages) said.push(stageWords(stage, name));
  if (decidedBy === "random") said.push(`Chosen at random: ${chosen}.`);
  if (decidedBy === "order") said.push(`The first of them in the order ${rule.order} is ${chosen}.`);
  return said;
}

const DISTANCES = {
  outermost: ["Farthest from the centre", "equally far from the centre"],
  corner: ["Nearest to a corner", "equally near to a corner"],
};

/** @param {Choice["stages"][number]} stage @param {Name} name */
function stageWords({ tie, kept, decisive }, name) {
  const squares = listed(kept.map(name));
  if (tie.kind === "lookahead") {
    const ahead = `${tie.depth === 1 ? "one move" : `up to ${tie.depth} moves`} ahead`;
    return decisive ? `Looking ${ahead} favours ${squares}.` : `They are still equal after looking ${ahead}.`;
  }
  const [farthest, equally] = DISTANCES[tie.kind];
  return decisive ? `${farthest}: ${squares}.` : `They are ${equally}.`;
}

/**
 * What decided a move, in one or two words, for a move list: "only move", "degree", "outermost", "order", ...
 * @param {Choice | null} choice
 */
export function decisionWords(choice) {
  if (!choice) return "given";
  if (choice.decidedBy === "only") return "only move";
  if (choice.decidedBy === "tie-break") return writeTie(choice.stages[choice.stages.length - 1].tie);
  return choice.decidedBy;
}
