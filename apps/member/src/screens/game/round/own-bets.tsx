import { fairReceipt } from '@fairlot/contract/endpoints/fair'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { call, CallError } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { saveFile } from '../../../parts/proof/save-file.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { BetRow } from '../records/bet-row.tsx'
import type { Bet } from '../use-game.ts'

/** The member's bets in a round, each with its signed receipt. */
export function OwnBets({ bets }: { bets: readonly Bet[] }) {
  const { t } = useTranslation('round')
  if (bets.length === 0) return null
  return (
    <Card>
      <h2 className="text-lead">{t('own')}</h2>
      <ul className="divide-line divide-y">
        {bets.map((bet) => (
          <li key={bet.id} className="pb-3">
            <BetRow bet={bet} />
            <Receipt bet={bet} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Receipt({ bet }: { bet: Bet }) {
  const { t } = useTranslation('round')
  const [trouble, setTrouble] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const save = () => {
    setSending(true)
    setTrouble(null)
    call(fairReceipt, { order: bet.id })
      .then(
        (signed) => {
          const file = new Blob([JSON.stringify(signed)], { type: 'application/json' })
          saveFile(file, `${bet.game}-${bet.period}-receipt-${bet.id.slice(0, 8)}.json`)
        },
        (error: unknown) => setTrouble(error instanceof CallError ? error.message : t('receiptLater')),
      )
      .finally(() => setSending(false))
  }
  return (
    <>
      <Button
        tone="outline"
        size="sm"
        sending={sending}
        icon={<Download size={17} aria-hidden="true" />}
        onClick={save}
      >
        {t('receipt')}
      </Button>
      {trouble !== null && (
        <p role="alert" className="text-cap text-ink-2 mt-1.5">
          {trouble}
        </p>
      )}
    </>
  )
}
