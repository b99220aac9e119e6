/** What a house can write about events and rounds. */
import { purchaseId } from '../../purchase-id.ts'
import type { ChainTerms3, EventTerms3 } from '../../proof/version-3/types.ts'
import { betReceipt3, eventProof3, eventReceipt3, roundProof3 } from '../documents-3.ts'
import { PlayedEvent3 } from '../played-event-3.ts'
import { PlayedGame3, type PlayedRound3 } from '../played-game-3.ts'
import { hashOf, uuidOf } from '../played-lines.ts'
import type { PlayedWitness } from '../played-log.ts'
import { BETS } from '../played-rounds.ts'
import { newLog3, sampleVoid3, VOUCHED, WITNESSES_3 } from '../samples-3.ts'
import type { Fraud3 } from './fraud.ts'

const [W1, W2, W3] = WITNESSES_3
const HASH = 'ab'.repeat(32)
const DAY = 86_400_000

export function events(): Fraud3[] {
  const opened = (changes: Partial<EventTerms3> = {}): PlayedEvent3 =>
    new PlayedEvent3(newLog3(), { ...VOUCHED, ...changes }).open().join()
  const favour = (changes: Parameters<PlayedEvent3['favour']>[0]): unknown =>
    eventProof3(opened().seal({}, [W1]).draw().favour(changes))
  const voided = (afterMs: number, changes: Parameters<PlayedEvent3['void']>[0] = {}): PlayedEvent3 => {
    const event = opened()
    event.log.now += afterMs
    event.void(changes)
    for (const witness of [W1, W2]) event.log.cosign(witness)
    return event
  }
  const drawn = opened().seal({}, [W2, W3]).draw()
  const proof = eventProof3(drawn)
  const receipt = (changes: Parameters<typeof eventReceipt3>[2] = {}) => ({
    receipt: eventReceipt3(drawn, 2, changes),
  })
  const [, own, other] = drawn.orders
  const ended = eventProof3(sampleVoid3([W1, W2]))
  const fewer = (terms: Partial<EventTerms3> = { recheck: true }): PlayedEvent3 =>
    opened(terms).leave(2, 4).seal({}, [W2, W3])
  const left = eventProof3(fewer().draw())
  const sealed = eventProof3(fewer())
  return [
    { name: 'control', expected: 'verified', document: proof, ...receipt(), claim: own!, log: drawn.log },
    { name: 'too few lines', expected: 'favour', document: noFavour(opened().seal({}, [W1])) },
    { name: 'control: favour', expected: 'unconfirmed', document: favour({}) },
    { name: 'a favour of less', expected: 'favour', document: favour({ amount: '1' }) },
    { name: 'a favour for all', expected: 'favour', document: favour({ members: 5 }) },
    { name: 'a favour before its draw', expected: 'favour', document: favour({ at: 1 }) },
    { name: 'control: left out', expected: 'verified', document: left },
    { name: 'left out, not allowed', expected: 'terms', document: eventProof3(fewer({}).draw()) },
    {
      name: 'a winner who is left out',
      expected: 'result',
      document: { ...left, result: { ...left.result!, winners: [1, 2, 3] } },
    },
    {
      name: 'another one left out after the seal',
      expected: 'inclusion',
      document: { ...sealed, seal: { ...sealed.seal!, out: [2, 3, 4] } },
    },
    {
      name: 'nobody left out after the seal',
      expected: 'inclusion',
      document: { ...sealed, seal: { ...sealed.seal!, out: undefined } },
    },
    {
      name: 'a favour for those left out',
      expected: 'favour',
      document: eventProof3(
        opened({ recheck: true, winners: 1 }).leave(2, 4).seal({}, [W1]).draw().favour({ members: 4 }),
      ),
    },
    {
      name: 'void with some left out',
      expected: 'inclusion',
      document: eventProof3(opened({ recheck: true }).leave(2).void()),
    },
    {
      name: 'other content',
      expected: 'content',
      document: { ...proof, content: { ...proof.content, art: null } },
    },
    { name: 'a seal before the deadline', expected: 'times', document: early(opened()) },
    { name: 'control: void after a week', expected: 'verified', document: eventProof3(voided(7 * DAY)) },
    { name: 'void within a week', expected: 'inclusion', document: eventProof3(voided(7 * DAY - 1)) },
    {
      name: 'void with another pool',
      expected: 'inclusion',
      document: eventProof3(voided(7 * DAY, { pool: '1' })),
    },
    {
      name: 'void and not confirmed',
      expected: 'unconfirmed',
      document: { ...ended, log: { ...ended.log!, confirmation: [] } },
    },
    {
      name: 'void with participants, grade salt',
      expected: 'inclusion',
      document: eventProof3(voidOfSalt()),
    },
    { name: 'void: a witness that confirmed', expected: 'verified', document: ended, witness: W1.key },
    { name: 'void: a witness that did not', expected: 'witnesses', document: ended, witness: W3.key },
    {
      name: 'another content in the receipt',
      expected: 'receipt',
      document: proof,
      ...receipt({ content: HASH }),
    },
    { name: 'another running hash', expected: 'receipt', document: proof, ...receipt({ running: HASH }) },
    { name: 'another number', expected: 'receipt', document: proof, ...receipt({ seq: 1 }) },
    { name: 'another purchase', expected: 'receipt', document: proof, ...receipt({ order: other!.id }) },
    {
      name: 'a receipt of a participant, nobody took part',
      expected: 'receipt',
      document: empty(),
      receipt: eventReceipt3(drawn, 2),
    },
  ]
}

