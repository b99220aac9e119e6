import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../paths.ts'
import { Portrait } from '../portraits/portrait.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { ListDetail } from '../ui/layout/list-detail.tsx'
import { Stage } from '../ui/layout/stage.tsx'
import { Ticket } from '../ui/layout/ticket.tsx'
import { List, ListRow } from '../ui/lists/list-row.tsx'
import { Crumbs } from '../ui/navigation/crumbs.tsx'
import { KitSection } from './kit-section.tsx'

const ENTRIES = ['Breeze 125 scooter', 'Nova X Pro, 256 GB', 'Pulse GPS watch'] as const

/** The parts of wide windows: crumbs, list and detail; and the ticket of a winner. */
export function KitFrame() {
  const [chosen, setChosen] = useState<string>()
  return (
    <>
      <KitSection name="Crumbs, list and detail">
        <Crumbs crumbs={[{ label: 'Mall', to: paths.mall() }, { label: 'Nova X Pro, 256 GB' }]} />
        <ListDetail
          label="Orders"
          listWidth={352}
          showDetail={chosen !== undefined}
          list={
            <List label="Issues">
              {ENTRIES.map((entry) => (
                <ListRow key={entry} icon={Trophy} label={entry} chevron onClick={() => setChosen(entry)} />
              ))}
            </List>
          }
          detail={
            chosen === undefined ? undefined : (
              <div className="flex flex-col items-start gap-3 p-4">
                <p className="text-lead">{chosen}</p>
                <Button tone="sunken" onClick={() => setChosen(undefined)}>
                  Back to the list
                </Button>
              </div>
            )
          }
          empty={<p className="text-ink-2 p-4">Choose an order.</p>}
        />
      </KitSection>
      <KitSection name="Winner ticket">
        <Stage
          sunrise={{ at: { top: 60 }, sun: 44, first: 70, step: 25, tone: 'pale' }}
          className="p-6 pt-12"
        >
          <Ticket
            cut="down"
            tone="gold"
            factsClass="w-31 p-2.5"
            facts={
              <Portrait
                art="television"
                tile="sea"
                image={null}
                crop="wide"
                className="rounded-tile size-full"
              />
            }
            yours={
              <>
                <p className="text-lead">You won</p>
                <h3 className="text-title">55 inch 4K television</h3>
              </>
            }
          />
        </Stage>
      </KitSection>
    </>
  )
}
