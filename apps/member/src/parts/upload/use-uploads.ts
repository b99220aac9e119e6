import { FLAG } from '@fairlot/contract/flags'
import type { UploadPurpose } from '@fairlot/contract/media/upload'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError } from '../../api/api.ts'
import { react } from '../../api/reactions.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { preparePicture } from './prepare-picture.ts'
import { sendPicture } from './send-picture.ts'
import { inTurn } from './upload-turns.ts'

type Shown = {
  /** the name of the file */
  name: string
  /** bytes that are sent */
  size: number
  /** address of the picture on this device */
  preview: string
}
type State =
  | { step: 'empty' }
  | { step: 'checking'; name: string }
  | (Shown & { step: 'sending'; part: number })
  | (Shown & { step: 'sent'; id: string })
  | { step: 'failed'; name: string; message: string; preview: string | null; retry: File | null }

/** One picture: what to show, and what the member can do. */
export type Upload = {
  state: State
  /** names the picture in the call that uses it; null before it has arrived */
  id: string | null
  /** under way */
  busy: boolean
  /** checks the file, shrinks it where needed, and sends it; takes the place of an earlier one */
  choose: (file: File) => void
  /** sends the same file again */
  retry: () => void
  /** cancels or forgets; the server erases what no call has used */
  remove: () => void
  /** the server refused the picture when it was used; it has to be sent again */
  fail: (message: string) => void
}

const EMPTY: State = { step: 'empty' }
type Run = { abort: AbortController; file: File; preview: string | null }

/**
 * The pictures of a form, by name. They live as long as the screen. A picture is sent as soon as it is chosen; the form waits for
 * its id.
 */
export function useUploads(purpose: UploadPurpose): (name: string) => Upload {
  const { t } = useTranslation('upload')
  const [states, setStates] = useState<Readonly<Record<string, State>>>({})
  const runs = useRef(new Map<string, Run>())
  const put = useCallback((name: string, state: State) => {
    setStates((all) => ({ ...all, [name]: state }))
  }, [])
  const end = useCallback((name: string) => {
    const run = runs.current.get(name)
    run?.abort.abort()
    if (run && run.preview !== null) URL.revokeObjectURL(run.preview)
    runs.current.delete(name)
  }, [])
  useEffect(() => {
    const all = runs.current
    return () => {
      for (const name of all.keys()) end(name)
    }
  }, [end])

  const send = async (name: string, file: File) => {
    end(name)
    const run: Run = { abort: new AbortController(), file, preview: null }
    const { signal } = run.abort
    runs.current.set(name, run)
    put(name, { step: 'checking', name: file.name })
    try {
      const prepared = await preparePicture(file)
      if (signal.aborted) return
      if ('problem' in prepared) {
        const message = t(`problem.${prepared.problem}`)
        put(name, { step: 'failed', name: file.name, message, preview: null, retry: null })
        return
      }
      run.preview = URL.createObjectURL(prepared.file)
      const shown: Shown = { name: file.name, size: prepared.file.size, preview: run.preview }
      put(name, { ...shown, step: 'sending', part: 0 })
      const onProgress = (part: number) => {
        if (!signal.aborted) put(name, { ...shown, step: 'sending', part })
      }
      const { id } = await inTurn(signal, () => sendPicture(purpose, prepared.file, { onProgress, signal }))
      if (!signal.aborted) put(name, { ...shown, step: 'sent', id })
    } catch (error) {
      if (signal.aborted) return
      const isRefused = error instanceof CallError
      // The slot shows the message itself. A session that has ended, and the reality check, lead elsewhere.
      if (isRefused) react(error, { kind: error.code === 'REALITY_CHECK' ? 'action' : 'query' })
      put(name, {
        step: 'failed',
        name: file.name,
        message: isRefused ? error.failure.message : t('problem.network'),
        preview: run.preview,
        // the same bytes would be refused again
        retry: isRefused && error.flag === FLAG.input && error.code !== 'UPLOAD_DAMAGED' ? null : file,
      })
    }
  }

  return (name) => {
    const state = states[name] ?? EMPTY
    return {
      state,
      id: state.step === 'sent' ? state.id : null,
      busy: state.step === 'checking' || state.step === 'sending',
      choose: (file) => void send(name, file),
      retry: () => {
        if (state.step === 'failed' && state.retry !== null) void send(name, state.retry)
      },
      remove: () => {
        end(name)
        put(name, EMPTY)
      },
      fail: (message) => {
        const run = runs.current.get(name)
        if (run === undefined) return
        const { file, preview } = run
        put(name, { step: 'failed', name: file.name, message, preview, retry: file })
      },
    }
  }
}

/** One picture of a form. */
export const useUpload = (purpose: UploadPurpose): Upload => useUploads(purpose)('picture')
