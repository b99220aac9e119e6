/** The shapes that the calls of the mall share: product, issue card, terms, witnesses. */
import * as z from 'zod/mini'
import { BADGES, GRADES, ISSUE_MODES, TIMES_COUNTED } from '../../kinds/issue-kinds.ts'
import { mediaName } from '../../media/media.ts'
import { ISSUE_STATUSES } from '../../life/order-life.ts'
import { amount, count, issueNumber, productCode, time } from '../../schemas.ts'

export const timesCounted = z.enum(TIMES_COUNTED)
export const grade = z.enum(GRADES)
export const badge = z.enum(BADGES)
export const mode = z.enum(ISSUE_MODES)

export const product = z.object({
  code: productCode,
  title: z.string(),
  category: z.string(),
  /** name of the drawn portrait */
  art: z.string(),
  /** background colour of the portrait: sun, sea, rose, iris, leaf */
  tile: z.string(),
  /** name of the first picture, which is shown in place of the portrait; null: the product has none */
  image: z.nullable(mediaName),
  demo: z.boolean(),
})

/** A prize tier of a cash issue: codes at these distances from the winning code, around the ring of all codes. */
const tier = z.object({
  /** 1 has the winning code itself */
  tier: z.int(),
  from: count,
  to: count,
  /** number of codes of the issue that win the tier */
  codes: count,
  /** what each of them wins */
  prize: amount,
  /** percent of the issue's codes, rounded down to at most four decimals: the chance of one share */
  chance: z.string(),
})

/** The tiers of cash in their order; empty in other modes. */
export const tiers = z.array(tier)

/** The two seats of a Double PK, the one with the lower codes first. */
const seats = z.object({
  /** what a seat costs */
  price: amount,
  places: z.array(
    z.object({
      first: z.int(),
      quantity: count,
      /** public name of the member on the seat; null: the seat is free */
      name: z.nullable(z.string()),
      /** the caller sits here */
      mine: z.boolean(),
    }),
  ),
})

/** An issue as lists show it. Amounts are decimal strings; times are Unix milliseconds. */
export const card = z.object({
  issue: issueNumber,
  product,
  mode,
  status: z.enum(ISSUE_STATUSES),
  badge,
  price: amount,
  /** market price of goods; first prize of cash */
  prizeValue: amount,
  tiers,
  shares: count,
  sold: count,
  participants: count,
  /** shares of the caller; 0 for an anonymous caller */
  mine: count,
  openedAt: z.nullable(time),
  /** deadline of the sale */
  closesAt: z.nullable(time),
  /** refunded in full and never drawn, because the log of the issue was lost */
  lost: z.boolean(),
  /** refunded in full and never drawn, because its draw could not be witnessed and covered for 7 days after the sell-out */
  unwitnessed: z.boolean(),
  /** refunded in full and never drawn, because its beacon was declared dead, and no later round came for 30 days */
  beaconDead: z.boolean(),
  soldOutAt: z.nullable(time),
  /** time of the beacon round, after which the draw can be computed; null before the seal */
  drawAt: z.nullable(time),
  /** the attempt to seal the issue that counts; 0 before the seal, above 1 only in grade witnessed */
  attempt: count,
  /** grade witnessed: the draw is late, because no witness answers or none signed the seal in time */
  awaitsWitness: z.boolean(),
  drawnAt: z.nullable(time),
  /** the VIP level that a buyer needs; 0: none */
  minVip: count,
  /** null in other modes than `pk` */
  seats: z.nullable(seats),
  winner: z.nullable(z.object({ code: z.int(), name: z.string(), quantity: count, mine: z.boolean() })),
})

/** What the witnesses of an issue have signed. Null in other grades than witnessed. */
export const witnesses = z.nullable(
  z.array(
    z.object({
      /** the key that the opening names, in the text form of signed notes; the name is the part before the first plus sign */
      key: z.string(),
      name: z.string(),
      /**
       * when the witness signed the attempt that counts, by its own clock, before the beacon round was published (`card.drawAt`;
       * where `vouching` is given, five seconds earlier at the latest); null: it has not. Where `vouching` is given for a round of a
       * game, when the witness signed the hash chain, before its first round opened.
       */
      signedAt: z.nullable(time),
      /** the house operates this witness, as the opening says */
      own: z.optional(z.boolean()),
      /** when a witness without `signedAt` signed the seal after all, too late to count; null: it is silent */
      lateAt: z.optional(z.nullable(time)),
    }),
  ),
)

/**
 * How many witnesses vouch for what opened under version 3 of the log's rules. Null, or left out, for what opened before, and in other
 * grades than witnessed.
 */
export const vouching = z.optional(
  z.nullable(
    z.object({
      /** so many of the witnesses have to sign in time */
      quorum: count,
      /** so many of them the house would need to choose the result: twice the quorum less the number of witnesses */
      together: count,
      /**
       * whether too few signed in time, or its log was lost after its seal, so that the draw stands in favour of the members; null before
       * a draw, and for a round
       */
      favour: z.nullable(z.boolean()),
      /** the favour is because of a loss: the draw is by the seal of the lost log; left out: it is not */
      afterLoss: z.optional(z.boolean()),
      /**
       * how many of the witnesses have signed how it ended, at any time; confirmed when they are `quorum`. Null where no such
       * signature is needed: before the end, after a draw that the quorum vouches for, and for a round
       */
      confirmations: z.nullable(count),
    }),
  ),
)
