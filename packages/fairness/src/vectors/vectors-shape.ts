/** The shape of `fairness-vectors.json`. */
import type { Content } from '../content.ts'

export type VectorOrder = {
  readonly seq: number
  readonly ms: number
  readonly quantity: number
  readonly tag: string
}

export type FairnessVectors = FairnessVectors3 & {
  readonly draw: {
    readonly subject: string
    readonly shares: number
    readonly utcOffsetMinutes: number
    readonly orders: readonly VectorOrder[]
    readonly salt: string
    readonly commitment: string
    readonly times: readonly number[]
    readonly ordersDigest: string
    readonly sumAll: string
    readonly sumBeforeFinal: string
    readonly sealedAtMs: number
    readonly beaconRound: number
    readonly beaconSignature: string
    readonly beacon: string
    readonly entropyBeacon: string
    readonly entropySalt: string
    readonly codes: Readonly<
      Record<'plainAll' | 'plainBefore' | 'saltAll' | 'saltBefore' | 'beaconAll' | 'beaconBefore', number>
    >
  }
  readonly games: {
    readonly chainLength: number
    readonly index: number
    readonly luckyGame: string
    readonly luckyPeriod: string
    readonly kingGame: string
    readonly kingPeriod: string
    readonly bets: readonly {
      readonly seq: number
      readonly ms: number
      readonly bet: { readonly game: string; readonly picks: readonly string[] }
      readonly stakeMinor: string
      readonly tag: string
    }[]
    readonly betsDigest: string
    readonly beaconRound: number
    readonly chainHead: string
    readonly secret: string
    readonly luckyH: string
    readonly luckyPrice: string
    readonly luckyNumber: number
    readonly kingH: string
    readonly kingFinish: readonly number[]
  }
  readonly pick: {
    readonly entropy: string
    readonly population: number
    readonly winners: number
    readonly indexes: readonly number[]
  }
  readonly tiers: readonly {
    readonly shares: number
    readonly winningCode: number
    readonly counts: readonly number[]
    readonly tierOf: Readonly<Record<string, number>>
  }[]
  readonly log: {
    readonly deployment: string
    readonly entries: readonly string[]
    readonly heads: readonly string[]
    readonly root: string
  }
  readonly sign: {
    readonly key: string
    readonly path: string
    readonly date: string
    readonly language: string
    readonly token: string
    readonly param: string
    readonly sign: string
    readonly anon: {
      readonly path: string
      readonly date: string
      readonly language: string
      readonly param: string
      readonly sign: string
    }
  }
  readonly tag: { readonly key: string; readonly memberId: string; readonly tag: string }
  readonly solvency: {
    readonly leaves: readonly {
      readonly nonce: string
      readonly memberId: string
      readonly amountMinor: string
    }[]
    readonly root: string
    readonly totalMinor: string
  }
}

/** The values of version 3. */
type FairnessVectors3 = {
  readonly draw3: {
    readonly orderIds: readonly string[]
    readonly claims: readonly string[]
    readonly ordersDigest: string
    readonly entropyBeacon: string
    readonly codes: Readonly<Record<'beaconAll' | 'beaconBefore', number>>
    readonly byDate: {
      readonly shares: number
      readonly closes: number
      readonly minimum: number
      readonly sold: number
      readonly code: number
    }
    readonly running: { readonly hashes: readonly string[] }
  }
  readonly quorum: readonly {
    readonly witnesses: number
    readonly quorum: number
    readonly together: number
    readonly breaking: number
  }[]
  readonly content: Content & { readonly hash: string }
  readonly solvency2: {
    readonly leaves: readonly {
      readonly nonce: string
      readonly phone: string
      readonly owner: string
      readonly leaf: string
      readonly amountMinor: string
    }[]
    readonly root: string
    readonly totalMinor: string
  }
  readonly purchaseId: readonly {
    readonly member: string
    readonly request: string
    readonly order: string
  }[]
  readonly bets2: { readonly betIds: readonly string[]; readonly digest: string }
  readonly schedule: readonly {
    readonly roundMs: number
    readonly cutoffMs: number
    readonly delay: number
    readonly fromOpensAt: number
    readonly opensAt: number
    readonly closesAt: number
    readonly index: number
    readonly round: number
  }[]
  readonly favour: readonly {
    readonly priceMinor: string
    readonly valueMinor: string
    readonly soldCodes: number
    readonly winningCode: number
    readonly members: readonly {
      readonly tag: string
      readonly codes: number
      readonly won: string
      readonly amount: string
    }[]
    readonly beyondWon: string
  }[]
}
