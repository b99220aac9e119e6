/** Logs beside the key of a witness whom the reader trusts alone: it must have signed every result in time, and every ending. */
import { PlayedEvent } from '../src/testing/played-events.ts'
import { PlayedLog } from '../src/testing/played-log.ts'
import { PlayedGame } from '../src/testing/played-rounds.ts'
import { WITNESSES } from './house.ts'
import { type Expected, exportOf, type KitCase } from './kit-case.ts'
import { A, B, type Play } from './log-case.ts'

const [W1, W2] = WITNESSES as readonly [(typeof WITNESSES)[0], (typeof WITNESSES)[0]]
const both = { grade: 'witnessed', witnesses: [W1.key, W2.key] } as const
const onlyTwo = { grade: 'witnessed', witnesses: [W2.key] } as const

type Options = { readonly witness?: string; readonly upToDate?: boolean; readonly mode?: 'real' | 'sandbox' }

/** W1 is pinned unless the options name another witness. The log begins, and a last checkpoint covers its end. */
function made(what: string, expected: Expected, play: Play, options: Options = {}): KitCase {
  const { witness = W1.key, mode = 'real', upToDate } = options
  const log = new PlayedLog('shop')
  log.begin(mode)
  play(log)
  return {
    name: `pinned/${what}`,
    expected,
    log: exportOf(log),
    key: log.publicKey,
    witness,
    ...(upToDate && { upToDate }),
  }
}

/** Signs a checkpoint at the present end, and lets the witnesses sign it. */
function sign(log: PlayedLog, ...by: readonly (typeof W1)[]): void {
  log.sign()
  for (const witness of by) log.cosign(witness)
}

/** W1 signs what it is shown at the end, whatever it was not shown in time. */
const later = (log: PlayedLog): void => {
  log.now += 1_000
  log.funding()
  sign(log, W1)
}

/** An issue whose seal W1 signs at a second that lies so far before its round; W2 signs at once. */
const signedBefore =
  (seconds: number): Play =>
  (log) => {
    log.open(A, both)
    log.seal(A)
    log.sign()
    const round = log.roundMs(A)
    log.cosign(W2)
    log.cosign(W1, round / 1000 - seconds)
    log.now = round
    log.draw(A)
    log.sign()
  }

function issues(): KitCase[] {
  return [
    made('control: the seal signed in time', 'verified', (log) => log.life(A, both, [W1, W2])),
    made('the seal hidden until another history was chosen', 'witnesses', (log) => {
      log.life(A, both, [W2])
      later(log)
    }),
    made(
      'control: the same log for the witness that signed',
      'verified',
      (log) => {
        log.life(A, both, [W2])
        later(log)
      },
      { witness: W2.key },
    ),
    made('control: the seal signed a second before its round', 'verified', signedBefore(1)),
    made('the seal signed at the second of its round', 'witnesses', signedBefore(0)),
    made('the checkpoint before the seal signed, and not that of the seal', 'witnesses', (log) => {
      log.open(A, both)
      sign(log, W1)
      log.seal(A)
      sign(log, W2)
      log.now = log.roundMs(A)
      log.draw(A)
      log.sign()
    }),
    made('control: a later checkpoint signed before the round', 'verified', (log) => {
      log.open(A, both)
      log.seal(A)
      log.sign()
      log.now += 5_000
      log.funding()
      sign(log, W1)
      log.now = log.roundMs(A)
      log.draw(A)
      log.sign()
    }),
    made('one draw of two not signed in time', 'witnesses', (log) => {
      log.life(A, both, [W1])
      log.life(B, both, [W2])
      later(log)
    }),
    made('terms that do not name it, although it signed', 'witnesses', (log) =>
      log.life(A, onlyTwo, [W1, W2]),
    ),
    made('control: grade beacon, signed in time', 'verified', (log) => log.life(A, {}, [W1])),
    made('grade beacon, not signed in time', 'witnesses', (log) => {
      log.life(A)
      later(log)
    }),
    ...(['plain', 'salt'] as const).map((grade) =>
      made(`grade ${grade}`, 'witnesses', (log) => log.life(A, { grade }, [W1])),
    ),
    made('control: the second attempt signed in time', 'verified', (log) => {
      log.open(A, both)
      log.seal(A)
      log.sign()
      log.now = log.roundMs(A) + 30_000
      log.seal(A)
      sign(log, W1)
      log.now = log.roundMs(A)
      log.draw(A)
      log.sign()
    }),
    made('control: sealed, not drawn', 'verified', (log) => {
      log.open(A, both)
      sign(log, W1)
      log.seal(A)
      sign(log, W2)
    }),
    made('control: sealed more than a day ago, not drawn', 'verified', (log) => {
      log.open(A, both)
      log.seal(A)
      sign(log, W1)
      log.now += 90_000_000
      log.funding()
      log.sign()
    }),
    made(
      'control: the demo world, which no witness could sign',
      'verified',
      (log) => {
        log.now -= 86_400_000
        log.open(A, { demo: true })
        log.now += 60_000
        log.seal(A)
        log.sign()
        log.now += 40_000
        log.draw(A)
        log.now += 86_400_000
        log.life(B, both, [W1])
      },
      { mode: 'sandbox' },
    ),
  ]
}

