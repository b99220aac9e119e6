import { useNavigate } from '@tanstack/react-router'
import type { IdentitySlot } from '@fairlot/contract/life/identity-life'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Unsaved } from '../../parts/account/unsaved.tsx'
import type { Identity } from '../../parts/identity/identity-standing.ts'
import { focusFirstError } from '../../parts/auth/refusals.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { DocumentStep } from './document-step.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { PictureSlot } from './picture-slot.tsx'
import { StepBar, STEPS } from './step-bar.tsx'
import { SELFIE, useCheckForm } from './use-check-form.ts'
import type { CheckForm } from './use-check-form.ts'
import { WhoSees } from './who-sees.tsx'
import { YourselfStep } from './yourself-step.tsx'

export type FormStep = 'document' | 'pictures' | 'yourself'

type CheckPageProps = { identity: Identity; step: FormStep; next: string | undefined }

/** A new check in three steps. The step is in the address, so that the back button goes to the step before. */
export function CheckPage({ identity, step: wanted, next }: CheckPageProps) {
  const navigate = useNavigate()
  const place = next === undefined ? {} : { next }
  const go = (step: FormStep | undefined, replace = false) =>
    void navigate({ ...paths.identity({ ...place, ...(step !== undefined && { step }) }), replace })
  const form = useCheckForm({
    identity,
    onDocument: () => go('document'),
  })
  // A link, or a page that was loaded again, has no document yet.
  const step: FormStep = form.ready ? wanted : 'document'
  const steps = form.hasSelfie ? STEPS : STEPS.filter((one) => one !== 'yourself')
  const element = useRef<HTMLFormElement>(null)
  useTop(step)
  // After the form has told the router that it holds no change.
  const leave = useEffectEvent(() => go(undefined, true))
  const { isSent } = form
  useEffect(() => {
    if (isSent) leave()
  }, [isSent])
  const last: FormStep = form.hasSelfie ? 'yourself' : 'pictures'
  const forward = () => {
    const complete = step === 'document' ? form.checkDocument() : missingIn(form, step).length === 0
    if (!complete) {
      form.ask()
      return focusFirstError(element.current)
    }
    if (step !== last) go(step === 'document' ? 'pictures' : 'yourself')
    else form.submit()
  }
  return (
    <IdentityFrame
      bar={<GoButton form={form} step={step} isLast={step === last} />}
      aside={<WhoSees identity={identity} />}
    >
      <StepBar now={step} steps={steps} />
      <form
        ref={element}
        id={CHECK_FORM}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          forward()
        }}
        className="flex flex-col gap-5"
      >
        {step === 'document' && <DocumentStep form={form} />}
        {step === 'pictures' && <PicturesStep form={form} />}
        {step === 'yourself' && <YourselfStep form={form} onChange={go} />}
      </form>
      <Unsaved changed={form.changed} keeps={isStep} />
    </IdentityFrame>
  )
}

/** A step with an address; without one, the form is left. */
const isStep = ({ pathname, search }: { pathname: string; search: object }) =>
  pathname === paths.identity().to && 'step' in search && search.step !== undefined

/** The form's id, because its button is in the page's action bar. */
const CHECK_FORM = 'identity-check'

const missingIn = (form: CheckForm, step: FormStep): readonly IdentitySlot[] =>
  form.missing(step === 'yourself' ? [...form.documentSlots, SELFIE] : form.documentSlots)

/** The next step begins at its top, and a keyboard goes on from there. */
function useTop(step: FormStep): void {
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  }, [step])
}

function PicturesStep({ form }: { form: CheckForm }) {
  const { t } = useTranslation('identity')
  return (
    <>
      <div>
        <h2 className="text-head">{t(`pictures.title.${form.document}`)}</h2>
        <p className="text-ink-2 mt-1">{t('pictures.intro')}</p>
      </div>
      <div className="flex flex-col gap-3">
        {form.documentSlots.map((slot) => (
          <PictureSlot
            key={slot}
            document={form.document}
            slot={slot}
            upload={form.picture(slot)}
            missed={form.asked}
          />
        ))}
      </div>
    </>
  )
}

/** Goes on, or says what is still missing. */
function GoButton({ form, step, isLast }: { form: CheckForm; step: FormStep; isLast: boolean }) {
  const { t } = useTranslation(['identity', 'ui'])
  const online = useOnline()
  const slots = step === 'document' ? [] : missingIn(form, step)
  const busy = slots.filter((slot) => form.picture(slot).busy).length
  const missing = slots.length - busy
  const why = [
    ...(busy > 0 ? [t('go.busy', { count: busy })] : []),
    ...(missing > 0 ? [t('go.missing', { count: missing })] : []),
  ]
  return (
    <Button
      tone="gold"
      size="lg"
      wide
      type="submit"
      form={CHECK_FORM}
      sending={form.sending}
      why={online ? (why.length > 0 ? why.join(' ') : undefined) : t('ui:offline.money')}
    >
      {t(isLast ? 'go.send' : 'go.next')}
    </Button>
  )
}
