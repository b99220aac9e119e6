import { useLocation } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { BrandMark } from '../../../parts/brand/brand-mark.tsx'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { usePhoneWait } from './phone-wait.ts'
import type { PhoneWait } from './phone-wait.ts'

/** The page after closing: what was erased, and when the phone number can register again. */
export default function ClosedScreen() {
  const { t } = useTranslation('closing')
  const phoneWait = useLocation({ select: ({ state }) => state.phoneWait })
  return (
    <Page width="form" title={t('closed.title')} nav={<NavBar back={false} />}>
      <div className="flex flex-1 flex-col items-center justify-center gap-3 pb-16 text-center">
        <BrandMark size={56} />
        <h1 className="text-head mt-2 text-balance">{t('closed.title')}</h1>
        <p className="text-ink-2 max-w-80">{t('closed.text')}</p>
        {phoneWait ? (
          <ComingBack wait={phoneWait} />
        ) : (
          <p className="text-ink-2 max-w-80">{t('back.unknown')}</p>
        )}
        <ButtonLink {...paths.home()} className="mt-4">
          {t('closed.home')}
        </ButtonLink>
      </div>
    </Page>
  )
}

function ComingBack({ wait }: { wait: PhoneWait }) {
  const { t } = useTranslation('closing')
  const waits = usePhoneWait(wait)
  return (waits.length === 0 ? [t('back.free')] : waits).map((text) => (
    <p key={text} className="text-ink-2 max-w-80">
      {text}
    </p>
  ))
}
