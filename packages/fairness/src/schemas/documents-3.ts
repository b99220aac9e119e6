/** JSON schemas of the documents of version 3: proofs and receipts. No endpoint answers them yet. */
import { eventId, eventTerms3, leftOut, winners } from './events.ts'
import { commonSeal, deployment, terms3 } from './issue.ts'
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
import {
  beacon,
  DRAWN_BY_GRADE,
  gradeRule,
  inside,
  name,
  note,
  path,
  result,
  row,
  SEAL_BY_GRADE,
  uuid,
} from './parts.ts'
import { betRow, chainIndex, chainTerms3, gameResult, period, roundSeal } from './rounds.ts'

const MAX = Number.MAX_SAFE_INTEGER

/** The schema of an object with further fields. */
function extended(schema: JsonSchema, fields: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return exactly({ ...(schema['properties'] as Record<string, JsonSchema>), ...fields })
}

const claim = hex(8, 'of the purchase: the first 8 bytes of SHA-256 over a label and its id')
const row3 = extended(row, { claim })
const betRow3 = extended(betRow, { claim })

const content = exactly({
  art: orNull(text('^[a-z0-9-]{1,40}$', 'name of the drawn portrait')),
  texts: {
    type: 'object',
    propertyNames: { pattern: '^[a-z]{2,3}-[a-z]{2,4}$' },
    additionalProperties: exactly({
      title: text('^[\\s\\S]{0,1000}$'),
      description: text('^[\\s\\S]{0,100000}$', 'Markdown'),
    }),
    maxProperties: 100,
  },
  pictures: list(hex(32), 0, 100, 'SHA-256 of the largest WebP of each, in the order of the gallery'),
})

const linked = exactly({ note, consistency: path })

function log3(least: number, most: number, isVoid: boolean): JsonSchema {
  return exactly({
    entries: list(ref('ProofEntry'), least, most),
    sealCheckpoint: isVoid ? NULL : note,
    checkpoint: note,
    consistency: isVoid ? list(hex(32), 0, 0) : path,
    lines: list(linked, 0, isVoid ? 0 : 16, 'what witnesses signed of the seal, by ascending size'),
    confirmation: list(
      linked,
      0,
      16,
      'what witnesses signed of the ending; only of a favour or a void event',
    ),
    publicKey: hex(32, 'Ed25519 key of the log'),
  })
}

const favour: JsonSchema = { type: 'boolean', description: 'too few witnesses signed in time' }
const NO_LINES = inside({ lines: { maxItems: 0 } })
const NO_CONFIRMATION = inside({ confirmation: { maxItems: 0 } })

const LINES_BY_GRADE = gradeRule(['beacon', 'witnessed'], {}, { log: NO_LINES })
const FAVOUR_BY_GRADE = gradeRule(['witnessed'], {}, { result: inside({ favour: { const: false } }) })
/** Only a favour is paid and confirmed. */
const BY_FAVOUR: JsonSchema = {
  oneOf: [
    { properties: { result: inside({ favour: { const: true } }) } },
    {
      properties: {
        result: inside({ favour: { const: false } }),
        log: inside({ entries: { maxItems: 3 }, confirmation: { maxItems: 0 } }),
      },
    },
  ],
}

const seal3 = exactly({
  ...commonSeal,
  shares: integer(1, U32, 'M: sold shares'),
  freeEntries: integer(0, U32, 'how many of the orders are free entries'),
})

function issueProof3(state: 'drawn' | 'sealed'): JsonSchema {
  const isDrawn = state === 'drawn'
  return {
    ...exactly({
      version: { const: 'fairlot-proof/3' },
      kind: { const: 'issue' },
      deployment,
      content,
      terms: terms3(),
      rows: list(row3, 1, 10_000_000),
      seal: seal3,
      beacon: isDrawn ? orNull(beacon) : NULL,
      result: isDrawn ? extended(result, { favour }) : NULL,
      log: orNull(log3(isDrawn ? 3 : 2, isDrawn ? 4 : 2, false)),
    }),
    allOf: [
      ...SEAL_BY_GRADE,
      LINES_BY_GRADE,
      ...(isDrawn
        ? [...DRAWN_BY_GRADE, FAVOUR_BY_GRADE, BY_FAVOUR]
        : [{ properties: { log: NO_CONFIRMATION } }]),
    ],
  }
}

const { salt: _, ...eventSeal } = commonSeal

/** Only an opening that says so lets a seal leave somebody out. */
const OUT_BY_TERMS: JsonSchema = {
  oneOf: [
    { properties: { terms: { required: ['recheck'] } } },
    { properties: { terms: { not: { required: ['recheck'] } }, seal: { not: { required: ['out'] } } } },
  ],
}

