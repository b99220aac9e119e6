/**
 * Readers that are not ours accept our checkpoints, cosignatures and inclusion paths, and refuse altered ones: the verifier
 * of Sigstore, OpenSSL (through Node) and, where they are installed, the packages of Go's checksum database.
 */
import { spawnSync } from 'node:child_process'
import { createPublicKey, type KeyObject, verify as opensslVerify } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { verifyCheckpoint as readCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js'
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js'
import { describe, expect, test } from 'vitest'
import { fromHex, utf8 } from '../../src/bytes.ts'
import { logKey } from '../../src/checkpoint.ts'
import { inclusionProof, leafHash, treeRoot } from '../../src/log.ts'
import { fromBase64, formatKey, keyId, parseKey, signatureOf, toBase64 } from '../../src/note.ts'
import { verifyBytes } from '../../src/signatures/ed25519.ts'
import { PlayedLog, playedWitness } from '../../src/testing/played-log.ts'
import { cosign, verifyCosignature } from '../../src/witness.ts'

const WITNESS = playedWitness('w1.example')

/** A log with checkpoints of 1 to 9 entries; the witness signed each. */
const log = new PlayedLog('shop')
log.begin()
log.sign()
log.cosign(WITNESS)
for (let i = 0; i < 8; i++) {
  log.funding()
  log.sign()
  log.cosign(WITNESS)
}
const leaves = log.entries.map(leafHash)
/** The note as it is served, with the line of the witness. */
const served = (size: number): string => {
  const { note, cosignatures } = log.checkpoints[size - 1]!
  return note + cosignatures.map((line) => `${line}\n`).join('')
}
const pathOf = (index: number, size: number): string[] => inclusionProof(leaves.slice(0, size), index)

/** An Ed25519 key for OpenSSL. @param publicKey 32 bytes hex */
function keyObject(publicKey: string): KeyObject {
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

type Asked = { note: string; index: number; path: readonly string[]; bytes: string; publicKey: string }

/** What Sigstore's verifier says about an entry under a checkpoint. @throws when it refuses */
function sigstore({ note, index, path, bytes, publicKey }: Asked): { origin: string; size: number } {
  const key = logKey(log.deployment, publicKey)
  const entry = {
    logIndex: String(index),
    logId: undefined,
    kindVersion: undefined,
    integratedTime: '0',
    inclusionPromise: undefined,
    inclusionProof: {
      logIndex: String(index),
      rootHash: Buffer.alloc(0),
      treeSize: '0',
      hashes: path.map((hash) => Buffer.from(hash, 'hex')),
      checkpoint: { envelope: note },
    },
    canonicalizedBody: Buffer.from(bytes, 'utf8'),
  } as unknown as Parameters<typeof readCheckpoint>[0]
  const authority = {
    logID: Buffer.from(keyId(key)),
    publicKey: keyObject(publicKey),
    validFor: { start: new Date(0), end: new Date() },
    baseURL: `https://${key.name}`,
  }
  const checkpoint = readCheckpoint(entry, [authority])
  verifyMerkleInclusion(entry, checkpoint)
  return { origin: checkpoint.origin, size: Number(checkpoint.logSize) }
}

const asked = (index: number, size: number): Asked => ({
  note: served(size),
  index,
  path: pathOf(index, size),
  bytes: log.entries[index]!,
  publicKey: log.publicKey,
})

describe('the verifier of Sigstore', () => {
  test('reads our checkpoints and finds every entry under each of them', () => {
    for (let size = 1; size <= log.size; size++) {
      for (let index = 0; index < size; index++)
        expect(sigstore(asked(index, size))).toEqual({ origin: 'fairlot/shop', size })
    }
  })

  test('refuses another entry, place, path, root, size, time or key', () => {
    const honest = asked(4, 9)
    const { note, path } = honest
    const altered: Partial<Asked>[] = [
      { bytes: `${honest.bytes} ` },
      { index: 5 },
      { path: path.slice(1) },
      { path: [...path, path[0]!] },
      { path: path.toReversed() },
      { note: note.replace('\n9\n', '\n8\n') },
      { note: note.replace(/time \d+/, 'time 1') },
      { note: note.replace(/head ../, 'head zz') },
      { note: note.replace(toBase64(fromHex(treeRoot(leaves))), toBase64(fromHex('ab'.repeat(32)))) },
      { note: note.replace('fairlot/shop\n', 'fairlot/other\n') },
      { note: served(8) },
      { publicKey: parseKey(WITNESS.key)!.publicKey },
    ]
    expect(() => sigstore(honest)).not.toThrow()
    for (const change of altered)
      expect(() => sigstore({ ...honest, ...change }), JSON.stringify(change)).toThrow()
  })
})

/** A reader written from c2sp.org/tlog-cosignature with OpenSSL's Ed25519. @returns the Unix seconds, or null */
function readCosignature(note: string, publicKey: string): bigint | null {
  const [text = '', lines = ''] = note.split('\n\n')
  const encoded = lines
    .split('\n')
    .find((line) => line.startsWith(`— ${WITNESS.name} `))
    ?.split(' ')[2]
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (bytes.length !== 4 + 8 + 64) return null
  const seconds = bytes.readBigUInt64BE(4)
  const message = Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}\n`, 'utf8')
  return opensslVerify(null, message, keyObject(publicKey), bytes.subarray(12)) ? seconds : null
}

describe('a reader with the Ed25519 of OpenSSL', () => {
  const { publicKey } = parseKey(WITNESS.key)!

  test('accepts the cosignature of our witness over our checkpoint, and no other note, time or key', () => {
    const note = served(9)
    expect(readCosignature(note, publicKey)).toBe(BigInt(Math.floor(log.now / 1000)))
    expect(readCosignature(note.replace('\n9\n', '\n8\n'), publicKey)).toBeNull()
    expect(readCosignature(note, log.publicKey)).toBeNull()
    const line = cosign(WITNESS.secret, WITNESS.name, note, 1_700_000_000)
    const bytes = Buffer.from(line.split(' ')[2]!, 'base64')
    bytes.writeBigUInt64BE(1_700_000_001n, 4)
    const moved = `${log.checkpoints[8]!.note}— ${WITNESS.name} ${bytes.toString('base64')}\n`
    expect(readCosignature(moved, publicKey)).toBeNull()
    expect(verifyCosignature(moved, moved.split('\n').at(-2)!, parseKey(WITNESS.key)!)).toBeNull()
  })

  test('agrees with us on the example of c2sp.org/signed-note', () => {
    const key = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
    const text = 'This is an example message.\n'
    const line =
      '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM='
    const parsed = parseKey(key)!
    expect(formatKey(parsed)).toBe(key)
    const signature = signatureOf(line, parsed)!
    for (const [message, isGood] of [
      [text, true],
      [`${text}\n`, false],
    ] as const) {
      expect(verifyBytes(parsed.publicKey, utf8(message), signature)).toBe(isGood)
      const bytes = Buffer.from(message, 'utf8')
      expect(opensslVerify(null, bytes, keyObject(parsed.publicKey), signature)).toBe(isGood)
    }
    expect(fromBase64(line.split(' ')[2]!)).toHaveLength(4 + 64)
  })
})

/** Where Debian's golang-golang-x-mod-dev puts its sources; another place can be given. */
const GO_PATH = process.env['FAIRLOT_GO_PATH'] ?? '/usr/share/gocode'
const hasGo =
  spawnSync('go', ['version']).status === 0 && existsSync(`${GO_PATH}/src/golang.org/x/mod/sumdb/note`)

type Question = {
  Key: string
  Witness?: string
  Note: string
  Entry?: { Index: number; Bytes: string; Path: string[] }
  Older?: { Size: number; Root: string; Path: string[] }
}

/** @returns for each question '' or why the reader refuses */
function inGo(questions: readonly Question[]): string[] {
  const { status, stdout, stderr } = spawnSync('go', ['run', 'notes.go'], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, GOPATH: GO_PATH, GO111MODULE: 'off', GOFLAGS: '' },
    input: JSON.stringify(questions),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the reader in Go failed: ${stderr}`)
  return JSON.parse(stdout) as string[]
}

