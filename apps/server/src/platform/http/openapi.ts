/** The OpenAPI document, derived from the contract. Only the description of the protocol is written by hand. */
import { codesOf, type EndpointDefinition } from '@fairlot/contract/define'
import { CODES, type Code } from '@fairlot/contract/flags'
import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import { codeMessage } from '@fairlot/contract/messages'
import { PERMISSIONS } from '@fairlot/contract/operator/operator-roles'
import { documents } from '@fairlot/contract/schemas'
import {
  MAX_UPLOAD_BYTES,
  MAX_UPLOAD_PIXELS,
  MIN_UPLOAD_SIDE,
  UPLOAD_FILE_FIELD,
  UPLOAD_TYPES,
  UPLOAD_UNUSED_HOURS,
  UPLOADS_AT_A_TIME,
} from '@fairlot/contract/media/upload'
import { BASE_PATH, OPERATOR_COOKIE } from '@fairlot/contract/wire'
import { DOCUMENT_SCHEMAS } from '@fairlot/fairness/schemas/documents'
import { ref } from '@fairlot/fairness/schemas/json-schema'
import * as z from 'zod/mini'
import { VERSION } from '../installation/version.ts'

type Json = { [key: string]: unknown }

const PROTOCOL = `Every call is a POST of five form fields. \`date\` is Unix milliseconds within 5 minutes of the server. \
\`sign\` is, with a token, hex(HMAC-SHA256(key of the session, text)), else hex(SHA256(text)), where the text is these \
lines with LF between them: \`fairlot-sign-1\` (\`fairlot-sign-1-anon\` without a token), \`POST\`, the path with \`/api\`, \
date, language, hex(SHA256(token)) (empty without one), hex(SHA256(param)). \`param\` is the JSON of the input. The \
answer is \`{flag, data}\` with HTTP 200; \`flag\` 0 is success, and any other names its error in \`data.code\`.

Operators' calls (\`x-auth\`: operator) carry a session cookie instead of a token. \`/operator/login\` is called like any \
other without a token; it sets the cookie \`${OPERATOR_COOKIE}\` and answers \`signKey\`, the key of the session, in hex. \
From then on the text begins with \`fairlot-sign-operator-1\`, its token line is empty, and \`sign\` is hex(HMAC-SHA256(that \
key, text)). After a log in with a one-time password, an operator may only call endpoints with \`x-stage\`: setup, until \
\`/operator/setup\` has set the password and the second factor; its answer sets a new cookie, the key stays. \`x-roles\` \
names the roles that may call an endpoint. A change that needs a second operator answers \`state\`: requested and its \
\`approval\`, which another operator passes to \`/operator/approve\`. A call with a \`requestId\` takes effect once, however \
often it is sent. A session ends after 15 minutes without a call.`

type Table = Readonly<Record<string, EndpointDefinition>>

/** OpenAPI 3.1 document of a table of endpoints. @param uploads calls whose fields are followed by a file */
export function openApiDocument(endpoints: Table, uploads: Table): Json {
  const pathsOf = (table: Table, describe: (name: string, endpoint: EndpointDefinition) => Json) =>
    Object.entries(table).map(([name, endpoint]) => [endpoint.path, { post: describe(name, endpoint) }])
  return {
    openapi: '3.1.0',
    info: { title: 'Fairlot', version: VERSION, description: PROTOCOL },
    servers: [{ url: BASE_PATH }],
    paths: Object.fromEntries([...pathsOf(endpoints, operation), ...pathsOf(uploads, uploadOperation)]),
    components: {
      schemas: { Failure: failureSchema(Object.keys(CODES) as Code[]), ...DOCUMENT_SCHEMAS },
      responses: { BodyTooLarge: { description: 'The body is over 64 KiB.' } },
      securitySchemes: {
        // OpenAPI knows no scheme in a field of the body; of its types, a named HTTP scheme comes closest
        member: {
          type: 'http',
          scheme: 'fairlot-sign-1',
          description:
            'the form fields `token` and `sign`, not the header `Authorization`. A login answers the token and `signKey`',
        },
        operator: {
          type: 'apiKey',
          in: 'cookie',
          name: OPERATOR_COOKIE,
          description: 'set by /operator/login; every call is signed as well',
        },
      },
    },
  }
}

/** A list of alternatives; the empty one is a call without a session. */
const SECURITY: Readonly<Record<EndpointDefinition['auth'], readonly Json[]>> = {
  anyone: [],
  optional: [{}, { member: [] }],
  member: [{ member: [] }],
  operator: [{ operator: [] }],
}

function operation(name: string, endpoint: EndpointDefinition): Json {
  return {
    ...calledOperation(name, endpoint, {
      'application/x-www-form-urlencoded': {
        schema: envelopeSchema(endpoint),
        encoding: { param: { contentType: 'application/json' } },
      },
    }),
    responses: { ...answerResponse(endpoint), 413: { $ref: '#/components/responses/BodyTooLarge' } },
  }
}

