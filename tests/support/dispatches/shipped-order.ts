import type { Knex } from 'knex'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { linkAll } from '../../../api/dispatches/goods/link-all.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { scheduleLine } from '../../../resources/orders/schedule-line.ts'
import { type ResourceName, resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../example-rows.ts'

/** The ids of a small company with products, customers, plants and a transporter. */
export interface Company {
  stateId: number
  cityId: number
  plantId: number
  otherPlantId: number
  sbuId: number
  customerId: number
  shipToId: number
  productIds: number[]
  transporterId: number
  userId: number
}

const named = (db: Knex, name: ResourceName, given: Record<string, unknown> = {}) =>
  exampleRow(db, resourceNamed(name), given)

export async function createCompany(db: Knex): Promise<Company> {
  const stateId = (await named(db, 'state')).id
  const city = await named(db, 'state-city', { name: 'Pune', stateId })
  const sbu = await named(db, 'sbu', { code: 'LS', salesOrg: '1000', division: '01' })
  const channel = await named(db, 'channel', { code: '10' })
  const site = { stateId, cityId: city.id, pincode: '421302' }
  const plant = await named(db, 'plant', { code: '1010', ...site })
  const other = await named(db, 'plant', { code: '1020', ...site })
  const customer = await named(db, 'customer', {
    code: '100123',
    channelId: channel.id,
    stateId,
    cityId: city.id,
    paymentTermsCode: 'N030',
  })
  const shipTo = await named(db, 'ship-to', {
    customerId: customer.id,
    code: '200123',
    stateId,
    cityId: city.id,
    pincode: '411001',
    mobile: '9820012345',
    email: 'stores@buyer.example',
  })
  const products = [
    await named(db, 'products', {
      code: 'LS-1001',
      sbuId: sbu.id,
      uom: 'EA',
      gstRate: 1800,
      packQty: 4000,
      grossWeightKg: 2500,
    }),
    await named(db, 'products', {
      code: 'LS-1002',
      sbuId: sbu.id,
      uom: 'EA',
      gstRate: 1800,
      packQty: 1000,
      grossWeightKg: 1000,
    }),
  ]
  const transporter = await named(db, 'transporter', {
    code: 'VRL',
    name: 'VRL Logistics',
    transModes: ['SURFACE'],
    trackingUrlTemplate: 'https://vrl.example/track?lr={lr_no}',
  })
  const user = await named(db, 'user', { loginId: 'placer' })
  return {
    stateId,
    cityId: city.id,
    plantId: plant.id,
    otherPlantId: other.id,
    sbuId: sbu.id,
    customerId: customer.id,
    shipToId: shipTo.id,
    productIds: products.map(({ id }) => id),
    transporterId: transporter.id,
    userId: user.id,
  }
}

let orders = 0

/** Creates an approved order of 20 and 5 units at 100 rupees with 18 % tax. */
export async function createApprovedOrder(
  db: Knex,
  company: Company,
  more: Record<string, unknown> = {},
): Promise<{ id: number; orderNo: string; lineIds: number[] }> {
  const orderNo = `OR2627${String(++orders).padStart(6, '0')}`
  const department = (await named(db, 'department', { sbuId: company.sbuId })).id
  const orderTypeId = (await named(db, 'order-type', { sapOrderType: 'OR' })).id
  const channelId = (await db('customer').where({ id: company.customerId }).first('channelId')).channelId
  const { customerId } = company
  const partners = {
    customerId,
    soldToId: customerId,
    billToId: customerId,
    payerId: customerId,
    shipToId: company.shipToId,
  }
  const made = await kept(db, order, {
    orderNo,
    cartRef: orderNo,
    status: 'APPROVED',
    orderTypeId,
    channelId,
    sbuId: company.sbuId,
    departmentId: department,
    ...partners,
    placedById: company.userId,
    orderDate: '2026-11-20',
    requestedDeliveryDate: '2026-11-27',
    freightTerms: 'FOR',
    transMode: 'SURFACE',
    paymentTermsDays: 30,
    statusSince: '2026-11-20T06:00:00.000Z',
    customerPoNo: 'PO/77',
    customerPoDate: '2026-11-19',
    ...more,
  })
  const lineIds: number[] = []
  for (const [index, qty] of [20_000, 5_000].entries()) {
    const net = qty * 10
    const line = await kept(db, orderLine, {
      orderId: made.id,
      lineNo: (index + 1) * 10,
      productId: company.productIds[index],
      qty,
      uom: 'EA',
      listPrice: 10_000,
      priceSource: 'LIST',
      netPrice: 10_000,
      discountPct: 0,
      netValue: net,
      taxableValue: net,
      gstRate: 1800,
      cgst: (net * 9) / 100,
      sgst: (net * 9) / 100,
      grossValue: (net * 118) / 100,
      plantId: company.plantId,
      sourceRule: 'DEFAULT_PLANT',
    })
    lineIds.push(line.id)
    await kept(db, scheduleLine, {
      orderId: made.id,
      orderLineId: line.id,
      scheduleNo: 1,
      requestedDate: '2026-11-27',
      qty,
    })
  }
  return { id: made.id, orderNo, lineIds }
}

let invoices = 0

/** Creates an invoice for a whole order or for some quantities, as if it came from SAP. */
export async function createInvoice(
  db: Knex,
  company: Company,
  bought: { id: number; lineIds: number[] } | null,
  more: Record<string, unknown> = {},
  quantities: number[] = [20_000, 5_000],
): Promise<{ id: number; invoiceNo: string }> {
  const invoiceNo = `INV${String(++invoices).padStart(6, '0')}`
  const made = await kept(db, resourceNamed('invoice'), {
    invoiceNo,
    sapBillingDoc: `95${String(invoices).padStart(8, '0')}`,
    invoiceType: 'INVOICE',
    invoiceDate: '2026-11-19',
    dueDate: '2026-12-19',
    orderId: bought?.id ?? null,
    soldToId: company.customerId,
    payerId: company.customerId,
    shipToId: company.shipToId,
    plantId: company.plantId,
    sbuId: company.sbuId,
    netValue: 250_000,
    grossValue: 295_000,
    ...more,
  })
  for (const [index, qty] of quantities.entries()) {
    if (qty === 0) continue
    await kept(db, resourceNamed('invoice-line'), {
      invoiceId: made.id,
      lineNo: (index + 1) * 10,
      orderLineId: bought?.lineIds[index] ?? null,
      productId: company.productIds[index],
      qty,
      uom: 'EA',
      unitPrice: 10_000,
      netValue: qty * 10,
      gstRate: 1800,
      taxValue: (qty * 10 * 18) / 100,
      grossWeightKg: index === 0 ? (qty * 5) / 2 : qty,
    })
  }
  await linkAll(db)
  return { id: made.id, invoiceNo }
}

async function kept(db: Knex, resource: Resource, row: Record<string, unknown>) {
  const [made] = await insertRows(db, resource, [withDefaults(resource, row)], systemAuthor('test'))
  return made!
}

/** The input of an LR for whole invoices, as a dispatch desk enters it. */
export const lrInput = (company: Company, lrNo: string, invoiceIds: number[], more: Record<string, unknown> = {}) => ({
  lrNo,
  lrDate: '2026-11-20',
  transporterId: company.transporterId,
  transMode: 'SURFACE',
  freightTerms: 'FOR',
  packages: 10,
  actualWeightKg: 55_000,
  chargedWeightKg: 60_000,
  declaredValue: 295_000,
  valueReason: 'Insured for this sum',
  freightAmount: 100_000,
  remarks: 'Packed on one pallet',
  lines: invoiceIds.map(invoiceId => ({ invoiceId })),
  ...more,
})
