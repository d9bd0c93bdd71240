import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hashPassword } from '../../api/account/password.ts'
import { expect, homeHeading, noteLook, openPageAs, test } from '../support/journey.ts'
import { filePortal } from '../support/journeys/file-portal.ts'

/** Gives a person of the demo company a password from before the rules of today. */
async function givePassword(loginId: string, password: string) {
  const db = new DatabaseSync(join(filePortal().home, 'bilty.sqlite'), { timeout: 5000 })
  const hash = await hashPassword(password)
  db.prepare('update user set passwordHash = ? where loginId = ?').run(hash, loginId)
  db.close()
}

test('whoever signs in with a common password chooses another one first, and reads why', async ({ browser }) => {
  const page = await openPageAs(browser)
  await page.goto('/login?to=/orders/my-orders')
  await givePassword('joseph', 'Administrator')
  await page.getByLabel('Login ID').fill('joseph')
  await page.getByLabel('Password', { exact: true }).fill('Administrator')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Edit My Contact Details' })).toBeVisible()
  await expect(page.getByText('Your password is on a list of common passwords: choose another.')).toBeVisible()
  await expect(page.getByText('At least 12 characters, without your login ID; no common password')).toBeVisible()
  await noteLook(page)

  const choose = async (password: string) => {
    await page.getByLabel('Current password').fill('Administrator')
    await page.getByLabel(/^New password/).fill(password)
    await page.getByLabel('Repeat new password').fill(password)
    await page.getByRole('button', { name: 'Save password' }).click()
  }
  await choose('Too short')
  await expect(page.getByText('New password is too short: use at least 12 characters')).toBeVisible()
  await choose('QWERTY123456')
  await expect(page.getByText('New password is on a list of common passwords: choose another')).toBeVisible()
  await choose('cedar by the river')
  await expect(homeHeading(page)).toBeVisible()
  await page.context().close()
})