/** A file over its limit is answered with UPLOAD_TOO_LARGE, not with 413. */
function uploadOperation(name: string, endpoint: EndpointDefinition): Json {
  const { properties, required, ...fields } = envelopeSchema(endpoint)
  const file = {
    type: 'string',
    format: 'binary',
    description: 'the picture; after the fields, and nothing after it',
  }
  return {
    ...calledOperation(name, endpoint, {
      'multipart/form-data': {
        schema: {
          ...fields,
          description: `The fields come first, each once, then the file. The server reads ${UPLOADS_AT_A_TIME} files of a member at a time. A picture that no call uses within ${UPLOAD_UNUSED_HOURS} hours is erased.`,
          properties: { ...properties, [UPLOAD_FILE_FIELD]: file },
          required: [...required, UPLOAD_FILE_FIELD],
        },
        encoding: {
          param: { contentType: 'application/json' },
          [UPLOAD_FILE_FIELD]: { contentType: UPLOAD_TYPES.join(', ') },
        },
      },
    }),
    'x-upload': {
      maxBytes: MAX_UPLOAD_BYTES,
      maxPixels: MAX_UPLOAD_PIXELS,
      minSide: MIN_UPLOAD_SIDE,
      atATime: UPLOADS_AT_A_TIME,
      unusedHours: UPLOAD_UNUSED_HOURS,
    },
    responses: answerResponse(endpoint),
  }
}

const answerResponse = (endpoint: EndpointDefinition): Json => ({
  200: {
    description: 'The answer; `flag` 0 is success.',
    content: { 'application/json': { schema: { oneOf: answerSchemas(endpoint, codesOf(endpoint)) } } },
  },
})

function calledOperation(name: string, endpoint: EndpointDefinition, content: Json): Json {
  const codes = codesOf(endpoint)
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    'x-auth': endpoint.auth,
    security: SECURITY[endpoint.auth],
    ...(endpoint.permission && {
      'x-permission': endpoint.permission,
      'x-roles': PERMISSIONS[endpoint.permission],
    }),
    ...(endpoint.stage && { 'x-stage': endpoint.stage }),
    ...('money' in endpoint && endpoint.money ? { 'x-money': true } : {}),
    'x-errors': codes.map((code) => ({ code, flag: CODES[code], message: codeMessage('en-us', code) })),
    requestBody: { required: true, content },
  }
}

const TOKEN: Readonly<Record<EndpointDefinition['auth'], string>> = {
  member: 'token of an active session',
  optional: 'empty without a session',
  anyone: 'empty without a session',
  operator: 'empty: the cookie identifies the operator',
}

function envelopeSchema(endpoint: EndpointDefinition): Json & { properties: Json; required: string[] } {
  const token = {
    type: 'string',
    description: TOKEN[endpoint.auth],
  }
  return {
    type: 'object',
    properties: {
      date: { type: 'string', pattern: '^[0-9]{1,15}$', description: 'Unix milliseconds' },
      sign: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      language: { type: 'string', examples: [...OFFERED_LANGUAGES] },
      token,
      param: inlineSchema(endpoint.input, 'input'),
    },
    required: ['date', 'sign', 'param', ...(endpoint.auth === 'member' ? ['token'] : [])],
    additionalProperties: false,
  }
}

function answerSchemas(endpoint: EndpointDefinition, codes: readonly Code[]): Json[] {
  const flags = [...new Set(codes.map((code) => CODES[code]))].toSorted((a, b) => a - b)
  return [
    envelopeAnswer({ const: 0 }, inlineSchema(endpoint.output, 'output')),
    ...flags.map((flag) =>
      envelopeAnswer({ const: flag }, failureSchema(codes.filter((code) => CODES[code] === flag))),
    ),
  ]
}

function envelopeAnswer(flag: Json, data: Json): Json {
  return { type: 'object', properties: { flag, data }, required: ['flag', 'data'] }
}

function failureSchema(codes: readonly Code[]): Json {
  return {
    type: 'object',
    properties: {
      code: { enum: codes },
      message: { type: 'string', description: 'in the language of the call' },
      fields: { type: 'object', additionalProperties: { type: 'string' } },
      serverTime: { type: 'integer', description: 'Unix milliseconds' },
      retryAfter: { type: 'integer', description: 'seconds' },
      incident: { type: 'string', description: 'id of the log line' },
    },
    required: ['code', 'message'],
  }
}

/** The JSON schema without `$schema`, which only a whole document may have. A published document refers to its component. */
function inlineSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const document = documents.get(schema)
  if (document) return ref(document.component)
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, reused: 'inline' })
  return rest
}
