// @vitest-environment happy-dom
import { addressDelete, addressList, addressSave } from '@fairlot/contract/endpoints/address'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Address } from '../../parts/address/address-lines.tsx'
import { paths } from '../../paths.ts'
import { Refusal } from '../../testing/fake-server.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'
import { addressWith } from '../../testing/prizes.ts'

setUpApp()

const HOME = addressWith()
const OFFICE = addressWith({
  id: '018f0000-0000-7000-8000-0000000000b2',
  name: 'Rahima at work',
  street: 'Tower 3, Gulshan Avenue',
  isDefault: false,
})
const bookOf = (...items: Address[]) => ({ items, maximum: 20 })

async function openForm(options: Parameters<typeof paths.addressForm>[0] = {}) {
  server.answer(addressList, () => bookOf(HOME, OFFICE))
  const user = await openApp(paths.addressForm(options), { width: PHONE_PX })
  await screen.findByRole('button', { name: 'Save address' })
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
  const save = () => user.click(screen.getByRole('button', { name: 'Save address' }))
  return { user, field, save }
}

/** Fills in every field that has to be filled, without the country. */
async function fill({ user, field }: Pick<Awaited<ReturnType<typeof openForm>>, 'user' | 'field'>) {
  const values = {
    'Recipient’s full name': 'Nusrat Jahan',
    'Recipient’s phone number': '+8801711111143',
    'Postal code': '4000',
    'Province or state': 'Chattogram',
    City: 'Chattogram',
    'District or area': 'Agrabad',
    'Street, house, building': 'House 2',
  }
  for (const [name, value] of Object.entries(values)) await user.type(field(name), value)
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Country' }), 'Bangladesh')
  return values
}

test('shows each address, makes another one the default, and deletes one after a question', async () => {
  server.answer(addressList, () => bookOf(HOME, OFFICE))
  server.answer(addressSave, () => bookOf(OFFICE, HOME))
  server.answer(addressDelete, () => bookOf(HOME))
  const user = await openApp(paths.addresses(), { width: PHONE_PX })
  const [home, office] = await screen.findAllByRole('article')
  expect(within(home!).getByText('Default address')).toBeTruthy()
  expect(home!.textContent).toContain('House 14, Road 7')
  expect(home!.textContent).toContain('Dhaka Division, Bangladesh')
  await user.click(within(office!).getByRole('button', { name: 'Make it the default' }))
  await screen.findByText('This is now your default address')
  expect(server.inputs(addressSave)).toEqual([{ ...OFFICE, isDefault: true }])
  await user.click(within(office!).getByRole('button', { name: /^Delete/ }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete this address?' }))
  expect(question.getByText('Rahima at work')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await screen.findByText('The address was deleted')
  expect(server.inputs(addressDelete)).toEqual([{ id: OFFICE.id }])
})

test('names what is missing, and every field but the details has to be filled', async () => {
  const { field, save } = await openForm()
  await save()
  await waitFor(() => expect(document.activeElement).toBe(field('Recipient’s full name')))
  expect(field('Street, house, building').getAttribute('aria-invalid')).toBe('true')
  expect(field('Other details (optional)').getAttribute('aria-invalid')).toBeNull()
  expect(server.inputs(addressSave)).toEqual([])
})

test('a pasted tab becomes a space, so that the server takes the field', async () => {
  const { user, field } = await openForm()
  await user.click(field('Street, house, building'))
  await user.paste('House 2,\tRoad\u2028\t7')
  expect(field('Street, house, building').value).toBe('House 2, Road 7')
})

test('a new address begins with the country and the dialling code of the member’s own number', async () => {
  await openForm()
  await waitFor(() =>
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country' }).value).toBe('BD'),
  )
  expect(screen.getByRole('button', { name: /: \+880$/ })).toBeTruthy()
})

test('a refusal stands beside its field and keeps what was typed; the next try has the same id', async () => {
  const { user, field, save } = await openForm()
  const values = await fill({ user, field })
  server.answer(addressSave, () => {
    throw new Refusal('INPUT_INVALID', {}, { fields: { zip: 'Not a postal code.' } })
  })
  await save()
  expect(await screen.findByText('Not a postal code.')).toBeTruthy()
  expect(field('Recipient’s full name').value).toBe(values['Recipient’s full name'])
  expect(field('Street, house, building').value).toBe('House 2')
  server.answer(addressSave, () => bookOf(HOME, OFFICE))
  await save()
  await screen.findByText('The address was saved')
  const [first, second] = server.inputs(addressSave)
  expect(second).toEqual(first)
  expect(first).toMatchObject({ country: 'BD', phone: '+8801711111143', isDefault: false, details: '' })
})

test('changes an address, whose fields are filled in', async () => {
  const { user, field, save } = await openForm({ id: OFFICE.id })
  expect(field('Street, house, building').value).toBe('Tower 3, Gulshan Avenue')
  server.answer(addressSave, () => bookOf(HOME, OFFICE))
  await user.type(field('Other details (optional)'), '4th floor')
  await user.click(screen.getByRole('checkbox', { name: 'Use as default address' }))
  await save()
  await screen.findByText('The address was saved')
  expect(server.inputs(addressSave)).toEqual([{ ...OFFICE, details: '4th floor', isDefault: true }])
})

test('asks before a form with entries is left', async () => {
  const { user, field } = await openForm()
  await user.type(field('City'), 'Dhaka')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  await user.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(field('City').value).toBe('Dhaka')
})
