import { beforeAll, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { blockCustomerOrderCreation } from '../../../resources/masters/block-customer-order-creation.ts'
import { perennialNonAvailableItems } from '../../../resources/masters/perennial-non-available-items.ts'
import { productEnduserDocument } from '../../../resources/masters/product-enduser-document.ts'
import { exampleCustomer, submittedOrder, takeStep } from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
const meena = portal.person('meena')
let customerId: number
let productId: number

beforeAll(async () => {
  customerId = (await exampleCustomer(portal)).id
  productId = (await portal.db('products').where({ code: 'LS-1001' }).first('id')).id
})

type Undo = () => Promise<unknown>
/** Changes a master after the order was submitted; returns a function that undoes it. */
type Change = (order: { id: number; shipToId: number; sbuId: number }) => Promise<Undo>

const set =
  (table: string, where: (order: Parameters<Change>[0]) => object, changes: Record<string, unknown>): Change =>
  async order => {
    const rows: Record<string, unknown>[] = await portal.db(table).where(where(order))
    expect(rows).not.toEqual([])
    await portal.db(table).where(where(order)).update(changes)
    return async () => {
      for (const row of rows) {
        const was = Object.fromEntries(Object.keys(changes).map(name => [name, row[name]]))
        await portal.db(table).where({ id: row.id }).update(was)
      }
    }
  }
const add =
  (resource: Parameters<typeof insertRows>[1], row: () => Promise<object> | object): Change =>
  async () => {
    const [made] = await insertRows(portal.db, resource, [(await row()) as never], systemAuthor('test'))
    return () => portal.db(resource.name.replaceAll('-', '_')).where({ id: made!.id }).delete()
  }
const sinceYesterday = () => ({ validFrom: addDays(today(), -1), validTo: '9999-12-31' })
const ofCustomer = () => ({ id: customerId })
const ofProduct = () => ({ id: productId })

const changes: [why: string, code: string, change: Change][] = [
  ['its customer is deactivated', 'CUSTOMER_INACTIVE', set('customer', ofCustomer, { isActive: 0 })],
  ['its customer is deleted in SAP', 'CUSTOMER_INACTIVE', set('customer', ofCustomer, { sapDeleted: 1 })],
  ['its customer is blocked in SAP', 'SAP_ORDER_BLOCK', set('customer', ofCustomer, { sapOrderBlock: '01' })],
  [
    'its customer is blocked, though only since yesterday',
    'CUSTOMER_BLOCKED',
    add(blockCustomerOrderCreation, async () => ({
      ...{ customerId, sbuId: null, blockMode: 'BLOCK', remarks: 'Wrote that he pays later', notifyCustomer: false },
      reasonCodeId: (await portal.db('reason_code').where({ reasonType: 'BLOCK' }).first('id')).id,
      ...sinceYesterday(),
    })),
  ],
  [
    'its customer has no department of the SBU any more',
    'SBU_NOT_ALLOWED',
    set('customer_department_map', () => ({ customerId }), { isActive: 0 }),
  ],
  [
    'its order type is closed to the department',
    'ORDER_TYPE_NOT_ALLOWED',
    set('allow_ordertype_department', () => ({ isActive: 1 }), { isActive: 0 }),
  ],
  [
    'its address is deactivated',
    'SHIP_TO_NOT_ALLOWED',
    set('ship_to', ({ shipToId }) => ({ id: shipToId }), { isActive: 0 }),
  ],
  ['its product cannot be ordered', 'PRODUCT_NOT_ORDERABLE', set('products', ofProduct, { isOrderable: 0 })],
  [
    'its product cannot be had, though only since yesterday',
    'ITEM_NOT_AVAILABLE',
    add(perennialNonAvailableItems, () => ({
      ...{ productId, plantId: null, action: 'BLOCK', message: 'The maker has closed' },
      ...sinceYesterday(),
    })),
  ],
  ['its pack is another one', 'QTY_MULTIPLE', set('products', ofProduct, { packQty: 7000 })],
  ['its price is gone', 'GROUND_LOST', set('product_price', () => ({ productId }), { isActive: 0 })],
  [
    'its product needs a document now',
    'EUD_MISSING',
    add(productEnduserDocument, () => ({
      ...{ productId, documentType: 'END_USE_DECLARATION', frequency: 'ONCE_VALID', validityMonths: 12 },
      ...{ qtyControlled: false, validFrom: '2026-04-01', validTo: '9999-12-31' },
    })),
  ],
  ['its product is a drug now', 'DRUG_LICENCE_EXPIRED', set('products', ofProduct, { isDrug: 1 })],
  [
    'its plant is closed',
    'GROUND_LOST',
    async order => {
      const { plantId } = await portal.db('order_line').where({ orderId: order.id }).first('plantId')
      return set('plant', () => ({ id: plantId }), { isActive: 0 })(order)
    },
  ],
  [
    'its SBU asks for more',
    'MIN_ORDER_VALUE',
    set('sbu', ({ sbuId }) => ({ id: sbuId }), { minOrderValue: 90_000_000_00 }),
  ],
]

describe('an approved order does not go to SAP when meanwhile', () => {
  it.each(changes)('%s: %s', async (_why, code, change) => {
    await portal.db('customer').where({ id: customerId }).update({ drugLicenceNo: null, drugLicenceValidTo: null })
    const order = await submittedOrder(portal, asha)
    expect(order.status).toBe('PENDING')
    const backdated = { orderDate: addDays(today(), -5), customerPoDate: addDays(today(), -6) }
    if (code === 'CUSTOMER_BLOCKED' || code === 'ITEM_NOT_AVAILABLE')
      await portal.db('order').where({ id: order.id }).update(backdated)
    const undo = await change(order)
    try {
      const { status, body } = await takeStep(meena, order.id, 'approve')
      expect(status, JSON.stringify(body)).toBe(201)
    } finally {
      await undo()
    }
    const after = await portal.db('order').where({ id: order.id }).first()
    expect([after.status, after.errorCode]).toEqual(['IN_ERROR', code])
    expect(await portal.db('sap_outbox').where({ ownerType: 'ORDER', ownerId: order.id })).toEqual([])
  })

  it('nothing changed: it is sent to SAP', async () => {
    const order = await submittedOrder(portal, asha)
    await takeStep(meena, order.id, 'approve')
    expect(['APPROVED', 'CONFIRMED']).toContain((await portal.db('order').where({ id: order.id }).first()).status)
  })
})
