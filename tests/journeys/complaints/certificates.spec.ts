import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { certificate, pdfWith } from '../../support/certificates.ts'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

const PHONE = { width: 390, height: 844 }
/** Second batches of stock, whose certificates nobody has sent yet. */
const batches = { 'LS-1002': '26B102', 'LS-1003': '26B103', 'LS-1004': '26B104' }
let quality: Page
let buyer: Page
let stranger: Page

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  quality = await openPageAs(browser, 'qa')
  buyer = await openPageAs(browser, 'customer')
  await buyer.setViewportSize(PHONE)
  stranger = await openPageAs(browser)
  await stranger.setViewportSize(PHONE)
})
test.afterAll(async () => {
  for (const page of [quality, buyer, stranger]) await page.context().close()
})

test('quality, who search by batch only, have one button to press', async () => {
  await goTo(quality, '/coa/find-certificates')
  await expect(quality.getByRole('button', { name: 'Search', exact: true })).toHaveClass(/ant-btn-primary/)
})

test('quality sends three certificates: one is published by its name, two wait in the tray', async () => {
  await goTo(quality, '/coa/upload-multiple')
  await noteLook(quality)
  await quality
    .getByLabel('PDFs or a zip')
    .setInputFiles([
      pdf(`LS-1002_${batches['LS-1002']}.pdf`, await certificate('Product LS-1002', `Batch ${batches['LS-1002']}`)),
      pdf('journey scan.pdf', await pdfWith(made => made.setSubject('a scan'))),
      pdf('journey text.pdf', await certificate('Product LS-1004', `Batch ${batches['LS-1004']}`)),
    ])
  await expect(quality.getByText('3 files: 1 published, 2 in the tray, 0 refused')).toBeVisible()
  await expect(quality.getByText('journey scan.pdf')).toBeVisible()
  await noteLook(quality)
  await quality.getByRole('link', { name: 'Map these files' }).click()
  await expect(quality.getByText('2 rows')).toBeVisible()
  await expect(quality.getByRole('link', { name: 'journey text.pdf' }).first()).toBeVisible()
})

test('a sheet maps them: it is checked first, names what is wrong, and is applied when it is right', async () => {
  const head = 'file_name,product_code,batch_no,expiry_date'
  const sheet = async (rows: string[]) => {
    await goTo(quality, '/coa/upload-mapping/import')
    const buffer = Buffer.from([head, ...rows].join('\n'))
    await quality.getByLabel(/^File/).setInputFiles({ name: 'mapping.csv', mimeType: 'text/csv', buffer })
    await quality.getByRole('button', { name: 'Check the file' }).click()
  }
  const scan = `journey scan.pdf,LS-1003,${batches['LS-1003']},31-12-2029`
  await sheet([scan, `journey text.pdf,LS-1004,26B999,`])
  await expect(quality.getByText(/Batch 26B999 of LS-1004 is in no stock and on no invoice/)).toBeVisible()
  await noteLook(quality)
  await sheet([scan, `journey text.pdf,ls-1004,${batches['LS-1004'].toLowerCase()},`])
  await expect(quality.getByText('Checked. Nothing is changed yet.')).toBeVisible()
  await quality.getByRole('button', { name: /^(Add|Change) 2 / }).click()
  await expect(quality.getByText('Imported.', { exact: true })).toBeVisible()
  await goTo(quality, '/coa/certificates?search=26B10')
  for (const batchNo of Object.values(batches)) await expect(quality.getByText(batchNo, { exact: true })).toBeVisible()
  await expect(quality.getByRole('link', { name: /^New / })).toHaveCount(0)
  await noteLook(quality)
})

test('quality compares files of the tray, confirms two at once, and reads which of them stays and why', async () => {
  await goTo(quality, '/coa/upload-mapping?f.result=in.TRAY')
  await expect(quality.getByText('4 rows')).toBeVisible()
  for (const name of [/LS-1103_26A111/, /LS-1104_26C112/]) await quality.getByRole('checkbox', { name }).check()
  await quality.getByRole('button', { name: 'Confirm product and batch' }).click()
  await noteLook(quality)
  await quality.getByRole('dialog').getByRole('button', { name: 'Confirm product and batch' }).click()
  await expect(quality.getByText(/^1 confirmed, 1 stays in the tray: LS-1104_26C112.pdf/)).toBeVisible()
  await expect(quality.getByText('3 rows')).toBeVisible()
})

test('a customer finds the certificates of an invoice on the phone, one by one and as a zip', async () => {
  await goTo(buyer, '/coa/find-certificates')
  await noteLook(buyer)
  await buyer.getByLabel('Invoice number').fill('in2627000002')
  await buyer.getByRole('button', { name: 'Show batches' }).click()
  await expect(buyer.getByText('batch 26A101:')).toBeVisible()
  await noteLook(buyer)
  const all = buyer.waitForEvent('download')
  await buyer.getByRole('link', { name: 'Download all 2 as a zip' }).click()
  const files = unzipSync(new Uint8Array(readFileSync(await (await all).path())))
  expect(Object.keys(files).sort()).toEqual(['COA LS-1001 26A101.pdf', 'COA LS-1005 26A105.pdf'])
  const one = buyer.waitForEvent('download')
  await buyer.getByRole('link', { name: 'Download COA of batch 26A101' }).click()
  expect((await one).suggestedFilename()).toBe('COA LS-1001 26A101.pdf')
  await buyer.getByLabel('Invoice number').fill('IN9999999999')
  await buyer.getByRole('button', { name: 'Show batches' }).click()
  await expect(buyer.getByText('No invoice of yours has this number.')).toBeVisible()
})

test('a stranger finds a public certificate after three misses; the browser solves its task without asking', async () => {
  const searchFor = async (product: string, batchNo: string) => {
    await stranger.getByLabel('Product code').fill(product)
    await stranger.getByLabel('Batch no').fill(batchNo)
    await stranger.getByRole('button', { name: 'Search' }).click()
  }
  await goTo(stranger, '/search-coa')
  await noteLook(stranger)
  for (const [product, batchNo] of [
    ['PH-3101', '26A135'],
    ['LS-1003', '26A103'],
    ['XX-1', 'NOTHING'],
  ] as const) {
    const answer = stranger.waitForResponse(/coa-searches/)
    await searchFor(product, batchNo)
    expect((await answer).status()).toBe(404)
    await expect(stranger.getByText('No certificate was found for this product and batch.')).toBeVisible()
  }
  await noteLook(stranger)
  const task = stranger.waitForResponse(/coa-challenges/)
  await searchFor(' ls-1001 ', '26a101')
  expect((await task).status()).toBe(201)
  await expect(stranger.getByText('batch 26A101')).toBeVisible()
  await noteLook(stranger)
  const file = stranger.waitForEvent('download')
  await stranger.getByRole('link', { name: 'Download the certificate' }).click()
  expect(
    readFileSync(await (await file).path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await stranger.getByRole('link', { name: 'Sign in' }).first().click()
  await expect(stranger).toHaveURL(/\/login/)
})
