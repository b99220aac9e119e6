/** The witnesses of the log, as `status` and `log show` print them. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'

type Shown = Pick<Output<Endpoints['logShow']>, 'witnesses' | 'quorum'>

const signed = ({ size, signedAt, current }: Shown['witnesses'][number]) =>
  size === null || signedAt === null
    ? 'has signed nothing'
    : `${size} entries at ${new Date(signedAt).toISOString()}${current ? '' : ', but not every checkpoint older than an hour'}`

const reports = ({ reported }: Shown['witnesses'][number]) =>
  reported ? `; it reports ${reported} things` : ''

function sayQuorum({
  witnesses,
  quorum,
  together,
  breaking,
  own,
  isEnoughForMoney,
}: NonNullable<Shown['quorum']>) {
  const sentences = [
    `k = ${quorum} of n = ${witnesses}, ${own} of the house`,
    `X = ${together}: the house could choose only together with ${together} of them`,
    breaking === 1
      ? 'f = 1: one silent witness breaks the quorum'
      : `f = ${breaking}: ${breaking} silent witnesses break the quorum`,
  ]
  if (breaking === 1) sentences.push('3 of 4 is recommended')
  if (!isEnoughForMoney) sentences.push('too few for real money')
  return sentences.join('; ')
}

/** Rows for `facts`. */
export const witnessFacts = ({ witnesses, quorum }: Shown): (readonly [string, string | null])[] => [
  ...witnesses.map(
    (witness) =>
      [
        `${witness.own ? 'own witness' : 'witness'} ${witness.name}`,
        `${signed(witness)}${reports(witness)}`,
      ] as const,
  ),
  ['quorum', quorum === null ? null : sayQuorum(quorum)],
]
