/**
 * A fake server at the network boundary. It answers the app's calls as the app sends them; everything above `fetch` is
 * the real app: router, query cache, client, messages.
 */
import { readFile } from 'node:fs/promises'
import nodePath from 'node:path'
import type { EndpointDefinition, Input, Output } from '@fairlot/contract/define'
import { CODES } from '@fairlot/contract/flags'
import type { Code, Failure } from '@fairlot/contract/flags'
import { codeMessage } from '@fairlot/contract/messages'
import type { MessageValues } from '@fairlot/contract/messages'
import { BASE_PATH } from '@fairlot/contract/wire'
import { vi } from 'vitest'

/** Thrown by a handler to refuse a call. */
export class Refusal extends Error {
  readonly code: Code
  readonly failure: Failure

  constructor(code: Code, values: MessageValues = {}, more: Partial<Failure> = {}) {
    const message = codeMessage('en-us', code, values)
    super(message)
    this.code = code
    this.failure = { code, message, ...more }
  }
}

type Handler = (input: unknown) => unknown

const I18N = nodePath.resolve(import.meta.dirname, '../i18n')
const MESSAGES = /^\/assets\/messages\/([a-z]{2}-[a-z]{2})-(\w+)\.\w+\.json$/

export class FakeServer {
  #handlers = new Map<string, Handler>()
  #pages = new Map<string, (query: URLSearchParams) => unknown>()
  #calls: { path: string; input: unknown }[] = []

  /** Answers every call of an endpoint from now on; a handler that throws a `Refusal` refuses. */
  answer<E extends EndpointDefinition>(
    endpoint: E,
    handler: (input: Input<E>) => Output<E> | Promise<Output<E>>,
  ): void {
    this.#handlers.set(BASE_PATH + endpoint.path, handler as Handler)
  }

  /** Answers requests of a path outside of the contract with JSON. */
  serve(path: string, handler: (query: URLSearchParams) => unknown): void {
    this.#pages.set(path, handler)
  }

  refuse(endpoint: EndpointDefinition, ...refusal: ConstructorParameters<typeof Refusal>): void {
    this.#handlers.set(BASE_PATH + endpoint.path, () => {
      throw new Refusal(...refusal)
    })
  }

  /** Loses the answer of every call of an endpoint: the network fails after the call was sent. */
  lose(endpoint: EndpointDefinition): void {
    this.#handlers.set(BASE_PATH + endpoint.path, () => {
      throw new TypeError('network failure')
    })
  }

  /** Holds calls of an endpoint until `release` is called with their answer. */
  hold<E extends EndpointDefinition>(endpoint: E): { release: (answer: Output<E>) => void } {
    const { promise, resolve } = Promise.withResolvers<Output<E>>()
    this.answer(endpoint, () => promise)
    return { release: resolve }
  }

  /** The inputs of all calls of an endpoint so far, the oldest first. */
  inputs<E extends EndpointDefinition>(endpoint: E): Input<E>[] {
    return this.#calls
      .filter((call) => call.path === BASE_PATH + endpoint.path)
      .map(({ input }) => input as Input<E>)
  }

  /** Takes the place of `fetch` until `vi.unstubAllGlobals`. */
  listen(): void {
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => this.#fetch(url, init))
    const answer = (path: string, input: unknown) => this.#answer(path, input)
    // Pictures are sent by XMLHttpRequest, because of the progress.
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends EventTarget {
        readonly upload = new EventTarget()
        status = 0
        response: unknown = null
        #path = ''

        open(_: string, path: string): void {
          this.#path = path
        }

        send(form: FormData): void {
          this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 2 }))
          const param = form.get('param')
          void answer(this.#path, JSON.parse(typeof param === 'string' ? param : 'null')).then(
            (json) => this.#end(200, json),
            () => this.#end(0, null),
          )
        }

        abort(): void {
          this.#end(0, null)
        }

        #end(status: number, response: unknown): void {
          Object.assign(this, { status, response })
          this.dispatchEvent(new Event('loadend'))
        }
      },
    )
  }

  async #fetch(url: string, init?: RequestInit): Promise<Response> {
    const [, language, namespace] = MESSAGES.exec(url) ?? []
    if (language !== undefined) {
      return new Response(await readFile(nodePath.resolve(I18N, language, `${namespace}.json`), 'utf8'))
    }
    const [path = '', query = ''] = url.split('?')
    const page = this.#pages.get(path)
    if (page) return Response.json(page(new URLSearchParams(query)))
    const body = typeof init?.body === 'string' ? init.body : ''
    const input: unknown = JSON.parse(new URLSearchParams(body).get('param') ?? 'null')
    return Response.json(await this.#answer(url, input))
  }

  /** Throws when the call is lost. */
  async #answer(path: string, input: unknown): Promise<unknown> {
    this.#calls.push({ path, input })
    const handler = this.#handlers.get(path)
    if (!handler) return { flag: CODES.UNAVAILABLE, data: new Refusal('UNAVAILABLE').failure }
    try {
      return { flag: 0, data: await handler(input) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { flag: CODES[error.code], data: error.failure }
    }
  }
}
