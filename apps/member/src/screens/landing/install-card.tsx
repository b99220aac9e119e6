import { CircleCheck, Download, Share, SquarePlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { inAppHere } from '../../parts/in-app/in-app-browser.ts'
import { install, isAppleTouch, useInstall } from '../../stores/install.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'

const OpenInBrowser = lazy(() => import('../../parts/in-app/open-in-browser.tsx'))

/** Installs the app on the home screen: by the browser's prompt where it offers one, else by its menu. The built-in browser of another app cannot. */
export function InstallCard() {
  const { t } = useTranslation('landing')
  const { offer, installed } = useInstall()
  const [app] = useState(inAppHere)
  if (app !== null)
    return (
      <Card>
        <h2 className="text-title">{t('inApp.open')}</h2>
        <Suspense>
          <OpenInBrowser app={app} />
        </Suspense>
      </Card>
    )
  return (
    <Card>
      <h2 className="text-title">{t('install.title')}</h2>
      {installed ? (
        <p className="text-ok mt-2 flex items-center gap-2 font-medium">
          <CircleCheck size={20} strokeWidth={1.9} aria-hidden="true" />
          {t('install.done')}
        </p>
      ) : (
        <>
          <p className="text-ink-2 mt-1">{t('install.text')}</p>
          {offer ? (
            <Button
              wide
              className="mt-4"
              icon={<Download size={19} aria-hidden="true" />}
              onClick={() => void install()}
            >
              {t('install.act')}
            </Button>
          ) : isAppleTouch() ? (
            <ol className="mt-3 flex flex-col gap-2">
              <Hint icon={Share} text={t('install.share')} />
              <Hint icon={SquarePlus} text={t('install.add')} />
            </ol>
          ) : (
            <p className="mt-2 font-medium">{t('install.menu')}</p>
          )}
        </>
      )}
    </Card>
  )
}

function Hint({ icon: Icon, text }: { icon: typeof Share; text: string }) {
  return (
    <li className="flex items-center gap-3">
      <Icon size={20} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
      {text}
    </li>
  )
}
