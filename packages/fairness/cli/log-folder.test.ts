import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AuditBreach } from '../src/audit.ts'
import { parseKey } from '../src/note.ts'
import { ReadError } from '../src/read.ts'
import { PlayedLog, playedWitness } from '../src/testing/played-log.ts'
import { writeExport } from './export.fixture.ts'
import { auditFolder, NoExport } from './log-folder.ts'

const PROGRAM = fileURLToPath(new URL('verify.ts', import.meta.url))
const W1 = playedWitness('w1')
const A = 'M1-0001'
let base = ''
let folder = ''

const log = new PlayedLog()
log.begin('sandbox')
log.life(A, { grade: 'witnessed', witnesses: [W1.key] }, [W1])
for (let i = 0; i < 3; i++) {
  log.funding()
  log.now += 1_000
  log.sign()
}
log.cosign(W1)

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'fairlot-log-'))
  writeExport(join(base, 'good'), log)
})
afterAll(() => rmSync(base, { recursive: true }))
beforeEach(() => {
  folder = join(base, 'changed')
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(base, 'good'), folder, { recursive: true })
})

const at = (name: string): string => join(folder, name)
const read = (name: string): string => readFileSync(at(name), 'utf8')
const put = (name: string, text: string): void => writeFileSync(at(name), text)
/** Changes a file and tells what the reader says, then puts it back. */
function after(name: string, change: (text: string) => string): string {
  const before = read(name)
  const text = change(before)
  expect(text).not.toBe(before)
  put(name, text)
  const said = verdict()
  put(name, before)
  return said
}
function verdict(options: Parameters<typeof auditFolder>[1] = {}): string {
  try {
    auditFolder(folder, options)
    return 'sound'
  } catch (error) {
    if (error instanceof AuditBreach) return `${error.rule} ${error.index}`
    if (error instanceof ReadError) return error.message
    throw error
  }
}
const ENTRIES = 'entries/00000000.jsonl'

describe('an export', () => {
  test('is audited, with the counts of what happened, and gives the entries of an issue', () => {
    const audit = auditFolder(folder, { publicKey: log.publicKey, witness: parseKey(W1.key)! })
    expect(audit).toMatchObject({
      version: 'fairlot-log/2',
      deployment: 'demo',
      size: 7,
      checkpoints: 5,
      counts: { opened: 1, sealed: 1, drawn: 1 },
      witnessed: { checkpoints: 2, size: 7 },
    })
    expect(audit.find(A)).toEqual([1, 2, 3].map((index) => ({ index, bytes: log.entries[index] })))
    expect(audit.find('M1-0009')).toEqual([])
  })

  test('of version 1 is read as well, also one without any entry', () => {
    rmSync(folder, { recursive: true })
    writeExport(folder, log, 1)
    expect(verdict()).toBe('sound')
    for (const version of [1, 2] as const) {
      rmSync(folder, { recursive: true })
      writeExport(folder, new PlayedLog(), version)
      expect(verdict()).toBe('sound')
    }
  })

  test('has 10,000 entries in each file but the last', () => {
    const long = new PlayedLog()
    long.begin()
    for (let i = 1; i < 10_001; i++) long.funding()
    long.sign()
    rmSync(folder, { recursive: true })
    writeExport(folder, long)
    expect(verdict()).toBe('sound')
    const [first, second] = [read(ENTRIES), read('entries/00000001.jsonl')]
    const cut = first.slice(0, -1).lastIndexOf('\n') + 1
    put(ENTRIES, first.slice(0, cut))
    put('entries/00000001.jsonl', first.slice(cut) + second)
    expect(verdict()).toContain('has 9999 entries')
    put(ENTRIES, first + second)
    rmSync(at('entries/00000001.jsonl'))
    expect(verdict()).toContain('has 10001 entries')
  })

  test('fails with the key of another log, or a witness that signed nothing', () => {
    expect(verdict({ publicKey: '00'.repeat(32) })).toContain('not the key that was given')
    expect(verdict({ witness: parseKey(playedWitness('w2').key)! })).toContain('signed no checkpoint')
  })
})

function withLines(line: string, cosignatures: string[]): string {
  return JSON.stringify({ ...(JSON.parse(line) as object), cosignatures })
}