test("the packages of Go's checksum database read checkpoints, cosignatures and both kinds of paths", () => {
  if (!hasGo)
    return console.warn("Go's reader: NOT RUN, because this machine has no Go with golang.org/x/mod")
  const asText = (path: readonly string[]): string[] => path.map((hash) => toBase64(fromHex(hash)))
  const base = {
    Key: formatKey(logKey(log.deployment, log.publicKey)),
    Witness: WITNESS.key,
    Note: served(9),
  }
  const entry = { Index: 4, Bytes: log.entries[4]!, Path: asText(pathOf(4, 9)) }
  const rootOf = (size: number): string => toBase64(fromHex(treeRoot(leaves.slice(0, size))))
  const older = { Size: 6, Root: rootOf(6), Path: asText(log.consistency(6)) }
  const good: Question[] = [base, { Key: base.Key, Note: log.checkpoints[8]!.note }]
  for (let index = 0; index < 9; index++)
    good.push({
      ...base,
      Entry: { Index: index, Bytes: log.entries[index]!, Path: asText(pathOf(index, 9)) },
    })
  for (let size = 1; size < 9; size++)
    good.push({ ...base, Older: { Size: size, Root: rootOf(size), Path: asText(log.consistency(size)) } })
  const bad: Question[] = [
    { ...base, Note: base.Note.replace('\n9\n', '\n8\n') },
    { ...base, Note: log.checkpoints[8]!.note },
    { ...base, Witness: playedWitness('w2.example').key },
    { ...base, Entry: { ...entry, Bytes: log.entries[5]! } },
    { ...base, Entry: { ...entry, Index: 5 } },
    { ...base, Entry: { ...entry, Path: entry.Path.slice(1) } },
    { ...base, Older: { ...older, Root: rootOf(5) } },
    { ...base, Older: { ...older, Size: 5 } },
    { ...base, Older: { ...older, Path: older.Path.toReversed() } },
  ]
  const answers = inGo([...good, ...bad])
  expect(answers.slice(0, good.length)).toEqual(good.map(() => ''))
  expect(answers.slice(good.length)).not.toContain('')
})
