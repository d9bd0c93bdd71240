import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'

const { portal, company, desk, otherDesk, billed, key, lrOver, clockAt, close } = await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

interface Group {
  invoices: { invoiceNo: string }[]
}
const find = async (q: string) =>
  (
    (await desk.get(`/api/waiting-invoices?plantId=${company.plantId}&q=${encodeURIComponent(q)}`)).body
      .groups as Group[]
  )
    .flatMap(({ invoices }) => invoices)
    .map(({ invoiceNo }) => invoiceNo)
const why = async (number: string, who = desk) =>
  (await who.get(`/api/not-waiting?plantId=${company.plantId}&number=${encodeURIComponent(number)}`)).body
const change = (id: number, values: object) => portal.db('invoice').where({ id }).update(values)
/** An invoice that waits, with its number. */
async function waits(more: object = {}) {
  const { ids, orderNo } = await billed()
  await change(ids[0]!, { invoiceType: 'INVOICE', ...more })
  return { id: ids[0]!, orderNo, no: (await portal.db('invoice').where({ id: ids[0] }).first('invoiceNo')).invoiceNo }
}

describe('what waits for an LR', () => {
  it('is found by invoice, order, customer, ship-to, city and day, each word by another', async () => {
    const address = await exampleRow(portal.db, shipTo, {
      customerId: company.customerId,
      code: '200777',
      name: 'Chakan Works',
      stateId: company.stateId,
      cityId: company.cityId,
    })
    const other = await waits()
    const { no, orderNo } = await waits({ shipToId: address.id, invoiceDate: '2026-11-17' })
    for (const word of [
      no,
      no.toLowerCase(),
      orderNo,
      '200777',
      'chakan',
      '17-11',
      '17nov',
      '2026-11-17',
      'chakan pune 17-11-26',
    ])
      expect([word, await find(word)]).toEqual([word, [no]])
    expect(await find('100123')).toEqual(expect.arrayContaining([no, other.no]))
    expect(await find(`${other.no} chakan`)).toEqual([])
    expect(await find('100%')).toEqual([])
  })

  it('is only what some of has left already, where that is asked', async () => {
    const [whole, part] = [await waits(), await waits()]
    const [goods] = await portal.db('invoice_line').where({ invoiceId: part.id }).orderBy('id')
    const items = [{ invoiceLineId: goods.id, qty: 8_000 }]
    const line = { invoiceId: part.id, items, packages: 2, packagesInAll: 10 }
    const weights = { packages: 2, actualWeightKg: 20_000, chargedWeightKg: 20_000, declaredValue: 94_400 }
    const { status } = await desk.post('/api/lrs', lrOver([part.id], { ...weights, lines: [line] }), key())
    expect(status).toBe(201)
    const { groups } = (await desk.get(`/api/waiting-invoices?plantId=${company.plantId}&onlyRests=true`)).body
    const numbers = groups.flatMap(({ invoices }: Group) => invoices.map(({ invoiceNo }) => invoiceNo))
    expect(numbers).toContain(part.no)
    expect(numbers).not.toContain(whole.no)
  })

  it('is found where it stands behind the first thousand', async () => {
    const { no, id } = await waits()
    const row = await portal.db('invoice').where({ id }).first()
    const links = await portal.db('invoice_line_goods').where({ invoiceId: id })
    const lines = await portal.db('invoice_line').where({ invoiceId: id })
    await portal.db.transaction(async trx => {
      for (let made = 0; made < 1001; made++) {
        const { id: _, ...copy } = row
        const [copied] = await trx('invoice').insert({
          ...copy,
          invoiceNo: `EARLY${made}`,
          sapBillingDoc: `7${String(made).padStart(9, '0')}`,
          invoiceDate: '2026-11-01',
        })
        const { id: __, ...line } = lines[0]
        const [newLine] = await trx('invoice_line').insert({ ...line, invoiceId: copied })
        const { id: ___, ...link } = links[0]
        await trx('invoice_line_goods').insert({ ...link, invoiceId: copied, invoiceLineId: newLine })
      }
    })
    const all = (await desk.get(`/api/waiting-invoices?plantId=${company.plantId}`)).body
    expect(all.isCut).toBe(true)
    expect(await find(no)).toEqual([no])
    await portal
      .db('invoice_line_goods')
      .whereIn('invoiceId', portal.db('invoice').where('invoiceNo', 'like', 'EARLY%').select('id'))
      .delete()
  })
})

describe('what does not wait for an LR', () => {
  it('is named with the LR that holds it', async () => {
    const { id, no } = await waits()
    await desk.post('/api/lrs', lrOver([id], { lrNo: 'HOLDS1' }), key())
    expect(await why(no.toLowerCase())).toEqual({
      reason: `Invoice ${no} is on LR HOLDS1 of 20-11-2026 (Booked with the transporter)`,
      plantId: null,
    })
  })

  it('is cancelled, a note, collected by the party, or shipped by somebody else', async () => {
    const reasonOf = async (more: object) => {
      const { no } = await waits(more)
      return (await why(no)).reason.replace(`Invoice ${no} `, '')
    }
    expect(await reasonOf({ isCancelled: 1 })).toBe('is cancelled in SAP')
    expect(await reasonOf({ invoiceType: 'CREDIT_NOTE' })).toBe('is a note without goods')
    expect(await reasonOf({ transMode: 'PWC' })).toBe(
      'is collected by the party: have it sent under Party Will Collect',
    )
    expect(await reasonOf({ dispatchStatus: 'COLLECTED' })).toBe('was collected by the party')
    expect(await reasonOf({ dispatchStatus: 'SHIPPED_BY_OUR_SUPPLIER' })).toBe('is shipped by our supplier')
  })

  it('waits at another plant, which the answer names', async () => {
    const { no } = await waits({ plantId: company.otherPlantId })
    expect(await why(no)).toEqual({
      reason: expect.stringMatching(new RegExp(`^Invoice ${no} waits at plant 1020 · .+: choose that plant$`)),
      plantId: company.otherPlantId,
    })
  })

  it('is an order without an invoice, or one whose invoices have gone', async () => {
    const { id, no, orderNo } = await waits()
    await desk.post('/api/lrs', lrOver([id]), key())
    expect((await why(orderNo)).reason).toBe(`No invoice of order ${orderNo} waits here: find ${no} to see where it is`)
  })

  it('is nothing that the reader may know of', async () => {
    const { no } = await waits()
    const unknown = `Nothing that waits here has “${no}” in its number, order, customer, ship-to, city or date: check what you typed`
    expect(await why(no, otherDesk)).toEqual({ reason: unknown, plantId: null })
    expect((await why('NOSUCH')).reason).toBe(unknown.replace(no, 'NOSUCH'))
    expect((await desk.get('/api/not-waiting')).body.errors[0].message).toBe('Number is required')
  })
})

it('tells who takes an invoice second on which LR it is, and names it for the screen', async () => {
  const [first, second] = [await waits(), await waits()]
  await desk.post('/api/lrs', lrOver([first.id], { lrNo: 'FIRST1' }), key())
  const { status, body } = await desk.post('/api/lrs', lrOver([second.id, first.id]), key())
  expect(status).toBe(409)
  expect(body.data).toEqual({ invoiceIds: [first.id] })
  expect(body.errors[0].message).toBe(
    `Invoice ${first.no} is on LR FIRST1 of 20-11-2026 (Booked with the transporter): leave it out`,
  )
  expect((await desk.get(`/api/lr-proposal?invoiceIds[]=${first.id}`)).status).toBe(409)
})
