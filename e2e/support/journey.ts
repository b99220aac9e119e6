/** Steps that several journeys take in the app in English. */
import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { newestCode, smsCode } from './cashier.ts'

/** A phone number in E.164 that no demo member has. */
export function newPhone(): string {
  return `+88017${randomInt(10_000_000, 99_999_999)}`
}

export const PASSWORD = 'gH7-marrow-q2'

/**
 * Fills phone number and code of a form that begins with them. The code comes from the sandbox inbox.
 * @param typed what the member types for the code
 */
async function provePhone(
  page: Page,
  url: string,
  phone: string,
  typed: (code: string) => string,
): Promise<void> {
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
  const before = await newestCode(url, phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText(`Sent to ${phone}`).waitFor()
  await page
    .getByRole('textbox', { name: 'Verification code' })
    .fill(typed(await smsCode(url, phone, before)))
}

/** Fills and sends the form of the registration page. */
export async function register(
  page: Page,
  url: string,
  phone: string,
  typed = (code: string) => code,
): Promise<void> {
  // The screen before may have a field of the same name.
  await page.getByRole('heading', { name: 'Create an account', level: 1 }).waitFor()
  await provePhone(page, url, phone, typed)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat password').fill(PASSWORD)
  await page.getByRole('checkbox', { name: /terms of use/ }).check()
  await page.getByRole('checkbox', { name: /18\syears/ }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** On the recharge page: enters an amount and goes to the cashier. */
export async function toCashier(page: Page, amount: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.getByRole('region', { name: 'Pay' }).getByRole('button').click()
  await page.waitForURL(/\/sandbox\/cashier/)
}
