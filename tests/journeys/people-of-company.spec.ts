import type { Browser, Page } from '@playwright/test'
import { expect, goTo, homeHeading, noteLook, openPageAs, signIn, test } from '../support/journey.ts'
import { mailServer, readMail } from '../support/mail-server.ts'
import { OWN_PASSWORD } from '../support/password.ts'

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

// The portal of this file sends its mails there: its worker sets the address before it starts.
const mails = await mailServer()
const mailing = { SMTP_URL: mails.url, MAIL_FROM: 'Bilty <orders@meridian-labs.example>' }
if (process.env.TEST_WORKER_INDEX) Object.assign(process.env, mailing)
else await mails.close()
test.afterAll(async () => {
  for (const name of Object.keys(mailing)) delete process.env[name]
  await mails.close()
})

const fitsPhone = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

async function invite(head: Page, name: string, email: string, roles: readonly string[], limit?: string) {
  await head.getByRole('button', { name: 'Invite a colleague' }).click()
  const form = head.getByRole('dialog')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('E-mail').fill(email)
  for (const role of roles) await form.getByRole('checkbox', { name: new RegExp(`^${role}`) }).check()
  if (limit) await form.getByLabel('Order limit').fill(limit)
  await noteLook(head)
  await form.getByRole('button', { name: 'Invite' }).click()
  await expect(head.getByText(`An invitation is mailed to ${email}.`)).toBeVisible()
  await expect(form).toHaveCount(0)
}

/** Sets the password by the link that was mailed, and signs in. */
async function begin(browser: Browser, email: string): Promise<Page> {
  const mail = () => mails.taken.map(readMail).find(({ to }) => to.includes(email))
  await expect.poll(() => mail()?.subject, { timeout: 60_000 }).toBe('Your sign-in to the portal')
  const [, link] = /(\/forget-password#[\w-]+)/.exec(mail()!.text) ?? []
  const page = await openPageAs(browser, undefined, { anew: true })
  await page.setViewportSize(WIDE)
  await page.goto(link!)
  await page.getByLabel(/^New password/).fill(OWN_PASSWORD)
  await page.getByLabel('Repeat new password').fill(OWN_PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, email, OWN_PASSWORD)
  return page
}

async function order(page: Page, qty: string) {
  await goTo(page, '/orders/default')
  await page.getByLabel('Product of row 1').fill('LS-1001')
  await page.getByLabel('Quantity of row 1').fill(qty)
  await page.getByLabel('PO number').fill(`PO/${qty}`)
  const file = { name: 'po.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 order') }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('po.pdf')).toBeVisible()
  await expect(page.getByText(/ ready to send$/)).toBeVisible()
}

test('the head of a customer invites two colleagues, and each does their job on a screen and on a phone', async ({
  browser,
}) => {
  const head = await openPageAs(browser, 'customer')
  await head.setViewportSize(WIDE)
  await goTo(head, '/masters/contact-details')
  await head.getByRole('main').getByRole('link', { name: 'People of our company' }).last().click()
  await expect(head.getByRole('heading', { level: 1, name: 'People Of Our Company' })).toBeVisible()
  await invite(head, 'Kavita Rao', 'kavita.rao@sahyadri.example', ['Buyer'], '50000')
  await head.setViewportSize(PHONE)
  await invite(head, 'Dinesh More', 'dinesh.more@sahyadri.example', ['Payer', 'Quality'])
  expect(await fitsPhone(head)).toBe(PHONE.width)
  await expect(head.getByRole('listitem').filter({ hasText: 'Kavita Rao' })).toContainText('Invited, until')
  await noteLook(head)
  await head.setViewportSize(WIDE)

  const buyer = await begin(browser, 'kavita.rao@sahyadri.example')
  const bar = buyer.getByRole('navigation', { name: 'Screens' })
  await expect(bar.getByRole('link', { name: /^New order/ })).toBeVisible()
  await expect(bar.getByRole('link', { name: /^Complaints/ })).toHaveCount(0)
  await order(buyer, '200')
  await expect(buyer.getByText(/Above ₹ 50,000\.00: .*Rohan Bhide.* of your company must say yes/)).toBeVisible()
  await noteLook(buyer)
  await buyer.getByRole('button', { name: /^Send for approval/ }).click()
  await expect(buyer.getByText('Waiting for a yes in your company').first()).toBeVisible()
  await noteLook(buyer)

  await goTo(head, '/')
  const ask = head.getByRole('list', { name: 'Waits for you' }).getByRole('listitem').filter({ hasText: 'Kavita Rao' })
  await expect(ask).toContainText('Asks for your yes to an order')
  await noteLook(head)
  await ask.getByRole('link').click()
  await head.getByRole('button', { name: /^Approve and submit/ }).click()
  await noteLook(head)
  await head.getByRole('dialog').getByRole('button', { name: 'Approve and submit' }).click()
  await expect(head.getByText(/^OR\d+: /)).toBeVisible()
  await expect
    .poll(() => mails.taken.map(readMail).some(({ subject }) => /is waiting for your yes$/.test(subject)))
    .toBe(true)

  await buyer.setViewportSize(PHONE)
  await goTo(buyer, '/')
  await expect(homeHeading(buyer)).toBeVisible()
  await goTo(buyer, '/orders/order-history')
  await expect(buyer.getByText(/^OR\d+/).first()).toBeVisible()
  expect(await fitsPhone(buyer)).toBe(PHONE.width)
  await noteLook(buyer)
  await order(buyer, '2')
  await buyer.getByRole('button', { name: /^Send order/ }).click()
  await expect(buyer.getByText('Order placed:')).toBeVisible()

  const payer = await begin(browser, 'dinesh.more@sahyadri.example')
  await expect(payer.getByRole('heading', { name: 'What I owe' })).toBeVisible()
  await expect(
    payer.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /^New order/ }),
  ).toHaveCount(0)
  await noteLook(payer)
  await goTo(payer, '/transaction-view/payment-cart')
  await expect(payer.getByText(/IN\d{10}/).first()).toBeVisible()
  await payer.setViewportSize(PHONE)
  await goTo(payer, '/complaints/create')
  await expect(payer.getByRole('heading', { level: 1 })).toBeVisible()
  await goTo(payer, '/coa/find-certificates')
  expect(await fitsPhone(payer)).toBe(PHONE.width)
  await noteLook(payer)

  await goTo(head, '/access-control/company-people')
  await head.getByRole('button', { name: 'End Kavita Rao' }).click()
  await noteLook(head)
  await head.getByRole('dialog').getByRole('button', { name: 'End login' }).click()
  await expect(head.getByText(/^The login of Kavita Rao has ended\./)).toBeVisible()
  await buyer.reload()
  await expect(buyer.getByLabel('Login ID')).toBeVisible()
  for (const page of [head, buyer, payer]) await page.context().close()
})
