/**
 * JSON schemas of the published documents: proofs, receipts and the log's entries, as components of the OpenAPI document.
 * A schema checks the shape of a document; whether its content is true, only a verifier says. The tests compare the
 * schemas with the strict readers.
 */
import { ENTRY_SCHEMAS, LOG_ENTRY } from './entries.ts'
import { eventId, eventResult, eventSeal, eventTerms } from './events.ts'
import { deployment, seal1, seal2, terms1, terms2 } from './issue.ts'
import {
  beacon,
  DRAWN_BY_GRADE,
  gradeRule,
  inside,
  name,
  note,
  ONE_ATTEMPT,
  path,
  result,
  row,
  SEAL_BY_GRADE,
  uuid,
} from './parts.ts'
import { DOCUMENT_SCHEMAS_3 } from './documents-3.ts'
import {
  amount,
  exactly,
  hex,
  integer,
  type JsonSchema,
  list,
  NOT_NULL,
  NULL,
  orNull,
  ref,
  text,
  time,
  U32,
} from './json-schema.ts'
import { betRow, gameResult, roundSeal, roundTerms } from './rounds.ts'

const MAX = Number.MAX_SAFE_INTEGER

const log = (least: number, most: number, extra: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  exactly({
    entries: list(ref('ProofEntry'), least, most),
    sealCheckpoint: note,
    checkpoint: note,
    consistency: path,
    publicKey: hex(32, 'Ed25519 key of the log'),
    ...extra,
  })

const proof1: JsonSchema = {
  ...exactly({
    version: { const: 'fairlot-proof/1' },
    kind: { const: 'issue' },
    deployment,
    terms: terms1(),
    rows: list(row, 1, 10_000_000),
    seal: seal1(),
    beacon: orNull(beacon),
    result,
    log: orNull(log(3, 3, {})),
  }),
  allOf: [...SEAL_BY_GRADE, ...DRAWN_BY_GRADE],
}

function proof2(state: 'drawn' | 'sealed'): JsonSchema {
  const drawn = state === 'drawn'
  return {
    ...exactly({
      version: { const: 'fairlot-proof/2' },
      kind: { const: 'issue' },
      deployment,
      terms: terms2(),
      rows: list(row, 1, 10_000_000),
      seal: seal2(),
      beacon: drawn ? orNull(beacon) : NULL,
      result: drawn ? result : NULL,
      log: orNull(
        log(drawn ? 3 : 2, 1002, {
          cosignatures: list(text('^.{2,1024}$'), 0, 64, 'witnesses’ lines over sealCheckpoint'),
        }),
      ),
    }),
    allOf: [...SEAL_BY_GRADE, ONE_ATTEMPT, ...(drawn ? DRAWN_BY_GRADE : [])],
  }
}

function roundProof(state: 'decided' | 'sealed' | 'void'): JsonSchema {
  const isVoid = state === 'void'
  const decided = state === 'decided'
  const line = list(text('^.{2,1024}$'), 0, isVoid ? 0 : 64, 'witnesses’ lines over sealCheckpoint')
  return exactly({
    version: { const: 'fairlot-proof/2' },
    kind: { const: 'round' },
    deployment,
    terms: roundTerms(isVoid),
    rows: list(betRow, 0, isVoid ? 0 : 10_000_000),
    seal: isVoid ? NULL : roundSeal(),
    beacon: decided ? beacon : NULL,
    result: decided ? gameResult({ entropy: hex(32, 'h') }) : NULL,
    log: orNull(
      exactly({
        entries: list(ref('ProofEntry'), decided ? 3 : 2, decided || isVoid ? 3 : 2),
        sealCheckpoint: isVoid ? NULL : note,
        checkpoint: note,
        consistency: isVoid ? list(hex(32), 0, 0) : path,
        cosignatures: line,
        publicKey: hex(32, 'Ed25519 key of the log'),
      }),
    ),
  })
}

function eventProof(state: 'drawn' | 'sealed' | 'void'): JsonSchema {
  const isVoid = state === 'void'
  const drawn = state === 'drawn'
  const byGrade = gradeRule(
    ['beacon', 'witnessed'],
    { seal: inside({ round: NOT_NULL }), ...(drawn && { beacon: NOT_NULL }) },
    { seal: inside({ round: NULL }), beacon: NULL, log: inside({ cosignatures: { maxItems: 0 } }) },
  )
  return {
    ...exactly({
      version: { const: 'fairlot-proof/2' },
      kind: { const: 'event' },
      deployment,
      terms: eventTerms(),
      rows: list(row, isVoid ? 0 : 1, isVoid ? 0 : 10_000_000),
      seal: isVoid ? NULL : eventSeal(),
      beacon: drawn ? orNull(beacon) : NULL,
      result: drawn ? eventResult : NULL,
      log: orNull(
        exactly({
          entries: list(ref('ProofEntry'), drawn ? 3 : 2, isVoid ? 2 : 1002),
          sealCheckpoint: isVoid ? NULL : note,
          checkpoint: note,
          consistency: isVoid ? list(hex(32), 0, 0) : path,
          cosignatures: list(text('^.{2,1024}$'), 0, isVoid ? 0 : 64, 'witnesses’ lines over sealCheckpoint'),
          publicKey: hex(32, 'Ed25519 key of the log'),
        }),
      ),
    }),
    ...(isVoid ? {} : { allOf: [byGrade, ONE_ATTEMPT] }),
  }
}

const signedReceipt = exactly({
  receipt: text('^[\\s\\S]{2,65536}$', 'canonical JSON of a Receipt, exactly the signed bytes'),
  signature: hex(64),
  publicKey: hex(32),
})

const commonReceipt: Record<string, JsonSchema> = {
  t: { const: 'receipt' },
  id: uuid,
  tag: hex(8, 'member tag'),
  ms: time('the order, bet or participation'),
  amount: amount('what the member paid'),
  logSize: integer(0, MAX, 'size of the log when the receipt was signed'),
  logRoot: hex(32, 'root of the log at that size'),
}

const orderReceipt: JsonSchema = {
  ...exactly(
    {
      ...commonReceipt,
      kind: { const: 'order' },
      issue: name,
      first: integer(1, U32, 'first code'),
      quantity: integer(1, U32),
      seq: integer(1, U32, 'number of the order’s row; absent in receipts of earlier versions'),
      running: hex(32, 'running hash over the rows 1 to seq; absent in receipts of earlier versions'),
    },
    ['seq', 'running'],
  ),
  dependentRequired: { seq: ['running'], running: ['seq'] },
}

const betReceipt = exactly({
  ...commonReceipt,
  kind: { const: 'bet' },
  game: name,
  period: name,
  picks: list(text('^[\\s\\S]{1,200}$'), 1, 1000),
})

const eventReceipt = exactly({
  ...commonReceipt,
  kind: { const: 'event' },
  event: eventId,
  first: integer(1_000_001, U32, '1000000 and the number of the participant’s row'),
  quantity: { const: 1 },
  amount: { const: '0' },
})

/** All components, by name. */
export const DOCUMENT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Proof: { oneOf: ['Proof1', 'Proof2Drawn', 'Proof2Sealed'].map(ref) },
  RoundProof: { oneOf: ['RoundProofDecided', 'RoundProofSealed', 'RoundProofVoid'].map(ref) },
  RoundProofDecided: roundProof('decided'),
  RoundProofSealed: roundProof('sealed'),
  RoundProofVoid: roundProof('void'),
  EventProof: { oneOf: ['EventProofDrawn', 'EventProofSealed', 'EventProofVoid'].map(ref) },
  EventProofDrawn: eventProof('drawn'),
  EventProofSealed: eventProof('sealed'),
  EventProofVoid: eventProof('void'),
  Proof1: proof1,
  Proof2Drawn: proof2('drawn'),
  Proof2Sealed: proof2('sealed'),
  ProofEntry: exactly({
    index: integer(0, MAX, 'from 0 on'),
    bytes: text('^[\\s\\S]{2,65536}$', 'canonical JSON of a LogEntry'),
    inclusion: list(hex(32), 0, 64, 'RFC 6962 path to the root of log.checkpoint'),
  }),
  SignedReceipt: signedReceipt,
  Receipt: { oneOf: ['OrderReceipt', 'BetReceipt', 'EventReceipt'].map(ref) },
  OrderReceipt: orderReceipt,
  BetReceipt: betReceipt,
  EventReceipt: eventReceipt,
  ...DOCUMENT_SCHEMAS_3,
  LogEntry: LOG_ENTRY,
  ...ENTRY_SCHEMAS,
}
