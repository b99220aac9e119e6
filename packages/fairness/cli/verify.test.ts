import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WITNESSES, witnessText } from '../src/testing/log-samples.ts'
import { issueProof3, orderReceipt3 } from '../src/testing/documents-3.ts'
import { PlayedEvent } from '../src/testing/played-events.ts'
import { PlayedLog } from '../src/testing/played-log.ts'
import { sampleProof, sampleProof1, sampleSealed } from '../src/testing/proof-samples.ts'
import { dice, randomReceipt } from '../src/testing/random-proofs.ts'
import { sampleFavour3, sampleIssue3, VOUCHED, WITNESSES_3 } from '../src/testing/samples-3.ts'
import { VECTORS } from '../src/testing/vectors-file.ts'
import { sampleHistory, writeExport } from './export.fixture.ts'

const PROGRAM = fileURLToPath(new URL('verify.ts', import.meta.url))
const OPTIONS = { grade: 'witnessed', reading: 'all', withLog: true } as const
const proof = sampleProof(VECTORS.draw, OPTIONS)
const local = sampleProof(VECTORS.draw, { ...OPTIONS, grade: 'beacon', local: true })
const [WITNESS, , STRANGER] = WITNESSES.map(witnessText)
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-verify-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the program in a child process, as a member does. */
function run(...args: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    encoding: 'utf8',
    cwd: folder,
  })
  return { status, out: stdout, err: stderr }
}

function save(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content)
  return name
}

