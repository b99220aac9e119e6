/** The answers of a server about a log that a test plays. */
import { fairAbout, fairCheckpoint, fairConsistency, fairLog } from '@fairlot/contract/endpoints/fair'
import { QUICKNET } from '@fairlot/fairness/beacon'
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import type { PlayedLog } from '@fairlot/fairness/testing/played-log'
import type { Output } from '../api/api.ts'
import type { FakeServer } from '../testing/fake-server.ts'

/** Answers the public calls about the log with its newest checkpoint. */
export function logAnswers(
  server: FakeServer,
  log: PlayedLog,
  more: Partial<Output<typeof fairAbout>> = {},
): void {
  const newest = () => {
    const signed = log.checkpoints.at(-1)!
    const { size, root, head, timeMs } = parseCheckpoint(signed.note)!
    return { ...signed, size, root, head, time: timeMs }
  }
  server.answer(fairAbout, () => {
    const { size, root, head, time } = newest()
    return {
      deployment: log.deployment,
      publicKey: log.publicKey,
      noteKey: 'fairlot/test+00000000+AAAA',
      size: log.size,
      head,
      checkpoint: { size, root, head, time },
      continues: null,
      verifier: null,
      beacon: {
        chain: QUICKNET.hash,
        publicKey: QUICKNET.publicKey,
        genesis: QUICKNET.genesis,
        period: QUICKNET.period,
        local: false,
      },
      witnesses: [],
      serverTime: Date.now(),
      ...more,
    }
  })
  server.answer(fairCheckpoint, newest)
  server.answer(fairConsistency, ({ from, to }) => ({
    from,
    to,
    fromRoot: '',
    toRoot: '',
    path: log.consistency(from, to),
  }))
  server.answer(fairLog, () => ({
    items: log.entries.map((bytes, index) => ({ index, bytes, leaf: '', head: '' })).toReversed(),
    next: null,
    size: log.size,
    head: '',
  }))
}
