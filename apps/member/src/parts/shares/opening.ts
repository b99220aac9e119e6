/**
 * How a winning code opens: digit by digit, and which of a member's codes remain at each digit. Pure; the code is known
 * and published before it opens.
 */
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { DRAW_ROLL_MS } from '../../page-timing.ts'

/** The digits of a lucky code. */
export const DIGITS = 7
/** A digit locks this long after the one before it. */
const DIGIT_MS = 600
/** The rows of the code board. */
export const BOARD_ROWS = 8

/** Codes that follow one another. */
export type CodeRun = { first: number; quantity: number }

/** The number of leading digits that all codes of an issue have in common. */
export function sharedDigits(shares: number): number {
  const [first, last] = [String(FIRST_CODE), String(FIRST_CODE + Math.max(1, shares) - 1)]
  let same = 0
  while (same < DIGITS && first[same] === last[same]) same++
  return same
}

/**
 * The moments at which the digits lock, in milliseconds after the start: the digits that every code shares at once, then
 * one after another, all within four seconds.
 */
export function lockTimes(shares: number): number[] {
  const shared = sharedDigits(shares)
  const each = Math.min(DIGIT_MS, DRAW_ROLL_MS / Math.max(1, DIGITS - shared))
  return Array.from({ length: DIGITS }, (_, digit) => Math.max(0, digit + 1 - shared) * each)
}

/** The first digit (from 0) at which a code differs from the winning code; null when it is the winning code. */
export function differsAt(code: number, winning: number): number | null {
  const [own, wanted] = [String(code), String(winning)]
  for (let digit = 0; digit < DIGITS; digit++) if (own[digit] !== wanted[digit]) return digit
  return null
}

/** The codes that begin with the first `locked` digits of the winning code. */
function reach(winning: number, locked: number): { from: number; to: number } {
  const size = 10 ** (DIGITS - locked)
  const from = Math.floor(winning / size) * size
  return { from, to: from + size - 1 }
}

/** A prime, so that the shown codes jump in nearly every number of shares. */
const JUMP = 7919

/**
 * A code that can still win, for cells that roll: one of the codes, with the digits of the winning code that are open.
 * @param winning null before the draw
 * @param step which of these codes; each tick shows the next
 */
export function rollingCode(shares: number, winning: number | null, locked: number, step: number): string {
  const all = { from: FIRST_CODE, to: FIRST_CODE + Math.max(1, shares) - 1 }
  const open = winning === null ? all : reach(winning, locked)
  const from = Math.max(all.from, open.from)
  const count = Math.min(all.to, open.to) - from + 1
  return String(from + ((step * JUMP) % count))
}

/** How many codes of the runs are still in once `locked` digits are open. */
export function stillIn(runs: readonly CodeRun[], winning: number, locked: number): number {
  const { from, to } = reach(winning, locked)
  const overlap = ({ first, quantity }: CodeRun) =>
    Math.max(0, Math.min(to, first + quantity - 1) - Math.max(from, first) + 1)
  return runs.reduce((sum, run) => sum + overlap(run), 0)
}

export const countOf = (runs: readonly CodeRun[]): number =>
  runs.reduce((sum, { quantity }) => sum + quantity, 0)

/** The first `most` codes of the runs within a reach that are not taken yet. */
function codesWithin(
  runs: readonly CodeRun[],
  { from, to }: { from: number; to: number },
  taken: ReadonlySet<number>,
  most: number,
): number[] {
  const codes: number[] = []
  for (const { first, quantity } of runs) {
    const last = Math.min(to, first + quantity - 1)
    for (let code = Math.max(from, first); code <= last && codes.length < most; code++)
      if (!taken.has(code)) codes.push(code)
  }
  return codes
}

export type Board = {
  /** the codes in the rows; a row keeps its code while that code is still in, and for one digit after it left */
  rows: number[]
  /** the codes without a row */
  more: number
  /** those of them that are still in */
  moreIn: number
}

/**
 * The code board once `locked` digits are open. With more codes than rows, the rows of codes that left earlier go to
 * codes that are still in, so that the board shows what remains.
 */
export function boardAt(runs: readonly CodeRun[], winning: number | null, locked: number): Board {
  const all = countOf(runs)
  const everything = { from: 0, to: Number.MAX_SAFE_INTEGER }
  let rows = codesWithin(runs, everything, new Set(), BOARD_ROWS)
  if (winning === null) return { rows, more: all - rows.length, moreIn: all - rows.length }
  if (all > rows.length) {
    for (let digit = 1; digit <= locked; digit++) rows = refilled(rows, runs, winning, digit - 1)
    if (locked === DIGITS) rows = withWinner(rows, runs, winning)
  }
  const shownIn = rows.filter((code) => inAt(code, winning, locked)).length
  return { rows, more: all - rows.length, moreIn: stillIn(runs, winning, locked) - shownIn }
}

const inAt = (code: number, winning: number, locked: number): boolean =>
  (differsAt(code, winning) ?? DIGITS) >= locked

/** Gives the rows whose codes have left by `locked` digits to codes that are still in and have no row. */
function refilled(rows: number[], runs: readonly CodeRun[], winning: number, locked: number): number[] {
  const hidden = codesWithin(runs, reach(winning, locked), new Set(rows), rows.length)
  return rows.map((code) => (inAt(code, winning, locked) ? code : (hidden.shift() ?? code)))
}

/** The last row goes to the winning code when the member holds it without a row. */
function withWinner(rows: number[], runs: readonly CodeRun[], winning: number): number[] {
  if (rows.includes(winning) || stillIn(runs, winning, DIGITS) === 0) return rows
  return [...rows.slice(0, -1), winning]
}

/** The distance from the winning code to the nearest code of the runs; null without codes. */
export function nearest(runs: readonly CodeRun[], winning: number): number | null {
  if (runs.length === 0) return null
  return Math.min(
    ...runs.map(({ first, quantity }) => Math.max(first - winning, winning - (first + quantity - 1), 0)),
  )
}
