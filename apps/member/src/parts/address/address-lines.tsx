import type { addressList } from '@fairlot/contract/endpoints/address'
import type { Output } from '../../api/api.ts'
import { activeLanguage } from '../../i18n/i18n.ts'

export type Address = Output<typeof addressList>['items'][number]

const named = (country: string): string =>
  new Intl.DisplayNames([activeLanguage()], { type: 'region', fallback: 'code' }).of(country) ?? country

/** An address in three lines: street, place, country. Each is isolated, because its letters can be of another script. */
export function AddressLines({ address }: { address: Address }) {
  const { street, details, subdistrict, city, province, zip, country } = address
  const lines = [
    [street, details],
    [subdistrict, city, zip],
    [province, named(country)],
  ].map((parts) => parts.filter((part) => part !== '').join(', '))
  return lines.map((line) => (
    <span key={line} className="block break-words">
      <bdi>{line}</bdi>
    </span>
  ))
}
