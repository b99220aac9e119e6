import { Copy, Heart, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../ui/values/avatar.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Card } from '../ui/layout/card.tsx'
import { Chips, Segments } from '../ui/fields/choice.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { LanguageMenu } from '../parts/preferences/language-menu.tsx'
import { useMoneyText } from '../ui/values/money.tsx'
import { PlayMoneyBadge } from '../parts/brand/play-money-badge.tsx'
import { ScrollTabs } from '../ui/navigation/scroll-tabs.tsx'
import { ShareStrip } from '../parts/shares/share-strip.tsx'
import { StatusPill } from '../ui/values/status-pill.tsx'
import { KitSection } from './kit-section.tsx'

export function KitBasics() {
  const money = useMoneyText()
  const [amount, setAmount] = useState('500')
  const [view, setView] = useState('all')
  const [tab, setTab] = useState('all')
  return (
    <>
      <KitSection name="Buttons">
        <div className="grid grid-cols-2 gap-3">
          <Button tone="gold" size="lg">
            Pay {money('250.00')}
          </Button>
          <Button size="lg">Join</Button>
          <Button tone="outline" size="lg" icon={<Copy size={20} aria-hidden="true" />}>
            Check it
          </Button>
          <Button tone="sunken" size="lg">
            Later
          </Button>
          <Button tone="gold" size="lg" sending>
            Pay {money('250.00')}
          </Button>
          <Button tone="bad" size="lg">
            Recycle for cash
          </Button>
        </div>
        <Button tone="gold" size="lg" wide why="Withdrawals daily 10:00 to 18:00">
          Withdraw
        </Button>
        <div className="flex items-center gap-2">
          <IconButton label="Save">
            <Heart size={22} />
          </IconButton>
          <IconButton label="Share" look="float">
            <Share2 size={22} />
          </IconButton>
          <IconButton label="Share again" look="sunken">
            <Share2 size={22} />
          </IconButton>
          <LanguageMenu />
          <PlayMoneyBadge />
        </div>
      </KitSection>
      <KitSection name="Status pills">
        <div className="flex flex-wrap gap-2">
          <StatusPill tone="brand" dot>
            Selling
          </StatusPill>
          <StatusPill tone="wait">Awaiting draw</StatusPill>
          <StatusPill tone="won">You won</StatusPill>
          <StatusPill tone="quiet">Didn’t win</StatusPill>
          <StatusPill tone="ok">Success</StatusPill>
          <StatusPill tone="bad">Failed</StatusPill>
        </div>
      </KitSection>
      <KitSection name="Share strips">
        <Card className="flex flex-col gap-3">
          <ShareStrip name="A" sold={96} total={1200} stubs={20} />
          <ShareStrip name="B" sold={744} total={1200} stubs={20} />
          <ShareStrip name="C" sold={1104} total={1200} mine={3} stubs={20} />
          <ShareStrip name="D" sold={1200} total={1200} mine={90} stubs={20} />
        </Card>
        <div className="bg-gold-soft rounded-card p-4">
          <ShareStrip name="VIP" sold={6800} total={10000} stubs={24} tone="gold" />
        </div>
      </KitSection>
      <KitSection name="Segments, chips, tabs">
        <Segments
          label="Show"
          value={view}
          onChange={setView}
          choices={[
            { value: 'all', label: 'All' },
            { value: 'awaiting', label: 'Awaiting' },
            { value: 'won', label: 'Won' },
          ]}
        />
        <Chips
          label="Amount"
          value={amount}
          onChange={setAmount}
          choices={['100', '500', '1000', '5000'].map((value) => ({ value, label: money(value, 'price') }))}
        />
        <Card pad="none" className="overflow-hidden">
          <ScrollTabs
            label="Orders"
            value={tab}
            onChange={setTab}
            tabs={['all', 'awaiting', 'pending', 'to receive', 'received', 'completed'].map((value) => ({
              value,
              label: value,
            }))}
          >
            <p className="p-4">Orders: {tab}</p>
          </ScrollTabs>
        </Card>
      </KitSection>
      <KitSection name="People">
        <div className="flex items-center gap-3">
          <Avatar name="Nusrat Jahan" size={56} ring />
          <Avatar name="নুসরাত" />
          <Avatar name="نورة" />
          <Avatar name="Rahim" />
          <Avatar name="Mei" />
          <Avatar name="Joana" />
        </div>
      </KitSection>
    </>
  )
}
