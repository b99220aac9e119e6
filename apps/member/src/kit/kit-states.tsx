import { TransportError } from '@fairlot/contract/client'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { InfiniteList } from '../ui/lists/infinite-list.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { CardBone, RowBone } from '../ui/feedback/skeleton.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { KitSection } from './kit-section.tsx'

const nothing = () => undefined

export function KitStates() {
  return (
    <>
      <KitSection name="Notices and toasts">
        <Notice tone="warn">Payment may be delayed 10 to 30 minutes.</Notice>
        <Notice>Add a bank card before you withdraw.</Notice>
        <Notice tone="ok">The calculation is right.</Notice>
        <Notice tone="bad">The calculation is wrong.</Notice>
        <div className="grid grid-cols-2 gap-3">
          <Button tone="sunken" onClick={() => toast.ok('Saved')}>
            Toast
          </Button>
          <Button tone="sunken" onClick={() => toast.bad('Payment failed')}>
            Bad toast
          </Button>
        </div>
      </KitSection>
      <KitSection name="Loading">
        <RowBone />
        <div className="grid grid-cols-2 gap-3">
          <CardBone />
          <CardBone />
        </div>
      </KitSection>
      <KitSection name="Empty and failed">
        <EmptyState
          title="No shares yet"
          text="Issues you join appear here."
          action={<Button>Browse the mall</Button>}
        />
        <ErrorState error={new TransportError('kit')} onRetry={nothing} />
        <InfiniteList
          pages={{
            items: ['First', 'Second'],
            loading: false,
            failed: false,
            error: null,
            hasMore: true,
            loadingMore: false,
            moreFailed: true,
            loadMore: nothing,
            retry: nothing,
          }}
          keyOf={(item) => item}
          row={(item) => <p className="border-line border-b py-3">{item}</p>}
          empty={null}
        />
      </KitSection>
    </>
  )
}
