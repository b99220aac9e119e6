import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/i18n.ts'
import { useSystem } from '../../queries/system.ts'
import { SANDBOX_CODE_AGAIN_MS, SANDBOX_CLOCKS_MS } from '../../timing.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { InboxNotice } from './inbox-notice.tsx'

type Inbox = { items: { phone: string; code: string | null; sentAt: number }[] }

/** What a masked phone number shows: its first and last characters. */
const MASKED = /^(\+?\d+)[^\d+]+(\d+)$/

/**
 * The code that the sandbox's inbox has for a phone since then; null: it has not arrived. The app knows the number of the
 * logged-in member masked; the inbox then answers for all numbers, which a sandbox shows to everybody.
 */
async function inboxCode(phone: string, since: number): Promise<string | null> {
  const [, start, end] = MASKED.exec(phone) ?? []
  const query = start === undefined ? `?phone=${encodeURIComponent(phone)}` : ''
  const response = await fetch(`/sandbox/inbox.json${query}`)
  if (!response.ok) throw new Error(`the sandbox inbox answered ${response.status}`)
  const { items } = (await response.json()) as Inbox
  const isOurs = (to: string) =>
    start === undefined || end === undefined || (to.startsWith(start) && to.endsWith(end))
  const newest = items.find(
    (sms) => sms.code !== null && sms.sentAt >= since - SANDBOX_CLOCKS_MS && isOurs(sms.phone),
  )
  return newest?.code ?? null
}

type SandboxCodeProps = {
  /** complete, or masked as the session has it */
  phone: string
  /** the server's time at which the code was requested; null: none was requested for this number */
  since: number | null
  /** the code that the field holds */
  value: string
  onFill: (code: string) => void
}

/**
 * In a sandbox no SMS is sent: the code appears here, to be filled in with one tap. Only the server's own statement that
 * it is a sandbox counts; before it, and with real money, nothing is asked for and nothing is shown.
 */
export function SandboxCode({ phone, since, value, onFill }: SandboxCodeProps) {
  const { t } = useTranslation('auth')
  const isSandbox = useSystem()?.moneyMode === 'sandbox'
  const query = useQuery({
    queryKey: ['sandbox-code', phone, since],
    queryFn: () => inboxCode(phone, since ?? 0),
    enabled: isSandbox && since !== null,
    refetchInterval: ({ state }) => (state.data == null ? SANDBOX_CODE_AGAIN_MS : false),
    gcTime: 0,
  })
  if (!isSandbox) return null
  if (query.isError) return <InboxNotice />
  const code = query.data ?? null
  return (
    <div role="status">
      {since === null || code === null ? (
        <p className="text-cap text-ink-2">{t('inbox.here')}</p>
      ) : (
        code !== value && (
          <Notice>
            <p>{t('inbox.code')}</p>
            <button
              type="button"
              onClick={() => onFill(code)}
              className="press bg-brand text-on-brand mt-2 min-h-11 rounded-full px-5 font-semibold"
            >
              {t('inbox.fill', { code })}
            </button>
          </Notice>
        )
      )}
    </div>
  )
}
