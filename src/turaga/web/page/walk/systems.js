/**
 * The published systems that Turaga reproduces, as /api/v1/options lists them, so that the page knows them
 * without a server. A test compares them with src/turaga/rule.py.
 */

/**
 * @typedef {object} System
 * @property {string} name
 * @property {string} who
 * @property {string} what
 * @property {"greedy" | "search"} method
 * @property {string} rule
 */

/** @type {readonly System[]} */
export const SYSTEMS = [
  {
    name: "serafeimidis",
    who: "Serafeimidis's thesis (C++ and Matlab)",
    what:
      "ties broken by a fixed order; entering the start does not lower the degrees of its neighbours " +
      "(open start), and the published figures depend on that",
    method: "greedy",
    rule: "12345678,open-start",
  },
  {
    name: "klochko",
    who: "Klochko's coursework (C)",
    what:
      "ties broken by the order 25163487; a square of degree 0 is entered only if there is no other " +
      "(the last one in the order), and the walk ends there",
    method: "greedy",
    rule: "25163487,dead-ends-last",
  },
  {
    name: "stahovec",
    who: "Stahovec's coursework (Python)",
    what:
      "depth-first search with backtracking, ties broken by the order 18765432; the program gave up " +
      "after 1 to 4 million steps",
    method: "search",
    rule: "18765432",
  },
  {
    name: "bencic",
    who: "Bencic's seminar (C++)",
    what: "ties broken by the order 81234567",
    method: "greedy",
    rule: "81234567",
  },
  {
    name: "agh",
    who: "Agh's assignment (C#)",
    what:
      "depth-first search with backtracking, ties broken by the order 21876543; the program gave up " +
      "after a time limit",
    method: "search",
    rule: "21876543",
  },
];
