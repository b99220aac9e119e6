import { useRouter } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { canBegin } from '../../parts/identity/identity-standing.ts'
import type { Identity } from '../../parts/identity/identity-standing.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { AgainForm } from './again-form.tsx'
import { CheckFacts } from './check-facts.tsx'
import { CheckHistory } from './check-history.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { StandingCard } from './standing-card.tsx'
import { WhoSees } from './who-sees.tsx'
import { WhyWeAsk } from './why-we-ask.tsx'

type StandingPageProps = { identity: Identity; next: string | undefined; dataAt: number }

/** Where the member stands, what the house has, and what follows. */
export function StandingPage({ identity, next, dataAt }: StandingPageProps) {
  const { standing, check } = identity
  const begins = canBegin(standing)
  return (
    <IdentityFrame
      dataAt={dataAt}
      bar={
        begins ? (
          <Begin identity={identity} next={next} />
        ) : next === undefined ? undefined : (
          <Back next={next} />
        )
      }
      after={
        check !== null && (
          <>
            <CheckFacts check={check} />
            <CheckHistory check={check} />
          </>
        )
      }
      aside={
        <>
          {begins && <WhyWeAsk identity={identity} />}
          <WhoSees identity={identity} />
        </>
      }
    >
      <StandingCard identity={identity}>
        {standing.state === 'again' && check !== null && <AgainForm key={check.id} check={check} />}
      </StandingCard>
    </IdentityFrame>
  )
}

function Begin({ identity: { standing }, next }: Pick<StandingPageProps, 'identity' | 'next'>) {
  const { t } = useTranslation('identity')
  const label = { none: 'act', refused: 'again', expired: 'new' } as const
  const { state } = standing
  return (
    <div className="grid gap-2">
      <ButtonLink
        {...paths.identity({ step: 'document', ...(next !== undefined && { next }) })}
        tone="gold"
        size="lg"
        wide
      >
        {t(`start.${state in label ? label[state as keyof typeof label] : 'act'}`)}
      </ButtonLink>
      <p className="text-cap text-ink-2 text-center">{t('start.note')}</p>
    </div>
  )
}

/** To the page that needed the check. */
function Back({ next }: { next: string }) {
  const { t } = useTranslation('identity')
  const router = useRouter()
  return (
    <Button tone="gold" size="lg" wide onClick={() => router.history.replace(next)}>
      {t('start.back')}
    </Button>
  )
}
