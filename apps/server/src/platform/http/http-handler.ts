/** What a handler of an endpoint or of a plain route is given and answers. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Auth, EndpointDefinition, Output, ParsedInput } from '@fairlot/contract/define'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { Caller, OperatorCaller } from './auth.ts'
import type { Sink } from '../stream/stream.ts'

/** Where a call comes from, whatever it asks for. */
export type CallBase = {
  /** messages and titles shall come in this language */
  readonly language: OfferedLanguage
  /** address of the client, behind a trusted proxy the one that the proxy saw */
  readonly address: string
  readonly userAgent: string
  /** stands in the log lines of this call and in its `x-request-id` */
  readonly requestId: string
  /** Sends a Set-Cookie header along with the answer: operators' sessions. */
  setCookie(header: string): void
}

type CallMember<A extends Auth> = A extends 'member' ? Caller : A extends 'optional' ? Caller | null : null

/** One call of an endpoint: input that passed its schema; a member exactly where the endpoint requires one. */
export type Call<E extends EndpointDefinition> = CallBase & {
  readonly input: ParsedInput<E>
  readonly member: CallMember<E['auth']>
  readonly operator: E['auth'] extends 'operator' ? OperatorCaller : null
}

/** Answers the output, or throws a Refusal whose code the endpoint declares. Anything else thrown is a defect. */
export type Handler<E extends EndpointDefinition> = (call: Call<E>) => Output<E> | Promise<Output<E>>

/** The handlers of a group of endpoints: `Handlers<Endpoints, 'login' | 'logout'>`. */
export type Handlers<Table extends Record<string, EndpointDefinition>, Name extends keyof Table> = {
  [N in Name]: Handler<Table[N]>
}

/** A handler whose endpoint is not known statically; the schema checks its input first. */
export type ErasedHandler = (
  call: CallBase & { input: unknown; member: Caller | null; operator: OperatorCaller | null },
) => unknown

/** A page or hook outside the envelope. */
export type PlainRoute = {
  /** GET answers HEAD as well */
  readonly method: 'GET' | 'POST'
  /** exact (`/sandbox/inbox`), or everything below (`/hooks/*`) */
  readonly path: string
  handle(request: PlainRequest): PlainResponse | Promise<PlainResponse>
}

export type PlainRequest = {
  readonly path: string
  /** what the `*` of the route stands for, else empty */
  readonly rest: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** raw bytes; empty for GET. At most 64 KiB, else the server has answered 413. */
  readonly body: Buffer
  readonly address: string
  readonly requestId: string
}

export type PlainResponse = {
  readonly status: number
  /** content type */
  readonly type: string
  readonly body: string | Uint8Array
  /** lower-case names; these win over the security headers and over `no-store` */
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers a GET with events for as long as both sides like, or with a plain response where it refuses. */
export type StreamRoute = {
  readonly path: string
  open(request: PlainRequest): PlainResponse | StreamResponse | Promise<PlainResponse | StreamResponse>
}

export type StreamResponse = {
  /** Takes over once the head is written; what it refuses then is cut. */
  readonly stream: (sink: Sink) => void
}
