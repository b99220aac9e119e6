// @vitest-environment happy-dom
import { identityAgain, identityState, identitySubmit } from '@fairlot/contract/endpoints/identity-check'
import { upload } from '@fairlot/contract/media/upload'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { checkOf, identityOf } from '../../parts/identity/identity.fixture.ts'
import { paths } from '../../paths.ts'
import { Refusal } from '../../testing/fake-server.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1])
const uploadId = (number: number) => `018f0000-0000-7000-8000-0000000000${number.toString().padStart(2, '0')}`

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: vi.fn() }))
  let count = 0
  server.answer(upload, () => ({ id: uploadId((count += 1)), width: 1200, height: 800, bytes: 90_000 }))
})

const bar = () => within(screen.getByRole('region', { name: 'Identity check' }))
const text = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

async function enterDay(user: UserEvent, group: string, [day, month, year]: [string, string, string]) {
  const fields = within(screen.getByRole('group', { name: group }))
  await user.type(fields.getByRole('textbox', { name: 'Day' }), day)
  await user.type(fields.getByRole('textbox', { name: 'Month' }), month)
  await user.type(fields.getByRole('textbox', { name: 'Year' }), year)
}

async function fillDocument(user: UserEvent) {
  await user.type(await screen.findByRole('textbox', { name: 'Full name' }), 'Nusrat Jahan')
  await enterDay(user, 'Date of birth', ['3', '5', '1990'])
  await user.type(text('Document number'), 'AB 123456')
  await enterDay(user, 'Valid until', ['3', '5', '2099'])
}

async function send(user: UserEvent, slot: string) {
  const place = within(screen.getByRole('region', { name: slot }))
  await user.upload(
    place.getByLabelText(`${slot}: choose a file`),
    new File([JPEG], `${slot}.jpg`, { type: 'image/jpeg' }),
  )
  await place.findByText('Received')
}

const next = (user: UserEvent, name = 'Continue') => user.click(bar().getByRole('button', { name }))