function noFavour(event: PlayedEvent3): unknown {
  const lines = event.lines().lines!
  event.draw({ lines })
  const { favour: _, ...entry } = JSON.parse(event.log.entries.at(-1)!) as Record<string, string>
  event.log.instead(entry)
  event.log.checkpoints.pop()
  event.log.sign()
  event.drawn = { winners: event.drawn!.winners, isFavour: false }
  return eventProof3(event)
}

function early(event: PlayedEvent3): unknown {
  event.log.now -= 1
  return eventProof3(event.seal({}, [W2, W3]).draw())
}

function voidOfSalt(): PlayedEvent3 {
  const event = new PlayedEvent3(newLog3(), { grade: 'salt' }).open().join()
  event.log.now += 8 * DAY
  return event.void()
}

const empty = (): unknown => eventProof3(new PlayedEvent3(newLog3()).open().join([]).void())

export function rounds(): Fraud3[] {
  const chain = (by: readonly PlayedWitness[], changes: Partial<ChainTerms3> = VOUCHED): PlayedGame3 => {
    const game = new PlayedGame3(newLog3(), changes)
    game.publish({}, by)
    return game
  }
  const played = (
    play: (game: PlayedGame3) => PlayedRound3,
    by: readonly PlayedWitness[] = [W2, W3],
    changes: Partial<ChainTerms3> = VOUCHED,
  ): unknown => {
    const game = chain(by, changes)
    return roundProof3(game, play(game))
  }
  const open = (game: PlayedGame3): PlayedRound3 => game.open(BETS.lucky)
  const game = chain([W2, W3])
  const round = game.play()
  const document = roundProof3(game, round)
  const order = (seq: number) => ({
    member: uuidOf(`member ${seq}`),
    request: uuidOf(`${round.period} request ${seq}`),
  })
  const idOf = (seq: number): string => purchaseId(order(seq).member, order(seq).request)
  const receipt = (changes: Parameters<typeof betReceipt3>[4] = {}) => ({
    receipt: betReceipt3(game, round, 2, idOf(2), changes),
  })
  const beacon = chain([], {})
  const unnamed = roundProof3(beacon, beacon.play())
  return [
    { name: 'control', expected: 'verified', document, ...receipt(), claim: order(2), log: game.log },
    { name: 'too few lines over the chain', expected: 'witnesses', document: played((g) => g.play(), [W2]) },
    { name: 'a line after the chain began', expected: 'witnesses', document: lateLine(chain([W2])) },
    { name: 'control: a witness that signed', expected: 'verified', document, witness: W2.key },
    { name: 'a witness that was silent', expected: 'witnesses', document, witness: W1.key },
    {
      name: 'a witness, and the chain names none',
      expected: 'witnesses',
      document: unnamed,
      witness: W1.key,
    },
    {
      name: 'a chain published after it began',
      expected: 'terms',
      document: played((g) => g.play(), [W2, W3], { ...VOUCHED, at: 2e12 }),
    },
    {
      name: 'a secret of another round',
      expected: 'commitment',
      document: played((g) => g.decide(g.seal(open(g), { secret: g.secret(2) }))),
    },
    {
      name: 'a later round of the beacon',
      expected: 'times',
      document: played((g) => g.decide(g.seal(open(g), { round: 29_000_000 }))),
    },
    { name: 'an earlier round of the beacon', expected: 'round', document: earlier(chain([W2, W3])) },
    { name: 'a secret before the round', expected: 'times', document: hasty(chain([W2, W3])) },
    {
      name: 'a made-up beacon value in the log',
      expected: 'inclusion',
      document: played((g) => g.decide(g.seal(open(g)), { beacon: hashOf('x') })),
    },
    {
      name: 'another result in the log',
      expected: 'inclusion',
      document: played((g) => g.decide(g.seal(open(g)), { result: { price: '000000', number: 0 } })),
    },
    {
      name: 'a delay below five seconds',
      expected: 'terms',
      document: played((g) => g.play(), [], { delay: 4 }),
    },
    {
      name: 'the claim of another',
      expected: 'claim',
      document,
      claim: { ...order(2), request: order(1).request },
    },
    {
      name: 'a bet that two members hold',
      expected: 'claim',
      document: shared(chain([W2, W3])),
      claim: claimOfFirst(),
    },
    { name: 'content in a receipt', expected: 'receipt', document, ...receipt({ content: HASH }) },
    {
      name: 'the receipt of another purchase',
      expected: 'receipt',
      document,
      ...receipt({ order: idOf(1) }),
    },
    { name: 'another number', expected: 'receipt', document, ...receipt({ seq: 1 }) },
    { name: 'a log before the chain', expected: 'receipt', document, ...receipt({ logSize: 2 }) },
  ]
}

