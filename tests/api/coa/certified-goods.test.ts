/** @module-tag sql */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { plainBatch } from '../../../resources/batch-no.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { actOn, certificate, invoiceBatch, sendCertificates } from '../../support/certificates.ts'
import { type Company, createApprovedOrder, createCompany } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const NOON = '2026-11-20T06:30:00.000Z'

const portal = portalOfFile(() => {
  setClock(NOON)
  return emptyPortal()
})
let company: Company
let qa: ApiClient
let buyer: ApiClient
let auditor: ApiClient
let site: ApiClient
let transporter: ApiClient

beforeAll(async () => {
  company = await createCompany(portal.db)
  qa = await personWith(portal, ['QA'])
  auditor = await personWith(portal, ['AUDITOR'])
  site = await personWith(portal, ['DISPATCH'], { plantId: company.plantId })
  const { id: userId } = await portal.db('user').where('plantId', company.plantId).first('id')
  await portal.db('assign_roles').where({ userId }).update({ scopeType: 'OWN' })
  transporter = await personWith(portal, ['TRANSPORTER'], { transporterId: company.transporterId })
  buyer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })
})
afterAll(() => setClock(null))

const named = (name: string, given: Record<string, unknown>) =>
  exampleRow(portal.db, resourceNamed(name as never), given)

/** A batch in stock with a certificate for everybody, or only for who bought it. */
async function certifiedStock(batchNo: string, plantId: number, visibility = 'PUBLIC') {
  const level = await named('stock-level', { plantId, productId: company.productIds[0], batchNo })
  const { files } = await sendCertificates(portal, qa, { [`LS-1001_${batchNo}.pdf`]: await certificate(batchNo) })
  const id = files[0]!.coaDocumentId as number
  if (visibility !== 'PUBLIC') await actOn(qa, 'coa/certificates', 'setVisibility', [id], { visibility })
  return { stockLevelId: level.id, certificateId: id }
}

async function goodsOf(who: ApiClient, query: string) {
  const { status, body } = await who.get(`/api/coa-goods?${query}`)
  return [status, status === 200 ? body.map((one: { certificateId: number | null }) => one.certificateId) : null]
}

describe('the certificate of a batch', () => {
  it('stands with its stock, for whoever reads the stock of that plant and certificates', async () => {
    const here = await certifiedStock('S1', company.plantId)
    const there = await certifiedStock('S2', company.otherPlantId)
    const at = ({ stockLevelId }: { stockLevelId: number }) => `stockLevelId=${stockLevelId}`
    expect(await goodsOf(qa, at(here))).toEqual([200, [here.certificateId]])
    expect(await goodsOf(auditor, at(here))).toEqual([200, [here.certificateId]])
    expect(await goodsOf(site, at(here))).toEqual([200, [here.certificateId]])
    expect(await goodsOf(site, at(there))).toEqual([404, null])
    expect(await goodsOf(buyer, at(here))).toEqual([404, null])
    expect(await goodsOf(transporter, at(here))).toEqual([403, null])
  })

  it('stands with an order once SAP has picked the batch; one only for buyers once it is invoiced', async () => {
    const open = await certifiedStock('P1', company.plantId)
    const closed = await certifiedStock('P2', company.plantId, 'INVOICED_ONLY')
    const order = await createApprovedOrder(portal.db, company, { status: 'CONFIRMED' })
    const delivery = await named('sap-delivery', {
      orderId: order.id,
      soldToId: company.customerId,
      plantId: company.plantId,
      sbuId: company.sbuId,
    })
    const goods = {
      deliveryId: delivery.id,
      orderId: order.id,
      orderLineId: null,
      soldToId: company.customerId,
      plantId: company.plantId,
      sbuId: company.sbuId,
      productId: company.productIds[0],
    }
    await named('sap-delivery-line', { ...goods, lineNo: 10, batchNo: 'P1' })
    await named('sap-delivery-line', { ...goods, lineNo: 20, batchNo: 'P2' })
    expect(await goodsOf(auditor, `orderId=${order.id}`)).toEqual([200, [open.certificateId, closed.certificateId]])
    expect(await goodsOf(buyer, `orderId=${order.id}`)).toEqual([200, [open.certificateId, null]])
    await invoiceBatch(portal.db, company, 'P2', { invoiceNo: 'IP2' }, order)
    expect(await goodsOf(buyer, `orderId=${order.id}`)).toEqual([200, [open.certificateId, closed.certificateId]])
    const stranger = await personWith(portal, ['CUSTOMER'], {
      customerId: (await named('customer', { code: '100777' })).id,
    })
    expect(await goodsOf(stranger, `orderId=${order.id}`)).toEqual([404, null])
  })

  it('stands with the document passport of the LR that carries it, for its buyer and the site, not for the transporter', async () => {
    const { certificateId } = await certifiedStock('L1', company.plantId, 'INVOICED_ONLY')
    const bill = await invoiceBatch(portal.db, company, 'L1', { invoiceNo: 'IL1' })
    const lr = await named('lr', { lrNo: 'LRL1', transporterId: company.transporterId, plantId: company.plantId })
    await named('lr-line', { lrId: lr.id, invoiceId: bill.id })
    const stranger = await personWith(portal, ['CUSTOMER'], {
      customerId: (await named('customer', { code: '100779' })).id,
    })
    const seen = [auditor, site, buyer].map(who => goodsOf(who, `lrId=${lr.id}`))
    expect(await Promise.all(seen)).toEqual(seen.map(() => [200, expect.arrayContaining([certificateId])]))
    expect((await buyer.get(`/api/passports/${lr.id}`)).status).toBe(200)
    expect((await buyer.get(`/api/coa/certificates/${certificateId}`)).status).toBe(200)
    expect(await goodsOf(stranger, `lrId=${lr.id}`)).toEqual([404, null])
    expect(await goodsOf(transporter, `lrId=${lr.id}`)).toEqual([403, null])
  })

  it('stands with a complaint about it, for whoever reads that complaint', async () => {
    const { certificateId } = await certifiedStock('Q1', company.plantId)
    const category = await named('complaint-category', { code: 'QUAL1', complaintType: 'PRODUCT_QUALITY' })
    const complaint = await named('complaint', {
      customerId: company.customerId,
      categoryId: category.id,
      complaintType: 'PRODUCT_QUALITY',
      sbuId: company.sbuId,
      productId: company.productIds[0],
      batchNo: 'Q1',
      plantId: company.plantId,
    })
    const stranger = await personWith(portal, ['CUSTOMER'], {
      customerId: (await named('customer', { code: '100778' })).id,
    })
    for (const who of [qa, buyer])
      expect(await goodsOf(who, `complaintId=${complaint.id}`)).toEqual([200, [certificateId]])
    expect(await goodsOf(stranger, `complaintId=${complaint.id}`)).toEqual([404, null])
  })
})

describe('batches', () => {
  it('are written the same by everything that writes them', () => {
    expect([' 00x1 ', 'b1', '', '  ', null, undefined].map(plainBatch)).toEqual(['00X1', 'B1', null, null, null, null])
  })
})
