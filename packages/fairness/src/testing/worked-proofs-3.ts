/** Worked documents of version 3 for `proof-vectors.json`: every kind in every state, and receipts. */
import type { EventProof3, IssueProof3, RoundProof3 } from '../proof/version-3/documents.ts'
import { publicKeyOf } from '../signatures/ed25519.ts'
import type { SignedReceipt } from '../receipt.ts'
import type { Verdict } from '../verify.ts'
import { eventProof3, eventReceipt3, issueProof3, orderReceipt3 } from './documents-3.ts'
import { PlayedEvent3 } from './played-event-3.ts'
import { LOG_SECRET } from './proof-samples.ts'
import { newLog3, sampleFavour3, sampleIssue3, samples3, VOUCHED, WITNESSES_3 } from './samples-3.ts'

export type WorkedProof3 = {
  readonly name: string
  readonly verdict: Verdict
  /** what the reader gives beside the document */
  readonly key?: string
  readonly witness?: string
  readonly receipt?: SignedReceipt
  readonly claim?: { readonly member: string; readonly request: string }
  readonly document: IssueProof3 | EventProof3 | RoundProof3
}

export function workedProofs3(): WorkedProof3[] {
  const [one, two, three] = WITNESSES_3
  const key = publicKeyOf(LOG_SECRET)
  const issue = sampleIssue3(VOUCHED, [two, three])
  const event = new PlayedEvent3(newLog3(), VOUCHED).play([two, three])
  const favour = issueProof3(sampleFavour3([one]))
  const claimOf = (orders: PlayedEvent3['orders'], seq: number) => {
    const { member, request } = orders[seq - 1]!
    return { member, request }
  }
  return [
    ...samples3(),
    {
      name: 'issue, witnessed, with everything that a reader can give',
      verdict: 'verified',
      key,
      witness: two.key,
      receipt: orderReceipt3(issue, 2),
      claim: claimOf(issue.orders, 2),
      document: issueProof3(issue),
    },
    {
      name: 'issue, the claim of another',
      verdict: 'failed',
      claim: { member: issue.orders[0]!.member, request: issue.orders[1]!.request },
      document: issueProof3(issue),
    },
    {
      name: 'issue, favour confirmed by the trusted witness',
      verdict: 'verified',
      witness: one.key,
      document: favour,
    },
    {
      name: 'issue, favour not confirmed by the trusted witness',
      verdict: 'failed',
      witness: three.key,
      document: favour,
    },
    {
      name: 'event, with everything that a reader can give',
      verdict: 'verified',
      key,
      witness: three.key,
      receipt: eventReceipt3(event, 3),
      claim: claimOf(event.orders, 3),
      document: eventProof3(event),
    },
  ]
}