describe('an altered export fails', () => {
  test('when an entry is changed and the checkpoints are removed', () => {
    put(ENTRIES, read(ENTRIES).replace('"10000"', '"10001"'))
    expect(verdict()).toMatch(/^(checkpoint|draw) \d/)
    put('checkpoints.jsonl', '')
    expect(verdict()).toBe('checkpoint is not a file of this export')
    rmSync(at('checkpoint'))
    // no checkpoint shows that a witness signed the seal
    expect(verdict()).toBe('witness 3')
  })

  test('when an entry is appended, also with the size that fits', () => {
    const line = log.entries.at(-1)!
    expect(after(ENTRIES, (text) => `${text}${line}\n`)).toContain('the log ends at 7 entries')
    put('log.json', read('log.json').replace('"size": 7', '"size": 8'))
    expect(after(ENTRIES, (text) => `${text}${line}\n`)).toBe('uncovered 7')
    expect(verdict()).toContain('states 8 entries, the export has 7')
  })

  test('when an entry is missing, moved or cut', () => {
    const lines = read(ENTRIES).split('\n')
    expect(after(ENTRIES, () => lines.toSpliced(4, 1).join('\n'))).toMatch(/^checkpoint /)
    expect(
      after(ENTRIES, () => [...lines.slice(0, 4), lines[5], lines[4], ...lines.slice(6)].join('\n')),
    ).toMatch(/^checkpoint /)
    expect(after(ENTRIES, (text) => text.slice(0, -1))).toContain('ends in the middle of a line')
    expect(after(ENTRIES, (text) => `${text}\n`)).toContain('has 8 entries')
    expect(after(ENTRIES, (text) => text.replaceAll('\n', '\r\n'))).toMatch(/^format 0/)
    expect(after(ENTRIES, () => '')).toContain('has 0 entries')
  })

  test('when checkpoints are removed, reordered, repeated or unsigned', () => {
    const lines = read('checkpoints.jsonl').split('\n').slice(0, -1)
    const notes = (changed: string[]) =>
      after('checkpoints.jsonl', () => changed.map((l) => `${l}\n`).join(''))
    expect(notes(lines.slice(0, 4))).toContain('checkpoint is not the last note')
    expect(notes(lines.toReversed())).toContain('checkpoint is not the last note')
    expect(notes([lines[1]!, lines[0]!, ...lines.slice(2)])).toBe('witness 3')
    // without the checkpoint of the seal nothing shows that a witness signed it in time
    expect(notes(lines.slice(1))).toBe('witness 3')
    expect(notes(lines.with(2, lines[2]!.replace('time 1', 'time 2')))).toBe('checkpoint 4')
    expect(notes(lines.with(2, lines[2]!.replace('"note"', '"Note"')))).toContain('line 3')
    expect(notes(lines.with(2, ` ${lines[2]}`))).toContain('is not written as an export writes it')
    expect(notes(lines.with(2, withLines(lines[2]!, ['nonsense'])))).toContain('signature lines')
  })

  test('when the lines of the witness are removed or forged', () => {
    const lines = read('checkpoints.jsonl').split('\n')
    const [seal] = lines
    const { cosignatures } = JSON.parse(seal!) as { cosignatures: string[] }
    const without = (instead: string[]) =>
      after('checkpoints.jsonl', () => lines.with(0, withLines(seal!, instead)).join('\n'))
    expect(without([])).toBe('witness 3')
    expect(without([cosignatures[0]!.replace('— w1', '— w2')])).toBe('witness 3')
    expect(without([cosignatures[0]!, cosignatures[0]!])).toContain('a signature line twice')
    // each line of a witness that an opening names is verified, also where none is needed
    const moved = lines.with(2, withLines(lines[2]!, cosignatures)).join('\n')
    expect(after('checkpoints.jsonl', () => moved)).toBe(
      'a line over the checkpoint of size 5 is not the signature of w1',
    )
  })

  test('when the latest checkpoint is another one or an old one', () => {
    const last = read('checkpoint')
    for (const text of [last.replace('time 1', 'time 2'), log.checkpoints[0]!.note, `${last}\n`, '']) {
      put('checkpoint', text)
      expect(verdict()).toContain('checkpoint is not the last note')
    }
    rmSync(at('checkpoint'))
    expect(verdict()).toBe('checkpoint is missing')
  })

  test('when log.json names another key, deployment, size or version', () => {
    const about = (change: object): string =>
      after('log.json', (text) => JSON.stringify({ ...(JSON.parse(text) as object), ...change }))
    const other = new PlayedLog('other')
    expect(about({ publicKey: '11'.repeat(32) })).toContain('key is not the note key')
    expect(about({ deployment: 'other' })).toContain('key is not the note key')
    expect(about({ size: 6 })).toContain('the log ends at 6 entries')
    expect(about({ size: 8 })).toContain('states 8 entries')
    expect(about({ version: 'fairlot-log/1' })).toContain('"size" belongs to version 2')
    expect(about({ version: 'fairlot-log/3' })).toContain('version')
    expect(about({ note: 'x' })).toContain('unknown field')
    writeExport(join(base, 'other'), other)
    put('log.json', readFileSync(join(base, 'other', 'log.json'), 'utf8').replace('"size": 0', '"size": 7'))
    expect(verdict()).toBe('begin 0')
    put('log.json', '{"a":1,"a":2}')
    expect(verdict()).toContain('names a field twice')
    put('log.json', 'nonsense')
    expect(verdict()).toContain('log.json is not JSON')
  })

  test('when a file is unknown, missing or named wrongly', () => {
    put('notes.txt', 'x')
    expect(verdict()).toBe('notes.txt is not a file of this export')
    rmSync(at('notes.txt'))
    for (const name of ['entries/00000001.jsonl', 'entries/00000000.jsonl.draft', 'entries/.hidden']) {
      put(name, read(ENTRIES))
      expect(verdict()).toMatch(/is not a file of this export|has 7 entries, a file has 10000/)
      rmSync(at(name))
    }
    renameSync(at(ENTRIES), at('entries/0.jsonl'))
    expect(verdict()).toContain('entries/0.jsonl is not a file of this export')
    rmSync(at('entries'), { recursive: true })
    expect(verdict()).toBe('entries is missing')
    mkdirSync(at('entries'))
    expect(verdict()).toMatch(/^checkpoint /)
    rmSync(at('checkpoints.jsonl'))
    expect(verdict()).toBe('checkpoints.jsonl is missing')
    rmSync(at('log.json'))
    expect(() => auditFolder(folder)).toThrow(NoExport)
  })

  test('when a file is not UTF-8', () => {
    writeFileSync(at(ENTRIES), Buffer.concat([readFileSync(at(ENTRIES)), Buffer.of(0xff, 0x0a)]))
    expect(verdict()).toBe(`${ENTRIES} is not UTF-8`)
    put(ENTRIES, '')
    put('checkpoint', `\ufeff${log.checkpoints.at(-1)!.note}`)
    expect(verdict()).toContain('checkpoint is not the last note')
  })
})

describe('the verifier program', () => {
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, '--log', folder, ...args], {
      encoding: 'utf8',
    })
    return { status, out: stdout, err: stderr }
  }

  test('prints what was audited, with status 0', () => {
    const { status, out, err } = run('--key', log.publicKey, '--witness', W1.key)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toContain(
      '✓ 7 entries, 5 checkpoints signed with the key that was given; every entry is covered.',
    )
    expect(out).toContain('Issues: 1 opened, 1 sealed, 1 drawn, 0 refunded.')
    expect(out).toContain('✓ w1 signed 2 checkpoints; the last one covers 7 entries.')
    expect(run().out).toContain("the export's own key (none was given)")
  })

  test('prints rule and entry of the first breach with status 1, and status 2 for a folder that is no export', () => {
    const twice = log.copy()
    twice.append(twice.entries[3]!)
    twice.sign()
    rmSync(folder, { recursive: true })
    writeExport(folder, twice)
    const { status, out } = run()
    expect(status).toBe(1)
    expect(out).toBe(
      '✗ rule time, entry 7: entry 7 goes back in time: from 1750000102123 to 1750000100123.\n',
    )
    rmSync(at('log.json'))
    expect(run()).toMatchObject({ status: 2, out: '' })
  })
})
