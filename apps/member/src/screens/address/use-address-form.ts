import { addressList, addressSave } from '@fairlot/contract/endpoints/address'
import { withoutUnseen } from '@fairlot/contract/typed-text'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { CallError } from '../../api/api.ts'
import { uuidv7 } from '../../api/uuid.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Address } from '../../parts/address/address-lines.tsx'
import { focusFirstError, placedIn } from '../../parts/auth/refusals.ts'
import { hrefOf, paths } from '../../paths.ts'
import { useAction } from '../../queries/actions.ts'
import { returnTo } from '../../router/return-to.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** Tabs, line ends and other control characters, which a copied address brings along and no field takes. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** The fields of an address, in the order of the form. */
const ADDRESS_FIELDS = [
  'name',
  'phone',
  'country',
  'zip',
  'province',
  'city',
  'subdistrict',
  'street',
  'details',
] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]
type Values = Record<AddressField, string>
type Errors = { [F in AddressField]?: string | undefined }

const EMPTY = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, ''])) as Values
/** The only field that can stay empty. */
const OPTIONAL: AddressField = 'details'

type Options = {
  /** the address that is changed; undefined: a new one */
  address: Address | undefined
  /** it is the member's first address, which is the default one */
  isFirst: boolean
  /** the page that asked for an address; it gets the address's id */
  next: string | undefined
}

/** The form of an address. What was typed stays after a refusal; the server's message for each field is shown beside it. */
export function useAddressForm({ address, isFirst, next }: Options) {
  const { t } = useTranslation('address')
  const router = useRouter()
  const element = useRef<HTMLFormElement>(null)
  // a repeated call with the same id adds the address once
  const [id] = useState(() => address?.id ?? uuidv7(Date.now()))
  const [values, setValues] = useState<Values>(() => ({ ...EMPTY, ...address }))
  const [isDefault, setDefault] = useState(isFirst || address?.isDefault === true)
  const [isTouched, setTouched] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [isSaved, setSaved] = useState(false)
  const save = useAction(addressSave, {
    touches: [addressList],
    shows: placedIn(ADDRESS_FIELDS),
    lost: address && t('form.lost'),
    onSuccess: () => {
      toast.ok(t('form.saved'))
      setSaved(true)
    },
    onError: (error) => {
      if (!(error instanceof CallError)) return
      setErrors(error.failure.fields ?? {})
      focusFirstError(element.current)
    },
  })
  // After the form has told the router that it holds no change: the router would ask before the page is left.
  useEffect(() => {
    if (!isSaved) return
    if (next === undefined) return returnTo(router.history, { page: hrefOf(paths.addresses()) })
    returnTo(router.history, {
      page: next,
      // tells the page which address was added
      target: `${next}${next.includes('?') ? '&' : '?'}address=${id}`,
      isPage: (href) => href.split('&address=')[0] === next,
    })
  }, [isSaved, next, id, router])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const missing = ADDRESS_FIELDS.filter((field) => field !== OPTIONAL && values[field].trim() === '')
    setErrors(Object.fromEntries(missing.map((field) => [field, t('form.required')])))
    if (missing.length > 0) return focusFirstError(element.current)
    save.mutate({ id, ...values, isDefault })
  }
  const enter = useCallback((field: AddressField, value: string) => {
    setTouched(true)
    setValues((old) => ({ ...old, [field]: withoutUnseen(value.replace(BREAKS, ' ')) }))
    setErrors((old) => ({ ...old, [field]: undefined }))
  }, [])
  return {
    element,
    values,
    errors,
    isDefault,
    submit,
    sending: save.isPending || isSaved,
    /** something would be lost */
    changed: isTouched && !isSaved,
    enter,
    /** a value that the form proposes */
    propose: useCallback((field: AddressField, value: string) => {
      setValues((old) => ({ ...old, [field]: value }))
    }, []),
    chooseDefault: (chosen: boolean) => {
      setTouched(true)
      setDefault(chosen)
    },
  }
}

export type AddressFormState = ReturnType<typeof useAddressForm>