describe('the verifier program', () => {
  test('prints every step of a proof that verifies', () => {
    const { status, out, err } = run(save('good.json', JSON.stringify(proof)))
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toContain('✓ terms      issue M1-0001: 10 shares, reading all, grade witnessed.\n')
    expect(out).toContain('✓ beacon     round 1000 is signed by the public beacon drand quicknet.\n')
    expect(out).toContain('✓ result     the winning code is 1000002.\n')
    expect(out).toContain(
      '✓ witnesses  signed the seal before round 1000 was published: w1.example, w2.example; one line is enough.\n',
    )
    expect(out).toContain(
      'Grade witnessed: the house could have influenced this draw together with one of the witnesses',
    )
    expect(out).toContain('so the house together with any one of them could have chosen this result')
    expect(out).toContain('A proof alone cannot show that no other seal of this issue exists')
  })

  test("reports that the house holds the beacon's key, and which log key it used", () => {
    const file = save('logged.json', JSON.stringify(local))
    const { status, out } = run(file)
    expect(status).toBe(0)
    expect(out).toContain("Grade beacon-local: the house holds this beacon's key")
    expect(out).toContain("the proof's own key")
    expect(run(file, '--key', local.log!.publicKey)).toMatchObject({ status: 0 })
    const other = run(file, '--key', '00'.repeat(32))
    expect(other.status).toBe(1)
    expect(other.out).toContain('✗ checkpoint')
  })

  test('says of grade beacon that the house could have influenced the draw if it showed the seal late', () => {
    const { status, out } = run(
      save('beacon.json', JSON.stringify(sampleProof(VECTORS.draw, { ...OPTIONS, grade: 'beacon' }))),
    )
    expect(status).toBe(0)
    expect(out).toContain(
      'Grade beacon: no buyer could have influenced this draw; the house could, if it showed the seal late.\n',
    )
  })

  test('prints the winners of an event, that it is void, and its log', () => {
    const log = new PlayedLog('demo')
    log.begin()
    const event = new PlayedEvent(log).play()
    const empty = new PlayedEvent(log, { event: 'PS-0002' }).open().join([]).void()
    const { winners } = event.proof().result!
    const drawn = run(save('event.json', JSON.stringify(event.proof())))
    expect(drawn).toMatchObject({ status: 0, err: '' })
    expect(drawn.out).toContain(`✓ result     the participants ${winners.join(' ')} win, in this order.\n`)
    expect(drawn.out).toContain("Grade beacon-local: the house holds this beacon's key")
    const ended = run(save('void-event.json', JSON.stringify(empty.proof())))
    expect(ended.status).toBe(0)
    expect(ended.out).not.toContain('Grade')
    expect(ended.out).toContain('the event is void, because nobody took part.')
    writeExport(join(folder, 'events'), log)
    const whole = run('--log', 'events', '--key', log.publicKey)
    expect(whole.status).toBe(0)
    expect(whole.out).toContain('  1 draws or results state the value of a beacon round.')
    expect(whole.out).toContain('  Events: 2 opened, 1 sealed, 1 drawn, 1 void.\n')
  })

  test('demands the signature of the witness that the reader names', () => {
    const file = save('witnessed.json', JSON.stringify(proof))
    const own = run(file, '--witness', WITNESS!)
    expect(own.status).toBe(0)
    expect(own.out).not.toContain('A proof alone')
    expect(own.out).toContain('unless the house and w1.example conspire.')
    expect(own.out).not.toContain('one line is enough')
    expect(own.out).toContain('it rests on the audit of w1.example that no other seal of this issue exists.')
    const other = run(file, '--witness', STRANGER!)
    expect(other.status).toBe(1)
    expect(other.out).toContain('✗ witnesses  the opening does not name the witness w3.example')
  })

  test('says of a sealed issue that it is not drawn', () => {
    const { status, out } = run(save('sealed.json', JSON.stringify(sampleSealed(VECTORS.draw, OPTIONS))))
    expect(status).toBe(0)
    expect(out).toContain('… result     the issue is sealed, not drawn.\n')
    expect(out).toContain('Grade witnessed: sealed, not drawn.\n')
    expect(out).not.toContain('could have influenced')
  })

  test('exits with status 3 for a document without a log, and prints no sentence about trust', () => {
    const file = save('bare.json', JSON.stringify({ ...proof, log: null }))
    const { status, out, err } = run(file)
    expect({ status, err }).toEqual({ status: 3, err: '' })
    expect(out).toContain('– inclusion  not present')
    expect(out).toContain('– checkpoint not present')
    expect(out).toContain('Arithmetic only, nothing is proven')
    expect(out).not.toContain('influenced')
    expect(out).not.toContain('Grade')
    const receipt = save('receipt.json', JSON.stringify(randomReceipt(dice(1), proof)))
    for (const args of [['--key', proof.log!.publicKey], [receipt], ['--witness', WITNESS!]]) {
      const asked = run(file, ...args)
      expect(asked.status).toBe(1)
      expect(asked.out).toContain('✗ inclusion  the document carries no transparency log')
      expect(asked.out).not.toContain('influenced')
    }
    expect(run('good.json', receipt).status).toBe(0)
  })

  test('verifies a proof of version 1 and says so', () => {
    const old = sampleProof1(VECTORS.draw, { ...OPTIONS, grade: 'beacon' })
    const { status, out } = run(save('old.json', JSON.stringify(old)))
    expect(status).toBe(0)
    expect(out).toContain('The issue opened under the rules of version 1, which promise less: ')
  })

  test('compares a proof with the exported log, which it audits', () => {
    const options = { ...OPTIONS, local: true, attempts: 2, demo: true } as const
    const again = sampleProof(VECTORS.draw, options)
    const file = save('again.json', JSON.stringify(again))
    const history = sampleHistory(again)
    writeExport(join(folder, 'history'), history)
    const whole = run(file, '--log', 'history', '--key', history.publicKey, '--witness', WITNESS!)
    expect(whole).toMatchObject({ status: 0, err: '' })
    expect(whole.out).toContain('✓ log        the audited log has the entries of the proof')
    expect(whole.out).toContain('The issue belongs to the demo world')
    expect(run(file, '--log', 'history').out).not.toContain('A proof alone')
    const before = save('before.json', JSON.stringify(sampleSealed(VECTORS.draw, options)))
    const sealed = run(before, '--log', 'history')
    expect(sealed.status).toBe(0)
    expect(sealed.out).toContain('the log goes on with later entries of the issue.\n')
    const { out } = run('--log', 'history', '--witness', WITNESS!)
    expect(out).toContain('  1 draws or results state the value of a beacon round.')
    expect(out).toContain('This audit does not show that a draw used the real value.\n')
    expect(out).toContain('  1 results of the demo world are left out: no witness could sign in time.\n')

    // a restored copy of the database sealed the issue later, and drew it in a history of its own
    const one = sampleProof(VECTORS.draw, { ...options, attempts: 1 })
    const other = run(save('one.json', JSON.stringify(one)), '--log', 'history')
    expect(other.status).toBe(1)
    expect(other.out).toContain('✗ log        entry 5 of the proof is not entry 3 of the issue')

    // a second draw in the log itself breaks a rule, so no proof verifies beside this log
    history.append(history.entries.at(-2)!)
    history.sign({ timeMs: again.seal.sealedAt + 180_000 })
    writeExport(join(folder, 'twice'), history)
    const twice = run(file, '--log', 'twice')
    expect(twice.status).toBe(1)
    expect(twice.out).toContain('✗ rule draw')
    expect(run(file, '--log', 'nowhere').status).toBe(2)
  })

  test('names the step that fails and exits with status 1', () => {
    const text = JSON.stringify(proof).replace('"code":1000002', '"code":1000003')
    const { status, out } = run(save('bad.json', text))
    expect(status).toBe(1)
    expect(out).toContain('✗ result     the winning code is stated as 1000003, but computed as 1000002.\n')
    expect(out).toContain('This proof does not verify: step "result" fails.')
    expect(out).not.toContain('could have influenced')
    const foreign = run(save('foreign.json', '{"version":"other"}'))
    expect(foreign.status).toBe(1)
    expect(foreign.out).toContain('✗ terms')
  })

  test('names the file that it cannot read and exits with status 2', () => {
    const cases = [
      [run('missing.json'), 'missing.json cannot be read'],
      [run(save('cut.json', JSON.stringify(proof).slice(0, -1))), 'the proof is not JSON'],
      [run(save('twice.json', '{"a":1,"a":2}')), 'names a field twice'],
      [run(save('bytes.json', Uint8Array.of(0x22, 0xff, 0x22))), 'bytes.json cannot be read'],
    ] as const
    for (const [{ status, out, err }, problem] of cases) {
      expect({ status, out }).toEqual({ status: 2, out: '' })
      expect(err).toContain(problem)
    }
  })

  test('says of version 3 whom the house needs, and whose purchase a row is', () => {
    const issue = sampleIssue3(VOUCHED, [WITNESSES_3[1], WITNESSES_3[2]])
    const file = save('drawn-3.json', JSON.stringify(issueProof3(issue)))
    const receipt = save('receipt-3.json', JSON.stringify(orderReceipt3(issue, 2)))
    const [{ member, request }] = [issue.orders[1]!]
    const own = run(file, receipt, '--member', member, '--request', request.toUpperCase())
    expect(own).toMatchObject({ status: 0, err: '' })
    expect(own.out).toContain('✓ claim      row 2 is that of the purchase')
    expect(own.out).toContain('w1 (operated by the house) was silent, w2 signed at 20')
    expect(own.out).toContain('The house could choose only together with 1 of these 3 witnesses.')
    const other = run(file, '--member', member, '--request', member)
    expect(other.status).toBe(1)
    expect(other.out).toContain('✗ claim      no row has the claim')
    writeExport(join(folder, 'log-3'), issue.log)
    const whole = run(file, receipt, '--log', 'log-3')
    expect(whole.status).toBe(0)
    expect(whole.out).toContain('; the log had the root that it states at ')
    expect(run(file, '--member', member)).toMatchObject({ status: 2, out: '' })
    expect(run(file, '--member', member, '--request', 'x')).toMatchObject({ status: 2, out: '' })
  })

  test('exits with status 4 for a favour that is not confirmed, and with 3 where it carries no log either', () => {
    const [first, second] = WITNESSES_3
    const favour = issueProof3(sampleFavour3([first]))
    const file = save('favour-3.json', JSON.stringify(favour))
    const { status, out } = run(file)
    expect(status).toBe(4)
    expect(out).toContain('… witnesses  1 of the 2 needed witnesses have confirmed')
    expect(out).toContain('Not confirmed: another history may exist')
    expect(out).toContain('so the house alone may have chosen this winner')
    expect(out).not.toContain('Grade')
    expect(run(file, '--witness', first.key).status).toBe(0)
    expect(run(file, '--witness', second.key).status).toBe(1)
    expect(run(save('bare-3.json', JSON.stringify({ ...favour, log: null }))).status).toBe(3)
  })

  test('prints its usage and exits with status 2 for wrong arguments, with 0 for --help', () => {
    for (const args of [
      [],
      ['a.json', 'b.json', 'c.json'],
      ['a.json', '--key', 'zz'],
      ['a.json', '--witness', 'w1.example'],
      ['a.json', '--nonsense'],
    ]) {
      const { status, err } = run(...args)
      expect(status).toBe(2)
      expect(err).toContain(
        'Usage: npm run verify -- <proof.json> [<receipt.json>] [--key <hex>] [--witness <key>]',
      )
    }
    expect(run('--help')).toMatchObject({ status: 0, err: '' })
  })
})
