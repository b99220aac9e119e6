import { create } from 'zustand'
import { forgetSigner, keepSigner, rereadSigner } from '../api/signer.ts'

/** The key of the session in the browser's storage. */
export const SESSION_KEY = 'fairlot.session'

export type MemberInfo = { id: string; nickname: string; phone: string }

type StoredSession = { token: string; member: MemberInfo; expiresAt: number }

type SessionState = {
  session: StoredSession | null
  /** Stores token and sign key after a login or registration; scripts cannot read the sign key. */
  begin: (answer: StoredSession & { signKey: string }) => Promise<void>
  /** Clears token, member and sign key. @returns whether there was a session */
  end: () => boolean
}

function read(): StoredSession | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const { token, member, expiresAt } = value as Partial<StoredSession>
    if (typeof token !== 'string' || typeof expiresAt !== 'number' || member === undefined) return null
    return { token, member, expiresAt }
  } catch {
    // Storage is blocked or damaged: the visitor is anonymous.
    return null
  }
}

function write(session: StoredSession | null): void {
  try {
    if (session === null) localStorage.removeItem(SESSION_KEY)
    else localStorage.setItem(SESSION_KEY, JSON.stringify(session))
  } catch {
    // Without storage, the session lasts until the page closes.
  }
}

export const useSession = create<SessionState>()((set, get) => ({
  session: read(),
  begin: async ({ signKey, token, member, expiresAt }) => {
    await keepSigner(signKey)
    const session = { token, member, expiresAt }
    write(session)
    set({ session })
  },
  end: () => {
    const had = get().session !== null
    write(null)
    void forgetSigner()
    set({ session: null })
    return had
  },
}))

const followers = new Set<() => void>()

/** Calls `follow` after another tab has logged in or out. @returns a function that ends it */
export function followOtherTabs(follow: () => void): () => void {
  followers.add(follow)
  return () => followers.delete(follow)
}

function reread(): void {
  const session = read()
  if (session?.token === useSession.getState().session?.token) return
  rereadSigner()
  useSession.setState({ session })
  for (const follow of followers) follow()
}

// Another tab logged in or out. A page that the browser had frozen gets no such event, so it looks when it is shown again.
globalThis.addEventListener('storage', (event) => {
  // the key is null when the whole storage was cleared
  if (event.key === SESSION_KEY || event.key === null) reread()
})
globalThis.addEventListener('pageshow', (event) => {
  if (event.persisted) reread()
})

/** The member who is logged in, or null. */
export const useMember = (): MemberInfo | null => useSession((state) => state.session?.member ?? null)
export const isLoggedIn = (): boolean => useSession.getState().session !== null