describe('the identity check', () => {
  test('says how much is possible without it, why it is needed, and who sees the pictures for how long', async () => {
    server.answer(identityState, () => identityOf())
    await openApp(paths.identity(), { width: PHONE_PX })
    await screen.findByRole('heading', { name: 'Not needed yet' })
    expect(
      screen.getByRole('progressbar', { name: 'Withdrawn without a check' }).getAttribute('aria-valuetext'),
    ).toBe(
      'You can do it now. Without it you can withdraw less than ₫5,000 in 30\u00a0days. You have withdrawn ₫1,940 so far.',
    )
    expect(screen.getByText('Kept encrypted, deleted 30 days after the decision.')).toBeTruthy()
    expect(screen.getByText(/^Only our reviewers\./)).toBeTruthy()
    expect(bar().getByRole('link', { name: 'Start the check' })).toBeTruthy()
  })

  test('counts a long time of keeping in years, and says what real money needs', async () => {
    server.answer(identityState, () => identityOf({ retentionDays: 1825, beforeRecharge: true }))
    await openApp(paths.identity(), { width: PHONE_PX })
    await screen.findByRole('heading', { name: 'Needed before your first top-up' })
    expect(screen.getByText('Kept encrypted, deleted 5 years after the decision.')).toBeTruthy()
  })

  test('takes document and pictures in steps, sends them once, and leads back to what needed it', async () => {
    let identity = identityOf()
    server.answer(identityState, () => identity)
    server.answer(identitySubmit, () => {
      identity = identityOf({ standing: { state: 'waiting' }, check: checkOf() })
      return checkOf()
    })
    const user = await openApp(
      paths.identity({ step: 'document', next: '/pages/payment/withdraw?amount=4000' }),
      {
        width: PHONE_PX,
      },
    )
    await fillDocument(user)
    await next(user)
    await screen.findByRole('heading', { name: 'Pictures of your national ID' })
    expect(bar().getByText('3 pictures are missing.')).toBeTruthy()
    for (const slot of ['Front', 'Back', 'Proof of address']) await send(user, slot)
    await next(user)
    await screen.findByRole('heading', { name: 'A picture of yourself' })
    expect(screen.getByText('Nusrat Jahan')).toBeTruthy()
    await send(user, 'You with the document')
    await next(user, 'Send for review')
    await screen.findByRole('heading', { name: 'In review' })
    expect(server.inputs(identitySubmit)).toEqual([
      {
        document: 'national_id',
        name: 'Nusrat Jahan',
        birthDate: '1990-05-03',
        documentNumber: 'AB 123456',
        validUntil: '2099-05-03',
        pictures: [
          { slot: 'front', upload: uploadId(1) },
          { slot: 'back', upload: uploadId(2) },
          { slot: 'address', upload: uploadId(3) },
          { slot: 'selfie', upload: uploadId(4) },
        ],
        requestId: expect.any(String),
      },
    ])
    expect(bar().getByRole('button', { name: 'Back to where you were' })).toBeTruthy()
  })

  test('names what is wrong beside each field of the first step', async () => {
    server.answer(identityState, () => identityOf())
    const user = await openApp(paths.identity({ step: 'document' }), { width: PHONE_PX })
    await screen.findByRole('textbox', { name: 'Full name' })
    await enterDay(user, 'Date of birth', ['31', '2', '1990'])
    await enterDay(user, 'Valid until', ['1', '1', '2001'])
    await next(user)
    await screen.findByText('Please enter a valid date.')
    expect(screen.getByText('This document is no longer valid.')).toBeTruthy()
    expect(screen.getAllByText('Please fill in the information completely.')).toHaveLength(2)
    await waitFor(() => expect(document.activeElement).toBe(text('Full name')))
    const birth = within(screen.getByRole('group', { name: 'Date of birth' }))
    await user.clear(birth.getByRole('textbox', { name: 'Year' }))
    await user.type(birth.getByRole('textbox', { name: 'Year' }), String(new Date().getFullYear() - 17))
    await user.clear(birth.getByRole('textbox', { name: 'Day' }))
    await user.type(birth.getByRole('textbox', { name: 'Day' }), '1')
    await next(user)
    await screen.findByText('You must be at least 18 years old.')
  })

  test('goes back to the field that the server refuses, with everything that was entered', async () => {
    server.answer(identityState, () => identityOf({ forms: [{ document: 'passport', slots: ['front'] }] }))
    server.refuse(
      identitySubmit,
      'INPUT_INVALID',
      {},
      { fields: { documentNumber: 'Please enter the number on the document.' } },
    )
    const user = await openApp(paths.identity({ step: 'document' }), { width: PHONE_PX })
    await fillDocument(user)
    await next(user)
    await screen.findByRole('heading', { name: 'Pictures of your passport' })
    await send(user, 'Page with your photograph')
    await next(user, 'Send for review')
    await screen.findByText('Please enter the number on the document.')
    expect(text('Document number').value).toBe('AB 123456')
    await next(user)
    expect(await screen.findByText('Received')).toBeTruthy()
  })

  test('asks for a picture again that the server no longer has', async () => {
    server.answer(identityState, () => identityOf({ forms: [{ document: 'passport', slots: ['front'] }] }))
    server.answer(identitySubmit, () => {
      throw new Refusal('UPLOAD_GONE')
    })
    const user = await openApp(paths.identity({ step: 'document' }), { width: PHONE_PX })
    await fillDocument(user)
    await next(user)
    await screen.findByRole('heading', { name: 'Pictures of your passport' })
    await send(user, 'Page with your photograph')
    await next(user, 'Send for review')
    await screen.findByText('A picture is no longer there. Please send it again.', { selector: 'section p' })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Received')).toBeTruthy()
  })

  test('asks before a form with entries is left, but not between its steps', async () => {
    server.answer(identityState, () => identityOf())
    const user = await openApp(paths.identity({ step: 'document' }), { width: PHONE_PX })
    await user.type(await screen.findByRole('textbox', { name: 'Full name' }), 'Nusrat')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    expect(text('Full name').value).toBe('Nusrat')
  })

  test('wants only the pictures again that a reviewer named', async () => {
    let identity = identityOf({
      standing: { state: 'again' },
      check: checkOf({
        state: 'again',
        note: 'The back is blurred at the lower edge.',
        pictures: [
          { slot: 'front', state: 'kept' },
          { slot: 'back', state: 'again' },
        ],
      }),
    })
    server.answer(identityState, () => identity)
    server.answer(identityAgain, () => {
      identity = identityOf({ standing: { state: 'waiting' }, check: checkOf() })
      return checkOf()
    })
    const user = await openApp(paths.identity(), { width: PHONE_PX })
    await screen.findByRole('heading', { name: '1 picture is needed again' })
    expect(screen.getByText('The back is blurred at the lower edge.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Front' })).toBeNull()
    await send(user, 'Back')
    await user.click(screen.getByRole('button', { name: 'Send again' }))
    await screen.findByRole('heading', { name: 'In review' })
    expect(server.inputs(identityAgain)).toEqual([
      { pictures: [{ slot: 'back', upload: uploadId(1) }], requestId: expect.any(String) },
    ])
  })

  test('says who checked it and until when it is valid, and shows every look at a picture', async () => {
    server.answer(identityState, () =>
      identityOf({
        standing: { state: 'approved' },
        check: checkOf({
          state: 'approved',
          decidedAt: Date.UTC(2026, 10, 22, 12),
          reviewer: '07',
          validUntil: '2031-05-03',
          erasedFrom: Date.UTC(2026, 11, 22, 12),
          looks: [{ slot: 'front', reviewer: '07', at: Date.UTC(2026, 10, 22, 11) }],
        }),
      }),
    )
    await openApp(paths.identity(), { width: PHONE_PX })
    await screen.findByText(
      'Checked on Nov 22, 2026 by reviewer 07. Valid until your document expires, on May 3, 2031.',
    )
    expect(screen.getByText('Reviewer 07: Front')).toBeTruthy()
    expect(screen.getByText('Deleted on Dec 22, 2026')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Start the check' })).toBeNull()
  })

  test('says why it was refused and what the reviewer wrote, and offers a new check', async () => {
    server.answer(identityState, () =>
      identityOf({
        standing: { state: 'refused' },
        check: checkOf({
          state: 'refused',
          reason: 'name_differs',
          note: 'The document says “N. J. Trading”.',
          name: null,
          pictures: [{ slot: 'front', state: 'erased' }],
        }),
      }),
    )
    await openApp(paths.identity(), { width: PHONE_PX })
    await screen.findByText('The name on the document differs from the name that you entered.')
    expect(screen.getByText('The document says “N. J. Trading”.')).toBeTruthy()
    expect(screen.getByText('Deleted')).toBeTruthy()
    expect(bar().getByRole('link', { name: 'Try again' })).toBeTruthy()
  })
})
