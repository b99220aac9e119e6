// @vitest-environment happy-dom
import { upload } from '@fairlot/contract/media/upload'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { loadMessages, startMessages } from '../../i18n/i18n.ts'
import { Refusal } from '../../testing/fake-server.ts'
import { server, setUpApp } from '../../testing/open-app.tsx'
import { UploadSlot } from './upload-slot.tsx'
import { useUpload } from './use-uploads.ts'

setUpApp()

const ID = '018f0000-0000-7000-8000-0000000000d1'
const BYTES = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
const HASH = '474ebe266cd7f9ed28807fa3fdfe0c04cdb3cef9313cdda5c08b15910fcc8184'
const picture = () => new File([BYTES], 'slip.jpg', { type: 'image/jpeg' })
const received = { id: ID, width: 1200, height: 800, bytes: 90_000 }

function Form() {
  const slip = useUpload('slip')
  return (
    <>
      <UploadSlot upload={slip} label="Slip" hint="The whole slip" />
      <output>{slip.id ?? 'none'}</output>
    </>
  )
}

async function open() {
  await startMessages()
  await loadMessages(['upload'])
  render(<Form />)
  const slot = within(screen.getByRole('region', { name: 'Slip' }))
  return { user: userEvent.setup(), slot, field: () => slot.getByLabelText('Slip: choose a file') }
}
const id = () => screen.getByText(/./, { selector: 'output' }).textContent

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: vi.fn() }))
})

describe('a picture', () => {
  test('is sent as soon as it is chosen, with the hash of its bytes, and shows how far it is', async () => {
    const { user, slot, field } = await open()
    const held = server.hold(upload)
    await user.upload(field(), picture())
    await slot.findByText('Sending, 50%')
    expect(slot.getByRole('progressbar', { name: 'Slip' }).getAttribute('aria-valuenow')).toBe('50')
    expect(id()).toBe('none')
    held.release(received)
    await slot.findByText('Received')
    expect(id()).toBe(ID)
    expect(slot.getByText('slip.jpg')).toBeTruthy()
    expect(server.inputs(upload)).toEqual([{ purpose: 'slip', sha256: HASH }])
  })

  test('that the network lost is sent again by one tap', async () => {
    const { user, slot, field } = await open()
    server.lose(upload)
    await user.upload(field(), picture())
    await slot.findByText('Send failed. The picture did not arrive. Check your connection and try again.')
    server.answer(upload, () => received)
    await user.click(slot.getByRole('button', { name: 'Try again' }))
    await slot.findByText('Received')
    expect(id()).toBe(ID)
  })

  test('that the server refuses shows the reason, and another one can be chosen', async () => {
    const { user, slot, field } = await open()
    server.answer(upload, () => {
      throw new Refusal('UPLOAD_UNREADABLE')
    })
    await user.upload(field(), picture())
    await slot.findByText('This picture cannot be read. Please take another one.')
    expect(slot.getByText('Choose another')).toBeTruthy()
  })

  test('can be removed, also while it is sent; its late answer changes nothing', async () => {
    const { user, slot, field } = await open()
    const held = server.hold(upload)
    await user.upload(field(), picture())
    await user.click(await slot.findByRole('button', { name: 'Slip: cancel' }))
    expect(slot.getByText('The whole slip')).toBeTruthy()
    held.release(received)
    await waitFor(() => expect(slot.getByText('Choose a file')).toBeTruthy())
    expect(id()).toBe('none')
  })

  test('that is no picture is not sent', async () => {
    const { user, slot, field } = await open()
    await user.upload(field(), new File(['%PDF-1.7'], 'slip.jpg', { type: 'image/jpeg' }))
    await slot.findByText('Please choose a picture: JPEG, PNG or WebP.')
    expect(server.inputs(upload)).toEqual([])
  })
})