function eventProof3(state: 'drawn' | 'sealed' | 'void'): JsonSchema {
  const isVoid = state === 'void'
  const isDrawn = state === 'drawn'
  const rules: Readonly<Record<typeof state, readonly JsonSchema[]>> = {
    drawn: [LINES_BY_GRADE, FAVOUR_BY_GRADE, BY_FAVOUR],
    sealed: [LINES_BY_GRADE, { properties: { log: NO_CONFIRMATION } }],
    void: [gradeRule(['witnessed'], {}, { log: NO_CONFIRMATION })],
  }
  const bySeal = gradeRule(
    ['beacon', 'witnessed'],
    { seal: inside({ round: NOT_NULL }), ...(isDrawn && { beacon: NOT_NULL }) },
    { seal: inside({ round: NULL }), beacon: NULL },
  )
  return {
    ...exactly({
      version: { const: 'fairlot-proof/3' },
      kind: { const: 'event' },
      deployment,
      content,
      terms: eventTerms3(),
      rows: list(row3, isVoid ? 0 : 1, isVoid ? 0 : 10_000_000),
      seal: isVoid ? NULL : exactly({ ...eventSeal, salt: hex(32), out: leftOut }, ['out']),
      beacon: isDrawn ? orNull(beacon) : NULL,
      result: isDrawn ? exactly({ entropy: hex(32, 'E'), winners, favour }) : NULL,
      log: orNull(log3(isDrawn ? 3 : 2, isDrawn ? 4 : 2, isVoid)),
    }),
    allOf: [...(isVoid ? [] : [bySeal, OUT_BY_TERMS]), ...rules[state]],
  }
}

function roundProof3(state: 'decided' | 'sealed'): JsonSchema {
  const isDecided = state === 'decided'
  return exactly({
    version: { const: 'fairlot-proof/3' },
    kind: { const: 'round' },
    deployment,
    terms: chainTerms3({
      period,
      index: chainIndex,
      opensAt: time('the round opens'),
      closesAt: time('bets close'),
    }),
    rows: list(betRow3, 0, 10_000_000),
    seal: roundSeal(),
    beacon: isDecided ? beacon : NULL,
    result: isDecided ? gameResult({ entropy: hex(32, 'h') }) : NULL,
    log: orNull(
      exactly({
        entries: list(ref('ProofEntry'), isDecided ? 3 : 2, isDecided ? 3 : 2),
        chainCheckpoint: linked,
        chainLines: list(linked, 0, 16, 'what witnesses signed of the chain, by ascending size'),
        checkpoint: note,
        publicKey: hex(32, 'Ed25519 key of the log'),
      }),
    ),
  })
}

/** The log was lost after the seal, and the draw is in a log that continues it: then it is in favour. */
const lost = exactly({
  opened: orNull({
    ...note,
    description: 'state of the lost log with the opening, where a witness alone keeps the seal',
  }),
  logs: list(
    exactly({
      deployment,
      entry: exactly({
        bytes: text('^[\\s\\S]{2,16777216}$', 'the first entry, log-continues'),
        inclusion: path,
      }),
      consistency: orNull(path),
      checkpoint: note,
    }),
    1,
    16,
    'the logs that followed; the last one has the draw',
  ),
})

function withLost(drawn: JsonSchema): JsonSchema {
  const favoured: JsonSchema = { properties: { result: inside({ favour: { const: true } }), log: NOT_NULL } }
  return { ...extended(drawn, { lost }), allOf: [...(drawn['allOf'] as JsonSchema[]), favoured] }
}

const receipt3: Record<string, JsonSchema> = {
  t: { const: 'receipt/3' },
  id: uuid,
  tag: hex(8, 'member tag'),
  ms: time('the order, bet or participation'),
  amount: amount('what the member paid'),
  logSize: integer(0, MAX, 'size of the log when the receipt was signed'),
  logRoot: hex(32, 'root of the log at that size'),
  seq: integer(1, U32, 'number of the row'),
  order: { ...uuid, description: 'id of the purchase, which the member’s device chose; the same as id' },
}
const bound: Record<string, JsonSchema> = {
  content: hex(32, 'hash of title, description and pictures'),
  running: hex(32, 'running hash over the rows 1 to seq'),
}

/** Components by name. */
export const DOCUMENT_SCHEMAS_3: Readonly<Record<string, JsonSchema>> = {
  IssueProof3: { oneOf: ['IssueProof3Drawn', 'IssueProof3Lost', 'IssueProof3Sealed'].map(ref) },
  IssueProof3Drawn: issueProof3('drawn'),
  IssueProof3Lost: withLost(issueProof3('drawn')),
  IssueProof3Sealed: issueProof3('sealed'),
  EventProof3: {
    oneOf: ['EventProof3Drawn', 'EventProof3Lost', 'EventProof3Sealed', 'EventProof3Void'].map(ref),
  },
  EventProof3Drawn: eventProof3('drawn'),
  EventProof3Lost: withLost(eventProof3('drawn')),
  EventProof3Sealed: eventProof3('sealed'),
  EventProof3Void: eventProof3('void'),
  RoundProof3: { oneOf: ['RoundProof3Decided', 'RoundProof3Sealed'].map(ref) },
  RoundProof3Decided: roundProof3('decided'),
  RoundProof3Sealed: roundProof3('sealed'),
  Receipt3: { oneOf: ['OrderReceipt3', 'BetReceipt3', 'EventReceipt3'].map(ref) },
  OrderReceipt3: exactly({
    ...receipt3,
    ...bound,
    kind: { const: 'order' },
    issue: name,
    first: integer(1, U32, 'first code'),
    quantity: integer(1, U32),
  }),
  BetReceipt3: exactly({
    ...receipt3,
    kind: { const: 'bet' },
    game: name,
    period: name,
    picks: list(text('^[\\s\\S]{1,200}$'), 1, 1000),
    content: NULL,
  }),
  EventReceipt3: exactly({
    ...receipt3,
    ...bound,
    kind: { const: 'event' },
    event: eventId,
    first: integer(1_000_001, U32, '1000000 and the number of the participant’s row'),
    quantity: { const: 1 },
    amount: { const: '0' },
  }),
}
