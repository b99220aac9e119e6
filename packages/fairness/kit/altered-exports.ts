/** Exports of an honest log with files that are missing, unknown, cut, exchanged or changed. */
import { formatKey } from '../src/note.ts'
import { logKey } from '../src/checkpoint.ts'
import { PlayedLog } from '../src/testing/played-log.ts'
import { WITNESSES } from './house.ts'
import { type Expected, exportOf, type KitCase, withFiles } from './kit-case.ts'

const ENTRIES = 'entries/00000000.jsonl'
const NOTES = 'checkpoints.jsonl'
const [W1, W2] = WITNESSES as readonly [(typeof WITNESSES)[0], (typeof WITNESSES)[0]]

function honestLog(grade: 'beacon' | 'witnessed'): PlayedLog {
  const log = new PlayedLog('shop')
  log.begin()
  log.life('M1-0001', { grade, witnesses: grade === 'witnessed' ? [W1.key] : null }, [W1])
  for (let n = 0; n < 4; n++) {
    log.now += 1_000
    log.funding()
    log.sign()
  }
  log.cosign(W1)
  return log
}

/** @param grade of the log's only issue: without checkpoints, a draw of grade `witnessed` has no witness */
export function alteredExports(grade: 'beacon' | 'witnessed'): KitCase[] {
  const log = honestLog(grade)
  const signs = grade === 'witnessed'
  const files = exportOf(log)
  const textOf = (name: string): string => String(files[name])
  const linesOf = (name: string): string[] => textOf(name).split('\n').slice(0, -1)
  const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
  const entries = linesOf(ENTRIES)
  const notes = linesOf(NOTES)
  const about = JSON.parse(textOf('log.json')) as Record<string, unknown>
  const cases: KitCase[] = []
  const add = (
    what: string,
    expected: Expected,
    changes: Record<string, string | Uint8Array | null>,
    { key = log.publicKey, witness }: { key?: string | null; witness?: string } = {},
  ): void => {
    cases.push({
      name: `exports ${grade}/${what}`,
      expected,
      log: withFiles(files, changes),
      // null: the reader has no key from elsewhere
      ...(key !== null && { key }),
      ...(witness !== undefined && { witness }),
    })
  }
  const withAbout = (changes: object): Record<string, string> => ({
    'log.json': `${JSON.stringify({ ...about, ...changes }, null, 2)}\n`,
  })

  add('control', 'verified', {})
  add('control: the witness that signed', 'verified', {}, { witness: W1.key })
  add('a witness that signed nothing', 'export', {}, { witness: W2.key })
  add('another key given', 'export', {}, { key: 'ab'.repeat(32) })
  for (const name of [NOTES, 'checkpoint']) add(`${name} missing`, 'export', { [name]: null })
  add('the entries missing', 'checkpoint', { [ENTRIES]: null, 'entries/': '' })
  for (const name of ['README', 'entries.jsonl', 'checkpoint.old', '.hidden'])
    add(`${name} added`, 'export', { [name]: 'x\n' })
  for (const name of ['entries/00000001.jsonl', 'entries/00000000.json', 'entries/0.jsonl', 'entries/x']) {
    add(`${name} added`, 'export', { [name]: `${entries[0]}\n` })
  }
  add('the file of entries renamed', 'export', { [ENTRIES]: null, 'entries/00000001.jsonl': textOf(ENTRIES) })
  const last = entries.length - 1
  for (const index of entries.keys()) {
    // dated centuries later: the next entry goes back in time, unless a checkpoint comes first
    const later = joined(entries.with(index, entries[index]!.replace(/"at":(\d)/, '"at":$10')))
    const first = index === 2 ? 'seal' : 'time'
    add(`entry ${index} changed`, index < 3 ? first : 'checkpoint', { [ENTRIES]: later })
    const unsigned = index < 3 ? first : signs ? 'witness' : index === last ? 'uncovered' : 'time'
    add(`entry ${index} changed, checkpoints removed`, unsigned, {
      [ENTRIES]: later,
      [NOTES]: '',
      checkpoint: null,
    })
  }
  for (const index of [4, 5, 6]) {
    add(`entry ${index} removed`, 'checkpoint', { [ENTRIES]: joined(entries.toSpliced(index, 1)) })
  }
  add('the last entry doubled', 'export', { [ENTRIES]: joined([...entries, entries.at(-1)!]) })
  add('the last entry doubled, with its size', 'uncovered', {
    [ENTRIES]: joined([...entries, entries.at(-1)!]),
    ...withAbout({ size: entries.length + 1 }),
  })
  add('two entries exchanged', 'checkpoint', {
    [ENTRIES]: joined(
      entries
        .with(5, entries[6]!.replace(/"at":\d+/, /"at":\d+/.exec(entries[5]!)![0]))
        .with(6, entries[5]!.replace(/"at":\d+/, /"at":\d+/.exec(entries[6]!)![0])),
    ),
  })
  add('the last line cut', 'export', { [ENTRIES]: textOf(ENTRIES).slice(0, -1) })
  add('carriage returns', 'format', { [ENTRIES]: textOf(ENTRIES).replaceAll('\n', '\r\n') })
  add('bytes that are not UTF-8', 'export', { [ENTRIES]: Uint8Array.of(0xff, 0xfe, 0x0a) })
  add('a byte order mark', 'format', { [ENTRIES]: `\ufeff${textOf(ENTRIES)}` })
  add('checkpoints removed', signs ? 'witness' : 'uncovered', { [NOTES]: '', checkpoint: null })
  const without = notes.slice(0, -1)
  const previous = JSON.parse(without.at(-1)!) as { note: string; cosignatures: string[] }
  const note = previous.note + previous.cosignatures.map((line) => `${line}\n`).join('')
  add('the last checkpoint removed', 'export', { [NOTES]: joined(without) })
  add('the last checkpoint removed everywhere', 'uncovered', { [NOTES]: joined(without), checkpoint: note })
  add('an old checkpoint', 'export', { checkpoint: note })
  add('checkpoints exchanged', signs ? 'witness' : 'seal-late', {
    [NOTES]: joined([notes[1]!, notes[0]!, ...notes.slice(2)]),
  })
  add('control: a checkpoint twice', 'verified', {
    [NOTES]: joined([notes[0]!, notes[0]!, ...notes.slice(1)]),
  })
  add(
    signs ? 'a line of the witness removed' : 'control: a line that no opening needs removed',
    signs ? 'witness' : 'verified',
    {
      [NOTES]: joined(
        notes.map((line, i) => (i === 0 ? JSON.stringify({ ...JSON.parse(line), cosignatures: [] }) : line)),
      ),
    },
  )
  add('a checkpoint with white space', 'export', { [NOTES]: textOf(NOTES).replace(':', ': ') })
  add('a checkpoint with another field', 'export', { [NOTES]: textOf(NOTES).replace('{', '{"x":1,') })
  add('a checkpoint that is no JSON', 'export', { [NOTES]: 'x\n' })
  add('an empty checkpoint', 'export', { checkpoint: '' })
  add('a checkpoint without its lines', 'export', {
    checkpoint: (JSON.parse(notes.at(-1)!) as { note: string }).note,
  })
  add('another key in log.json', 'export', withAbout({ publicKey: 'ab'.repeat(32) }))
  const foreign = formatKey(logKey('shop', 'ab'.repeat(32)))
  add('two other keys in log.json', 'export', withAbout({ publicKey: 'ab'.repeat(32), key: foreign }))
  add(
    'two other keys in log.json, none given',
    'checkpoint',
    withAbout({
      publicKey: '3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29',
      key: formatKey(logKey('shop', '3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29')),
    }),
    { key: null },
  )
  add('another text of the key', 'export', withAbout({ key: foreign }))
  add('another deployment', 'export', withAbout({ deployment: 'other' }))
  add('another size', 'export', withAbout({ size: 3 }))
  add('a size too large', 'export', withAbout({ size: 99 }))
  add('an unknown version', 'export', withAbout({ version: 'fairlot-log/9' }))
  add('an unknown field in log.json', 'export', withAbout({ note: 'x' }))
  add('a log.json that is no JSON', 'export', { 'log.json': 'x' })
  return cases
}