/** A second witness signs when the first round is open already, and the document has its line. */
function lateLine(game: PlayedGame3): unknown {
  const round = game.play()
  const proof = roundProof3(game, round)
  const over = game.log.checkpoints.find(({ cosignatures }) => cosignatures.length > 0)!
  const copy = game.log.copy()
  copy.checkpoints.splice(0, copy.checkpoints.length, { note: over.note, cosignatures: [] })
  const late = copy.cosign(W3, Math.ceil(game.opensMs / 1000))
  const [first] = proof.log!.chainLines
  const chainLines = [{ ...first!, note: `${first!.note}${late}\n` }]
  return { ...proof, log: { ...proof.log!, chainLines } }
}

/** The beacon round that was known when bets were still taken. */
function earlier(game: PlayedGame3): unknown {
  const round = game.open(BETS.lucky)
  return roundProof3(game, game.decide(game.seal(round, { round: round.round - 5 })))
}

function hasty(game: PlayedGame3): unknown {
  const round = game.open(BETS.lucky)
  return roundProof3(game, game.decide(game.seal(round, { sealedAt: round.closesAt })))
}

function shared(game: PlayedGame3): unknown {
  const round = game.open(BETS.lucky)
  const [first, second, ...rest] = round.rows
  const rows = [first!, { ...second!, claim: first!.claim }, ...rest]
  return roundProof3(game, game.decide(game.seal({ ...round, rows })))
}

function claimOfFirst() {
  const game = new PlayedGame3(newLog3(), VOUCHED)
  const { period } = game.open(BETS.lucky)
  return { member: uuidOf('member 1'), request: uuidOf(`${period} request 1`) }
}
