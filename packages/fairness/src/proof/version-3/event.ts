/** The strict reader of `fairlot-proof/3`, kind `event`. */
import { hasBeacon } from '../../draw.ts'
import { readObject, refuse } from '../../read.ts'
import { MAX_PARTICIPANTS, readWinners } from '../event.ts'
import { readBeacon, readHash } from '../fields.ts'
import type { EventProof3, EventResult3 } from './documents.ts'
import { readFavour, readHead3, readLog3, readRows3 } from './parts.ts'
import { readEventSeal3 } from './seals.ts'
import { readEventTerms3 } from './terms.ts'
import type { EventSeal3, EventTerms3 } from './types.ts'

/** @param proof an object with the fields of a proof, of kind `event` and of this version */
export function readEventProof3(proof: Record<string, unknown>): EventProof3 {
  const head = readHead3(proof)
  const terms = readEventTerms3(proof['terms'])
  const { grade } = terms
  const isVoid = proof['seal'] === null
  const isDrawn = proof['result'] !== null
  if (isVoid && isDrawn) refuse('result', 'is not null, but the event is void')
  if (!isDrawn && proof['beacon'] !== null) refuse('beacon', 'is not null, but the event is not drawn')
  const result = isDrawn ? readResult3(proof['result'], terms) : null
  const isFavour = result?.favour === true
  const entries = isDrawn ? 3 : 2
  const log = {
    least: entries,
    most: entries + (isFavour ? 1 : 0),
    isVoid,
    hasLines: !isVoid && hasBeacon(grade),
    hasConfirmation: isFavour || (isVoid && grade === 'witnessed'),
  }
  return {
    ...head,
    kind: 'event',
    terms,
    rows: readRows3(proof['rows'], isVoid ? 0 : 1, isVoid ? 0 : MAX_PARTICIPANTS),
    seal: isVoid ? null : readSealOf(proof['seal'], terms),
    beacon: isDrawn ? readBeacon(proof['beacon'], grade) : null,
    result,
    log: proof['log'] === null ? null : readLog3(proof['log'], log),
  }
}

/** Only an opening that says so lets a seal leave somebody out. */
function readSealOf(value: unknown, { grade, recheck }: EventTerms3): EventSeal3 {
  const seal = readEventSeal3(value, grade)
  if (seal.out && !recheck) refuse('seal.out', 'is present, but the opening does not allow it')
  return seal
}

function readResult3(value: unknown, { grade, winners }: EventTerms3): EventResult3 {
  const result = readObject(value, 'result', ['entropy', 'winners', 'favour'])
  return {
    entropy: readHash(result['entropy'], 'result.entropy'),
    winners: readWinners(result['winners'], 'result.winners', winners),
    favour: readFavour(result, grade),
  }
}
