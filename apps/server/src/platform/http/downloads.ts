/**
 * Files that a member takes away: a call answers a link with a ticket, and the browser downloads from the link. The server
 * writes the file while it reads the data, so that its memory does not grow with the file.
 */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { Clock } from '../clock.ts'
import type { Random } from '../random.ts'
import { createSignedTickets } from '../signed-tickets.ts'
import type { FileResponse, StreamRoute } from './http-handler.ts'
import { text } from './http-responses.ts'

const PATH = '/api/download'
/** From the call to the begin of the download. */
const LIFE_MS = 60_000
/** Downloads of this process at the same time, of all members and of one. */
const MOST_OPEN = 12
const MOST_OF_MEMBER = 2
const FULL_RETRY_SECONDS = 30

/** Who downloads, and in which language. */
export type DownloadOwner = {
  readonly memberId: string
  readonly sessionId: string
  readonly language: OfferedLanguage
}

/** Makes the file of an input. The chunks are read as fast as the client takes them. */
type OpenFile<Input> = (owner: DownloadOwner, input: Input) => FileResponse['file']

/** Answers a link to the file of an input. */
export type Offer<Input> = (owner: DownloadOwner, input: Input) => { url: string; expiresAt: number }

export type Downloads = {
  /** Defines a kind of file. @throws Error when the name is taken */
  define<Input>(name: string, open: OpenFile<Input>): Offer<Input>
  readonly route: StreamRoute
}

export type DownloadsOptions = {
  /** shared by all servers of a deployment */
  secret: Uint8Array
  clock: Clock
  random: Random
  /** whether a session has not ended */
  isLiving(sessionId: string): Promise<boolean>
}

export function createDownloads({ secret, clock, random, isLiving }: DownloadsOptions): Downloads {
  type Content = { file: string; owner: DownloadOwner; input: unknown }
  const label = 'fairlot/download/1'
  const tickets = createSignedTickets<Content>({ secret, label, lifeMs: LIFE_MS, clock, random })
  const files = new Map<string, OpenFile<unknown>>()
  /** member → downloads under way */
  const open = new Map<string, number>()
  const openOf = (memberId: string) => open.get(memberId) ?? 0
  const hasRoom = (memberId: string) =>
    openOf(memberId) < MOST_OF_MEMBER && [...open.values()].reduce((sum, of) => sum + of, 0) < MOST_OPEN

  /** Takes a place, without a pause between the look and the count. @returns what gives it back; undefined: no room */
  function takePlace(memberId: string): (() => void) | undefined {
    if (!hasRoom(memberId)) return undefined
    open.set(memberId, openOf(memberId) + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const left = openOf(memberId) - 1
      if (left > 0) open.set(memberId, left)
      else open.delete(memberId)
    }
  }

  /** The file, which keeps its place until its chunks have ended, or until the response has, when none was read. */
  function holding(file: FileResponse['file'], release: () => void): FileResponse {
    let begun = false
    async function* chunks() {
      begun = true
      try {
        yield* file.chunks
      } finally {
        release()
      }
    }
    const ended = () => {
      if (!begun) release()
    }
    return { file: { ...file, chunks: chunks() }, ended }
  }

  return {
    define<Input>(name: string, openFile: OpenFile<Input>) {
      if (files.has(name)) throw new Error(`two downloads are named ${name}`)
      // safe cast: a ticket of this name has an input of this type, because only the function below issues it
      files.set(name, openFile as OpenFile<unknown>)
      return (owner: DownloadOwner, input: Input) => {
        const { ticket, expiresAt } = tickets.issue({ file: name, owner, input })
        return { url: `${PATH}?ticket=${ticket}`, expiresAt }
      }
    },
    route: {
      path: PATH,
      async open({ query }) {
        const content = tickets.redeem(query.get('ticket') ?? '')
        const openFile = content && files.get(content.file)
        if (!content || !openFile) return text(401, 'the link is no longer valid')
        const { owner, input } = content
        if (!(await isLiving(owner.sessionId))) return text(401, 'the session has ended')
        const release = takePlace(owner.memberId)
        if (!release) {
          const full = text(503, 'too many downloads are under way')
          return { ...full, headers: { 'retry-after': String(FULL_RETRY_SECONDS) } }
        }
        try {
          return holding(openFile(owner, input), release)
        } catch (error) {
          release()
          throw error
        }
      },
    },
  }
}
