/** Input and output types of the handlers of endpoints, plain routes and streams. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Auth, EndpointDefinition, Output, ParsedInput } from '@fairlot/contract/define'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { Caller, OperatorCaller } from './auth.ts'
import type { Sink } from '../stream/stream.ts'

/** The parts of a call that do not depend on its endpoint. */
export type CallBase = {
  /** language of messages and titles in the answer */
  readonly language: OfferedLanguage
  /** address of the client; behind trusted proxies, the address that they report */
  readonly address: string
  readonly userAgent: string
  /** in the log lines of this call and in its `x-request-id` header */
  readonly requestId: string
  /** Adds a Set-Cookie header to the answer; used for operators' sessions. */
  setCookie(header: string): void
}

type CallMember<A extends Auth> = A extends 'member' ? Caller : A extends 'optional' ? Caller | null : null

/** One call of an endpoint: input that passed its schema, and the caller that its `auth` requires. */
export type Call<E extends EndpointDefinition> = CallBase & {
  readonly input: ParsedInput<E>
  readonly member: CallMember<E['auth']>
  readonly operator: E['auth'] extends 'operator' ? OperatorCaller : null
}

/** Returns the output, or throws a Refusal whose code the endpoint declares. Any other error is a defect. */
export type Handler<E extends EndpointDefinition> = (call: Call<E>) => Output<E> | Promise<Output<E>>

/** The handler of a call that carries a file after its fields. */
export type FileHandler<E extends EndpointDefinition> = (
  call: Call<E> & {
    /**
     * Reads the file, once. The server has checked the fields, and nothing of the file is in memory before this call.
     * @throws Refusal UPLOAD_TOO_LARGE, UPLOAD_DAMAGED, INPUT_INVALID, TOO_MANY_CALLS
     */
    readFile(): Promise<Uint8Array>
  },
) => Output<E> | Promise<Output<E>>

/** The handlers of a group of endpoints: `Handlers<Endpoints, 'login' | 'logout'>`. */
export type Handlers<Table extends Record<string, EndpointDefinition>, Name extends keyof Table> = {
  [N in Name]: Handler<Table[N]>
}

/** A handler whose endpoint is not known statically; the schema has checked its input. */
export type ErasedHandler = (
  call: CallBase & {
    input: unknown
    member: Caller | null
    operator: OperatorCaller | null
    /** only in calls that carry a file */
    readFile?: (() => Promise<Uint8Array>) | undefined
  },
) => unknown

/** A page or webhook outside the envelope. */
export type PlainRoute = {
  /** GET routes answer HEAD as well */
  readonly method: 'GET' | 'POST'
  /** an exact path (`/sandbox/inbox`), or all paths below one (`/hooks/*`) */
  readonly path: string
  handle(request: PlainRequest): PlainResponse | Promise<PlainResponse>
}

export type PlainRequest = {
  readonly path: string
  /** the part of the path that `*` matched, else empty */
  readonly rest: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** raw bytes; empty for GET. The server answers 413 to bodies over 64 KiB. */
  readonly body: Buffer
  readonly address: string
  readonly requestId: string
}

export type PlainResponse = {
  readonly status: number
  /** content type */
  readonly type: string
  readonly body: string | Uint8Array
  /** lower-case names; they override the security headers and `no-store` */
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers a GET with server-sent events or a file that is written as it is read, or refuses it with a plain response. */
export type StreamRoute = {
  readonly path: string
  open(request: PlainRequest): Opened | Promise<Opened>
}

type Opened = PlainResponse | StreamResponse | FileResponse

export type StreamResponse = {
  /** Called once the head is written; it may still cut the connection. */
  readonly stream: (sink: Sink) => void
}

export type FileResponse = {
  readonly file: {
    /** name for the client's folder: letters, digits, `-` and `.` */
    readonly name: string
    /** content type */
    readonly type: string
    readonly chunks: AsyncIterable<string>
  }
  /** called once when the response has ended, in whatever way; perhaps no chunk was read */
  readonly ended?: () => void
}
