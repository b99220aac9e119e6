import { identityState, identitySubmit } from '@fairlot/contract/endpoints/identity-check'
import type { IdentityDocument, IdentitySlot } from '@fairlot/contract/life/identity-life'
import { withdrawInfo } from '@fairlot/contract/endpoints/withdrawal'
import { useState } from 'react'
import { CallError, serverNow } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Identity } from '../../parts/identity/identity-standing.ts'
import { placedIn } from '../../parts/auth/refusals.ts'
import { useUploads } from '../../parts/upload/use-uploads.ts'
import { useAction } from '../../queries/actions.ts'
import { refreshAll } from '../../queries/queries.ts'
import { queryClient } from '../../queries/query-client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { dayOf, isTyped, NO_DAY } from '../../ui/fields/day-field.tsx'
import type { TypedDay } from '../../ui/fields/day-field.tsx'
import { useRequestId } from './use-request-id.ts'

export type DocumentField = 'name' | 'birthDate' | 'documentNumber' | 'validUntil'
export type DocumentValues = {
  name: string
  documentNumber: string
  birthDate: TypedDay
  validUntil: TypedDay
  /** the document has no last day */
  noEnd: boolean
}
type Errors = { [F in DocumentField]?: string | undefined }

const FIELDS: readonly DocumentField[] = ['name', 'birthDate', 'documentNumber', 'validUntil']
const NO_VALUES: DocumentValues = {
  name: '',
  documentNumber: '',
  birthDate: NO_DAY,
  validUntil: NO_DAY,
  noEnd: false,
}
/** Longest life of a person, in years. */
const OLDEST = 120

/** The picture of oneself has a step of its own. */
export const SELFIE: IdentitySlot = 'selfie'

/** Full years between a day and a time. */
function ageOn(day: string, now: number): number {
  const today = new Date(now).toISOString()
  const years = Number(today.slice(0, 4)) - Number(day.slice(0, 4))
  return today.slice(5, 10) < day.slice(5) ? years - 1 : years
}

type Options = {
  identity: Identity
  /** the server refused a field of the first step */
  onDocument: () => void
}

/** The form of a check: document and person, then the pictures. What was entered stays until the check is sent. */
export function useCheckForm({ identity, onDocument }: Options) {
  const { t } = useTranslation('identity')
  const { forms, minimumAge } = identity
  const [document, setDocument] = useState<IdentityDocument>(forms[0]?.document ?? 'national_id')
  const [values, setValues] = useState<DocumentValues>(NO_VALUES)
  const [errors, setErrors] = useState<Errors>({})
  /** pictures are missing, and the member pressed the button */
  const [asked, setAsked] = useState(false)
  /** the first step was complete once */
  const [ready, setReady] = useState(false)
  const [isSent, setSent] = useState(false)
  const picture = useUploads('identity')
  const requestId = useRequestId()
  const slots: readonly IdentitySlot[] = forms.find((form) => form.document === document)?.slots ?? []
  const noEnd = values.noEnd && document !== 'passport'

  const wrongDays = (): Errors => {
    const birth = dayOf(values.birthDate)
    const valid = dayOf(values.validUntil)
    const now = serverNow()
    const age = birth === null ? null : ageOn(birth, now)
    const today = new Date(now).toISOString().slice(0, 10)
    return {
      birthDate: !isTyped(values.birthDate)
        ? t('error.required')
        : age === null
          ? t('error.day')
          : age < 0 || age > OLDEST
            ? t('error.birth')
            : age < minimumAge
              ? t('error.age', { age: minimumAge })
              : undefined,
      validUntil: noEnd
        ? undefined
        : !isTyped(values.validUntil)
          ? t('error.required')
          : valid === null
            ? t('error.day')
            : valid < today
              ? t('error.ended')
              : undefined,
    }
  }
  /** Checks the first step and shows what is wrong; answers whether it is complete. */
  const checkDocument = (): boolean => {
    const found: Errors = {
      name: values.name.trim() === '' ? t('error.required') : undefined,
      documentNumber: values.documentNumber.trim() === '' ? t('error.required') : undefined,
      ...wrongDays(),
    }
    const complete = FIELDS.every((field) => found[field] === undefined)
    setErrors(found)
    if (complete) setReady(true)
    return complete
  }

  const placed = placedIn([...FIELDS, 'pictures'])
  const submit = useAction(identitySubmit, {
    touches: [identityState, withdrawInfo],
    shows: (error) => error.code === 'UPLOAD_GONE' || placed(error),
    onSuccess: () => {
      toast.ok(t('go.sent'))
      setSent(true)
    },
    onError: (error) => {
      if (!(error instanceof CallError)) return
      const { fields = {}, message } = error.failure
      const { pictures: wrongPictures, ...wrong } = fields
      if (error.code === 'UPLOAD_GONE') for (const slot of slots) picture(slot).fail(message)
      else if (wrongPictures !== undefined) setAsked(true)
      // another device sent a check meanwhile: the page shows it
      else if (error.code === 'IDENTITY_OPEN') void refreshAll(queryClient, [identityState])
      if (Object.keys(wrong).length === 0) return
      setErrors(wrong)
      onDocument()
    },
  })
  const missing = (of: readonly IdentitySlot[]) => of.filter((slot) => picture(slot).id === null)

  return {
    document,
    documents: forms.map((form) => form.document),
    choose: setDocument,
    values,
    errors,
    enter: (part: Partial<DocumentValues>) => {
      setValues((old) => ({ ...old, ...part }))
      setErrors((old) => ({
        ...old,
        ...Object.fromEntries(
          Object.keys(part).map((field) => [field === 'noEnd' ? 'validUntil' : field, undefined]),
        ),
      }))
    },
    noEnd,
    ready,
    checkDocument,
    /** the pictures of the document, without the one of oneself */
    documentSlots: slots.filter((slot) => slot !== SELFIE),
    hasSelfie: slots.includes(SELFIE),
    picture,
    missing,
    asked,
    ask: () => setAsked(true),
    /** something would be lost */
    changed:
      !isSent &&
      (values.name !== '' ||
        values.documentNumber !== '' ||
        isTyped(values.birthDate) ||
        isTyped(values.validUntil) ||
        slots.some((slot) => picture(slot).state.step !== 'empty')),
    isSent,
    sending: submit.isPending || isSent,
    submit: () => {
      const birthDate = dayOf(values.birthDate)
      const validUntil = dayOf(values.validUntil)
      if (submit.isPending) return
      if (!checkDocument() || birthDate === null) return onDocument()
      const pictures = slots.flatMap((slot) => {
        const upload = picture(slot).id
        return upload === null ? [] : [{ slot, upload }]
      })
      const input = {
        document,
        name: values.name.trim(),
        birthDate,
        documentNumber: values.documentNumber.trim(),
        ...(noEnd || validUntil === null ? {} : { validUntil }),
        pictures,
      }
      submit.mutate({ ...input, requestId: requestId(input) })
    },
  }
}

export type CheckForm = ReturnType<typeof useCheckForm>
