/** Log and signed notes for the independent verifier. Follows the recursive definitions of RFC 6962, not its algorithms. */
import { createPublicKey, verify } from 'node:crypto'
import { sha, unhex, type Json } from './bytes.fixture.ts'

export const leafOf = (text: string): Buffer => sha(Buffer.of(0), text)
const inner = (left: Buffer, right: Buffer): Buffer => sha(Buffer.of(1), left, right)
const below = (n: number): number => {
  let k = 1
  while (2 * k < n) k *= 2
  return k
}

/** The root that a path leads to, by the recursive definition; null when the path has the wrong length. */
export function rootFrom(leaf: Buffer, index: number, size: number, path: Buffer[]): Buffer | null {
  if (index >= size) return null
  if (size === 1) return path.length === 0 ? leaf : null
  if (path.length === 0) return null
  const k = below(size)
  const last = path.at(-1)!
  const rest = path.slice(0, -1)
  if (index < k) {
    const left = rootFrom(leaf, index, k, rest)
    return left && inner(left, last)
  }
  const right = rootFrom(leaf, index - k, size - k, rest)
  return right && inner(last, right)
}

/** The old and the new root that a consistency path leads to; `known` is the old root when the path omits it. */
function rootsFrom(old: number, size: number, path: Buffer[], known: Buffer | null): [Buffer, Buffer] | null {
  if (old === size) {
    if (known) return path.length === 0 ? [known, known] : null
    return path.length === 1 ? [path[0]!, path[0]!] : null
  }
  if (path.length === 0) return null
  const k = below(size)
  const last = path.at(-1)!
  const rest = path.slice(0, -1)
  if (old <= k) {
    const roots = rootsFrom(old, k, rest, known)
    return roots && [roots[0], inner(roots[1], last)]
  }
  const roots = rootsFrom(old - k, size - k, rest, null)
  return roots && [inner(last, roots[0]), inner(last, roots[1])]
}

/** Size and root that a note states; null when they cannot be read. */
export function treeIn(note: string): { size: number; root: Buffer } | null {
  const [, size = '', encoded = ''] = note.split('\n')
  const root = Buffer.from(encoded, 'base64')
  const readable =
    /^(0|[1-9]\d*)$/.test(size) && Number.isSafeInteger(Number(size)) && note.split('\n').length > 3
  return readable && root.length === 32 && root.toString('base64') === encoded
    ? { size: Number(size), root }
    : null
}

export function extendsTree(old: Note, now: Note, path: Buffer[]): boolean {
  if (old.size > now.size) return false
  if (old.size === 0) return path.length === 0 && old.root.equals(sha())
  const roots = rootsFrom(old.size, now.size, path, old.root)
  return roots !== null && roots[0].equals(old.root) && roots[1].equals(now.root)
}

type Note = { size: number; root: Buffer; time: number; origin: string; body: string; lines: string[] }

export function readNote(text: string): Note | null {
  const end = text.indexOf('\n\n')
  if (end < 0 || !text.endsWith('\n')) return null
  const body = text.slice(0, end + 1)
  const match = /^(.+)\n(0|[1-9]\d*)\n([A-Za-z0-9+/=]+)\nhead ([0-9a-f]{64})\ntime (0|[1-9]\d*)\n$/.exec(body)
  if (!match) return null
  const root = Buffer.from(match[3]!, 'base64')
  if (root.length !== 32 || root.toString('base64') !== match[3]) return null
  const lines = text.slice(end + 2, -1).split('\n')
  return { origin: match[1]!, size: Number(match[2]), root, time: Number(match[5]), body, lines }
}

export function ed25519(key: Json, message: Buffer, signature: Buffer): boolean {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), unhex(key)])
  try {
    return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
  } catch {
    return false
  }
}

/** A checkpoint of the deployment with exactly one signature, made by the key; otherwise null. */
export function signedNote(text: string, key: Json, deployment: string): Note | null {
  const note = readNote(text)
  const name = `fairlot/${deployment}`
  if (note?.origin !== name || note.lines.length !== 1) return null
  const encoded = note.lines[0]!.startsWith(`— ${name} `) ? note.lines[0]!.slice(name.length + 3) : ''
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length !== 68 || bytes.toString('base64') !== encoded) return null
  const id = sha(`${name}\n`, Buffer.of(1), unhex(key)).subarray(0, 4)
  return id.equals(bytes.subarray(0, 4)) && ed25519(key, Buffer.from(note.body), bytes.subarray(4))
    ? note
    : null
}
