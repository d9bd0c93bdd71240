import { beforeAll, describe, expect, it } from 'vitest'
import { sheetName } from '../../../api/derive/sheets/xlsx-write.ts'
import { entryText, readZip } from '../../../api/derive/sheets/zip-read.ts'
import { download } from '../../support/files.ts'
import { rowOfEachReport } from '../../support/mis/report-rows.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const auditor = portal.person(at => personWith(at, ['AUDITOR']))
const keeper = portal.person(at => personWith(at, ['MASTER_ADMIN']))

const partsOf = async (who: typeof auditor, path: string) => {
  const { status, bytes } = await download(portal, who, path)
  expect([status, status === 200 ? '' : String(bytes)]).toEqual([200, ''])
  const parts = readZip(bytes, 5e7)
  const text = (part: string) => entryText(parts.get(part))
  return { book: await text('xl/workbook.xml'), sheet: await text('xl/worksheets/sheet1.xml') }
}
const columnsIn = (sheet: string) =>
  [...sheet.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))
const headsIn = (sheet: string) =>
  [...sheet.slice(0, sheet.indexOf('</row>')).matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text)

beforeAll(() => rowOfEachReport(portal))

describe('the workbook of a report', () => {
  it('is named by it, filters, holds codes and names apart, and adds up what its page adds up', async () => {
    const columns = 'invoiceNo,soldToId,invoiceDate,grossValue,invoiceType'
    const year = 'invoiceDate[$gte]=2026-04-01&invoiceDate[$lte]=2027-03-31'
    const query = `as=shown&columns=${columns}&${year}`
    const { book, sheet } = await partsOf(auditor, `/api/export/mis/invoices?format=xlsx&${query}`)
    expect(book).toContain('<sheet name="Invoices" sheetId="1"')
    expect(book).toContain('<sheet name="About" sheetId="2"')
    expect(headsIn(sheet)).toEqual(['Invoice no', 'Sold-to code', 'Sold-to name', 'Date', 'Gross', 'Type'])
    const page = (await auditor.get(`/api/mis/invoices?$limit=1&$totals=true&${year}`)).body
    expect(page.total).toBeGreaterThan(0)
    const last = page.total + 1
    expect(sheet).toContain(`<autoFilter ref="A1:F${last}"/>`)
    expect(sheet).toContain('state="frozen"')
    const [, sum] = new RegExp(`<f>SUBTOTAL\\(109,E2:E${last}\\)</f><v>(-?[\\d.]+)</v>`).exec(sheet) ?? []
    expect(Math.round(Number(sum) * 100)).toBe(page.totals.grossValue)
    const widths = columnsIn(sheet)
    expect(widths).toHaveLength(6)
    expect(widths[2]).toBeGreaterThan(widths[3]!)
  })

  it('has no row of totals where nothing is added up, and none in the form of an import', async () => {
    expect((await partsOf(keeper, '/api/export/masters/state?format=xlsx&as=shown')).sheet).not.toContain('SUBTOTAL')
    const imported = await partsOf(keeper, '/api/export/masters/state?format=xlsx')
    expect(imported.sheet).not.toContain('SUBTOTAL')
    expect(imported.sheet).toMatch(/<col min="1" max="1" width="[\d.]+" style="6"/)
  })
})

it.each([
  ['Orders V/S Sales', 'Orders V S Sales'],
  ["'What [is] this?'", 'What is this'],
  ['A title that is far too long for a sheet', 'A title that is far too long fo'],
  ['***', 'Sheet1'],
])('a sheet of %s is named as every spreadsheet takes it', (title, name) => {
  expect(sheetName(title)).toBe(name)
})

it('a CSV file in the form of an import marks the codes that a spreadsheet would shorten, and a list as shown does not', async () => {
  const { body } = await keeper.get('/api/export/masters/material-pricing-group?format=csv')
  expect(String(body)).toMatch(/\r\n'0\d+,/)
  const shown = await keeper.get('/api/export/masters/material-pricing-group?format=csv&as=shown')
  expect(String(shown.body)).toMatch(/\r\n0\d+,/)
})