function endings(): KitCase[] {
  const refunded =
    (isCovered: boolean, names: typeof both | typeof onlyTwo = both): Play =>
    (log) => {
      log.open(A, names)
      sign(log, W1)
      log.refund(A)
      sign(log, ...(isCovered ? [W1] : [W2]))
    }
  const voidEvent =
    (isCovered: boolean): Play =>
    (log) => {
      const event = new PlayedEvent(log, both).open()
      sign(log, W1)
      event.join([]).void()
      if (isCovered) log.cosign(W1)
    }
  return [
    made('control: a refund under a checkpoint that it signed', 'verified', refunded(true)),
    made('a refund that it has not signed', 'witnesses', refunded(false)),
    made('a refund of what does not name it', 'witnesses', refunded(true, onlyTwo)),
    made(
      'control: an event, signed in time',
      'verified',
      (log) => void new PlayedEvent(log, both).play([W1]),
    ),
    made('an event, not signed in time', 'witnesses', (log) => {
      new PlayedEvent(log, both).play([W2])
      later(log)
    }),
    made('an event of grade salt', 'witnesses', (log) => {
      new PlayedEvent(log, { grade: 'salt' }).play()
      later(log)
    }),
    made('control: a void event under a checkpoint that it signed', 'verified', voidEvent(true)),
    made('a void event that it has not signed', 'witnesses', voidEvent(false)),
  ]
}

function rounds(): KitCase[] {
  const game = (log: PlayedLog, terms: typeof both | typeof onlyTwo | object = both): PlayedGame => {
    const played = new PlayedGame(log, terms)
    played.publish()
    sign(log, W1)
    return played
  }
  return [
    made('control: rounds, signed in time', 'verified', (log) => {
      const played = game(log)
      played.play([W1, W2])
      played.play([W1])
    }),
    made('a round, not signed in time', 'witnesses', (log) => {
      const played = game(log)
      played.play([W1])
      played.play([W2])
      later(log)
    }),
    made(
      'a round of a chain that does not name it',
      'witnesses',
      (log) => void game(log, onlyTwo).play([W2]),
    ),
    made('a round of grade beacon, not signed in time', 'witnesses', (log) => void game(log, {}).play()),
    made('control: a round without a seal, void under a checkpoint that it signed', 'verified', (log) => {
      const played = game(log)
      played.void(played.open())
      log.cosign(W1)
    }),
    made('a round without a seal, void, not signed', 'witnesses', (log) => {
      const played = game(log)
      played.void(played.open())
    }),
    made('control: a sealed round that is void, under a checkpoint that it signed', 'verified', (log) => {
      const played = game(log)
      played.void(played.seal(played.open()))
      log.cosign(W1)
    }),
  ]
}

function newest(): KitCase[] {
  const behind: Play = (log) => {
    log.life(A, both, [W1])
    log.funding()
    log.sign()
  }
  const signed: Play = (log) => {
    behind(log)
    log.cosign(W1)
  }
  return [
    made('control: the newest checkpoint not signed', 'verified', behind),
    made('the newest checkpoint not signed, --up-to-date', 'witnesses', behind, { upToDate: true }),
    made('control: the newest checkpoint signed, --up-to-date', 'verified', signed, { upToDate: true }),
    made('nothing signed, --up-to-date', 'export', (log) => log.life(A, both, [W2]), { upToDate: true }),
  ]
}

export function pinnedWitness(): KitCase[] {
  return [...issues(), ...endings(), ...rounds(), ...newest()]
}
