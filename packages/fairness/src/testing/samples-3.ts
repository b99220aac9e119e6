/** Documents of version 3 of every kind and in every state, each from a log of its own. */
import type { EventProof3, IssueProof3, RoundProof3 } from '../proof/version-3/documents.ts'
import type { IssueTerms3 } from '../proof/version-3/types.ts'
import type { Verdict } from '../verify.ts'
import { eventProof3, issueProof3, roundProof3 } from './documents-3.ts'
import { lostProof3, PlayedLoss } from './lost-3.ts'
import { PlayedEvent3 } from './played-event-3.ts'
import { PlayedGame3, type PlayedRound3 } from './played-game-3.ts'
import { PlayedIssue3 } from './played-issue-3.ts'
import { begin3, vouchedBy, witnessesOf } from './played-lines.ts'
import { PlayedLog } from './played-log.ts'
import { BETS } from './played-rounds.ts'

const [W1, W2, W3] = witnessesOf(3) as [Witness, Witness, Witness]
type Witness = ReturnType<typeof witnessesOf>[number]
/** A quorum of two of three witnesses; the house operates the first. */
export const VOUCHED = vouchedBy([W1, W2, W3], 2, [W1])
/** The witnesses of {@link VOUCHED}. */
export const WITNESSES_3 = [W1, W2, W3] as const
const DAY = 86_400_000

export const newLog3 = (deployment = 'demo'): PlayedLog => begin3(new PlayedLog(deployment))

export type Sample3 = {
  readonly name: string
  readonly verdict: Exclude<Verdict, 'failed'>
  readonly document: IssueProof3 | EventProof3 | RoundProof3
}

export function sampleIssue3(changes: Partial<IssueTerms3>, by: readonly Witness[] = []): PlayedIssue3 {
  return new PlayedIssue3(newLog3(), changes).play(by)
}

/** A draw that one witness signed in time, and how many confirm its favour. */
export function sampleFavour3(confirmations: readonly Witness[], changes: Partial<IssueTerms3> = {}) {
  const issue = sampleIssue3({ ...VOUCHED, ...changes }, [W2])
  for (const witness of confirmations) issue.log.cosign(witness)
  return issue
}

export function sampleByDate3(): PlayedIssue3 {
  const log = newLog3()
  const issue = new PlayedIssue3(log, { ...VOUCHED, closes: log.now + DAY, mode: 'cash' })
  return issue.open().sell([3, 2, 1]).close().seal({}, [W2, W3]).draw()
}

/** An event that is void with participants, and how many witnesses confirm it. */
export function sampleVoid3(confirmations: readonly Witness[]): PlayedEvent3 {
  const event = new PlayedEvent3(newLog3(), VOUCHED).open().join()
  event.log.now += 7 * DAY
  event.void()
  for (const witness of confirmations) event.log.cosign(witness)
  return event
}

export function sampleGame3(isWitnessed = true): PlayedGame3 {
  const game = new PlayedGame3(newLog3(), isWitnessed ? VOUCHED : {})
  game.publish({}, isWitnessed ? [W2, W3] : [])
  return game
}

/** A sealed issue with an older state that W2 signed, too; its log is lost. */
export function sampleLostIssue(by: readonly Witness[] = [W2]): PlayedIssue3 {
  const issue = new PlayedIssue3(newLog3(), VOUCHED).open()
  issue.log.sign()
  issue.log.cosign(W2)
  issue.sell()
  issue.log.funding()
  return issue.seal({}, by)
}

function lostSamples(): Sample3[] {
  const confirmedBy = [W1, W3]
  const event = new PlayedEvent3(newLog3(), VOUCHED).open().join().seal({}, [W2, W3])
  return [
    {
      name: 'issue, lost log',
      verdict: 'verified',
      document: lostProof3(new PlayedLoss(sampleLostIssue(), { confirmedBy })),
    },
    {
      name: 'issue, lost log not confirmed',
      verdict: 'unconfirmed',
      document: lostProof3(new PlayedLoss(sampleLostIssue(), { isPaid: false })),
    },
    {
      name: 'issue, seal kept by a witness',
      verdict: 'verified',
      document: lostProof3(new PlayedLoss(sampleLostIssue(), { confirmedBy, losses: 2 }), W2),
    },
    {
      name: 'event, lost log',
      verdict: 'verified',
      document: lostProof3(new PlayedLoss(event, { confirmedBy, losses: 2 })),
    },
  ]
}

function sampleRound(isWitnessed: boolean, isDecided = true): RoundProof3 {
  const game = sampleGame3(isWitnessed)
  game.play()
  const sealed = game.seal(game.open(BETS.lucky))
  const round: PlayedRound3 = isDecided ? game.decide(sealed) : sealed
  return roundProof3(game, round)
}

export function samples3(): Sample3[] {
  const sealed = new PlayedIssue3(newLog3(), VOUCHED).open().sell().seal({}, [W2, W3])
  const noted = issueProof3(sampleIssue3(VOUCHED, [W2, W3]))
  const joined = new PlayedEvent3(newLog3(), VOUCHED).play([W2, W3])
  const late = new PlayedEvent3(newLog3(), VOUCHED).play([W3])
  for (const witness of [W1, W3]) late.log.cosign(witness)
  const fewer = new PlayedEvent3(newLog3(), { recheck: true, grade: 'salt' })
    .open()
    .join()
    .leave(2, 4)
    .seal()
    .draw()
  const nobodyStays = new PlayedEvent3(newLog3(), { recheck: true }).open().join([1, 1]).leave(1, 2).void()
  const nobody = new PlayedEvent3(newLog3()).open().join([]).void()
  return [
    { name: 'issue, plain', verdict: 'verified', document: issueProof3(sampleIssue3({ grade: 'plain' })) },
    { name: 'issue, salt', verdict: 'verified', document: issueProof3(sampleIssue3({ grade: 'salt' })) },
    { name: 'issue, beacon', verdict: 'verified', document: issueProof3(sampleIssue3({})) },
    { name: 'issue, witnessed', verdict: 'verified', document: noted },
    { name: 'issue, sealed', verdict: 'sealed', document: issueProof3(sealed) },
    { name: 'issue, by date', verdict: 'verified', document: issueProof3(sampleByDate3()) },
    { name: 'issue, favour', verdict: 'verified', document: issueProof3(sampleFavour3([W1, W3])) },
    {
      name: 'issue, favour not confirmed',
      verdict: 'unconfirmed',
      document: issueProof3(sampleFavour3([W1])),
    },
    { name: 'issue, without a log', verdict: 'arithmetic', document: { ...noted, log: null } },
    { name: 'event, witnessed', verdict: 'verified', document: eventProof3(joined) },
    { name: 'event, favour', verdict: 'verified', document: eventProof3(late) },
    { name: 'event that nobody joined', verdict: 'verified', document: eventProof3(nobody) },
    { name: 'event, participants left out', verdict: 'verified', document: eventProof3(fewer) },
    {
      name: 'event, all participants left out',
      verdict: 'verified',
      document: eventProof3(nobodyStays),
    },
    { name: 'event, void', verdict: 'verified', document: eventProof3(sampleVoid3([W1, W2])) },
    { name: 'event, void not confirmed', verdict: 'unconfirmed', document: eventProof3(sampleVoid3([W1])) },
    { name: 'round, witnessed', verdict: 'verified', document: sampleRound(true) },
    { name: 'round, beacon', verdict: 'verified', document: sampleRound(false) },
    { name: 'round, sealed', verdict: 'sealed', document: sampleRound(true, false) },
    ...lostSamples(),
  ]
}
