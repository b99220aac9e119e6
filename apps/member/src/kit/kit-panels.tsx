import { CreditCard, PiggyBank, ReceiptText, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../i18n/i18n.ts'
import { Portrait } from '../portraits/portrait.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Card } from '../ui/layout/card.tsx'
import { CodeChips } from '../parts/shares/code-chip.tsx'
import { Clock, Countdown } from '../ui/values/countdown.tsx'
import { List, ListRow } from '../ui/lists/list-row.tsx'
import { Balance, Money } from '../ui/values/money.tsx'
import { RecordRow } from '../ui/lists/record-row.tsx'
import { ShareSheet, useStubText } from '../parts/shares/share-sheet.tsx'
import { Stage } from '../ui/layout/stage.tsx'
import { StatusPill } from '../ui/values/status-pill.tsx'
import { Perforation, Ticket } from '../ui/layout/ticket.tsx'
import { WinningCode } from '../parts/shares/winning-code.tsx'
import { KitSection } from './kit-section.tsx'

const MINE = [
  { first: 213, quantity: 1 },
  { first: 654, quantity: 1 },
  { first: 1037, quantity: 1 },
]

export function KitPanels() {
  const { t } = useTranslation()
  const [start] = useState(Date.now)
  const stub = useStubText(1200)
  return (
    <>
      <KitSection name="Stage and ticket">
        <Stage sunrise={{ at: { end: 32, top: 20 }, sun: 40 }} label="Wallet">
          <div className="px-5 pt-5 pb-4">
            <p className="text-cap text-on-brand-2">Wallet balance</p>
            <Balance amount="12480.50" />
            <p className="bg-stage-raised text-cap mt-3 flex w-fit items-center gap-2 rounded-full px-3 py-1">
              <PiggyBank size={16} className="text-gold" aria-hidden="true" />
              Piggy bank
              <Money amount="860.25" className="font-semibold" />
            </p>
          </div>
          <Perforation />
          <div className="grid grid-cols-3 gap-2.5 p-4">
            <Button tone="gold">Top up</Button>
            <Button tone="stage">Withdraw</Button>
            <Button tone="stage">Transfer</Button>
          </div>
        </Stage>
        <div className="bg-stage rounded-card -mx-4 px-4 pt-6 pb-0">
          <Ticket
            cut="down"
            className="translate-y-6"
            factsClass="w-31"
            yoursClass="p-3.5 ps-5"
            facts={
              <Portrait
                art="television"
                tile="sun"
                image={null}
                lazy={false}
                className="h-full rounded-s-card"
              />
            }
            yours={
              <>
                <p className="text-brand flex items-center gap-2 font-semibold">
                  <span className="bg-gold size-2 rounded-full" />
                  Drawing next
                </p>
                <h3 className="text-lead">55 inch 4K television</h3>
                <div className="mt-1 flex items-center justify-between">
                  <Countdown until={start + 101_000} look="large" />
                  <Button tone="gold" size="sm">
                    Watch
                  </Button>
                </div>
              </>
            }
          />
        </div>
        <div className="h-4" />
        <Ticket
          facts={
            <>
              <div className="mb-3 flex items-baseline justify-between">
                <h3 className="text-lead">Share sheet</h3>
                <span className="text-cap text-ink-2">{stub}</span>
              </div>
              <ShareSheet sold={1104} total={1200} mine={MINE} mineCount={3} />
            </>
          }
          yours={
            <>
              <p className="text-cap text-ink-2 mb-2">Your lucky codes</p>
              <CodeChips first={1000214} quantity={3} won={1000215} />
            </>
          }
        />
      </KitSection>
      <KitSection name="Winning code and clocks">
        <Stage
          sunrise={{ at: { bottom: 0 }, sun: 30, first: 46, step: 24 }}
          className="grid justify-items-center px-4 py-6"
        >
          <p className="text-cap text-on-brand-2 mb-3">Winning code</p>
          <WinningCode code={1000655} />
          <div className="mt-4">
            <Countdown until={start + 42_000} look="cells" />
          </div>
        </Stage>
        <Card className="flex items-center justify-between">
          <span className="text-ink-2">Drawn</span>
          <Clock at={81_667_318} className="font-semibold" />
        </Card>
      </KitSection>
      <KitSection name="Rows">
        <List label="Account">
          <ListRow icon={ReceiptText} label="Funding records" chevron onClick={() => undefined} />
          <ListRow icon={CreditCard} label="Bank accounts" chevron onClick={() => undefined} />
          <ListRow icon={Users} label={t('tabs.team')} value="46 members" chevron onClick={() => undefined} />
        </List>
        <Card className="divide-line divide-y py-1">
          <RecordRow
            name="Top up"
            detail="Sandbox cashier · 20 Nov 2026"
            amount="500.00"
            status={<StatusPill tone="ok">Success</StatusPill>}
          />
          <RecordRow name="Nova X Pro, 256 GB" detail="10 shares · 20 Nov 2026" amount="-250.0125" />
        </Card>
      </KitSection>
    </>
  )
}
