import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { download } from '../../support/files.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { personWith } from '../../support/people.ts'

const { portal, company, desk, transporter, otherDesk, billed, key, lrOver, clockAt, close } = await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

const buyer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })

async function booked(more: Record<string, unknown> = {}) {
  const { ids, invoices } = await billed()
  const { status, body } = await desk.post('/api/lrs', lrOver(ids, more), key())
  expect(status).toBe(201)
  return { id: body.id as number, lrNo: body.lrNo as string, invoiceNo: invoices[0]!.invoiceNo as string }
}

type Reader = typeof desk

/** The answer of a paper with its text; the text of an error is empty. */
async function paper(reader: Reader, path: string) {
  const { status, type, bytes } = await download(portal, reader, path)
  return { status, type, text: status === 200 ? pdfText(bytes) : '' }
}

describe('the copy of an LR', () => {
  it('names consignor, consignee, transporter, goods and who pays, and says that it is only a copy', async () => {
    const { id, lrNo, invoiceNo } = await booked({ driverName: 'Ramesh Patil', driverMobile: '9812345670' })
    const { status, type, text } = await paper(desk, `/api/lrs/${id}/pdf`)
    expect([status, type]).toEqual([200, 'application/pdf'])
    for (const words of [
      lrNo,
      invoiceNo,
      'VRL Logistics',
      'Consignor',
      'Consignee',
      'Copy, not the transporter’s receipt',
    ])
      expect(text).toContain(words)
    expect(text).toContain('Ramesh Patil')
    expect(text).toContain('Reverse charge')
  })

  it('names the vehicle and the seal that were reported last', async () => {
    const { id } = await booked({ vehicleNo: 'MH04AB1001' })
    const said = { eventCode: 'AT_HUB', eventOn: '2026-11-20', vehicleNo: 'MH04AB1002', sealNo: 'S-4711' }
    expect((await desk.post('/api/tracking-events', { lrId: id, ...said })).status).toBe(201)
    const { text } = await paper(desk, `/api/lrs/${id}/pdf`)
    expect(text).toContain('MH04AB1002')
    expect(text).toContain('S-4711')
    expect(text).not.toContain('MH04AB1001')
  })

  it('tells a buyer neither the freight nor the driver', async () => {
    const { id, lrNo } = await booked({ driverName: 'Ramesh Patil', freightAmount: 4_321_00 })
    expect((await paper(desk, `/api/lrs/${id}/pdf`)).text).toContain('4,321.00')
    const { status, text } = await paper(buyer, `/api/lrs/${id}/pdf`)
    expect(status).toBe(200)
    expect(text).toContain(lrNo)
    expect(text).not.toContain('Ramesh Patil')
    expect(text).not.toContain('4,321.00')
  })

  it('tells a transporter no value of an invoice', async () => {
    const { id } = await booked({ declaredValue: 295_000 })
    expect((await paper(desk, `/api/lrs/${id}/pdf`)).text.split('\n')).toContain('Value')
    const { status, text } = await paper(transporter, `/api/lrs/${id}/pdf`)
    expect(status).toBe(200)
    expect(text.split('\n')).not.toContain('Value')
  })

  it('is found by nobody out of whose reach the LR is', async () => {
    const { id } = await booked()
    expect((await paper(otherDesk, `/api/lrs/${id}/pdf`)).status).toBe(404)
    expect((await paper(desk, '/api/lrs/999999/pdf')).status).toBe(404)
    expect((await portal.nobody.get(`/api/lrs/${id}/pdf`)).status).toBe(401)
  })
})

describe('the PDF of an invoice', () => {
  it('has its lines, the tax of each HSN code, and the amount in words', async () => {
    const { invoices } = await billed()
    const { id, invoiceNo } = invoices[0]!
    const { status, type, text } = await paper(buyer, `/api/invoices/${id}/pdf`)
    expect([status, type]).toEqual([200, 'application/pdf'])
    for (const words of ['Tax invoice', invoiceNo, 'Billed to', 'Tax by HSN code', 'Rupees'])
      expect(text).toContain(words)
  })

  it('is not there for those who read no amounts, and for those out of whose reach the invoice is', async () => {
    const { ids } = await billed()
    await desk.post('/api/lrs', lrOver(ids), key())
    for (const reader of [transporter, otherDesk])
      expect((await paper(reader, `/api/invoices/${ids[0]}/pdf`)).status).toBe(404)
    expect((await portal.nobody.get(`/api/invoices/${ids[0]}/pdf`)).status).toBe(401)
  })
})

describe('the loading list and the labels', () => {
  it('hold every LR that was chosen, and a label for each package', async () => {
    const one = await booked({ packages: 3 })
    const other = await booked({ packages: 2 })
    const list = await paper(desk, `/api/lr-papers/loading-list?ids=${one.id},${other.id}`)
    expect(list.text).toContain(one.invoiceNo)
    expect(list.text).toContain(other.invoiceNo)
    expect(list.text).toContain('2 LRs, 5 packages')
    const { text } = await paper(desk, `/api/lr-papers/labels?ids=${one.id},${other.id}`)
    for (const place of ['1 of 3', '2 of 3', '3 of 3', '1 of 2', '2 of 2']) expect(text).toContain(place)
  })

  it('are refused with a sentence for no LR, for too many packages, and when one is out of reach', async () => {
    const { id } = await booked({ packages: 2001 })
    const none = await desk.get('/api/lr-papers/labels?ids=')
    expect([none.status, none.body.message]).toEqual([400, 'LRs are required: choose 1 to 200 of them'])
    const many = await desk.get(`/api/lr-papers/labels?ids=${id}`)
    expect([many.status, many.body.message]).toEqual([
      400,
      'Labels are printed for up to 2000 packages at once: choose fewer LRs',
    ])
    expect((await otherDesk.get(`/api/lr-papers/loading-list?ids=${id}`)).status).toBe(404)
  })
})
